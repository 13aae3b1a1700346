use std::collections::BTreeMap;

use super::*;
use crate::{
    codes::Fault,
    game::{
        Answer, Assessment, BuildRank, Complexity, CritiqueResult, Dimension, FilledBy, Finding, FindingSource,
        Profile, Requirements, SchemaVersion, Severity, Suggestion, Tier, ValidationReport, Verdict, digest,
    },
    protocol::{Delivery, DeliveryMode, EndReason, FallbackReason, Usage},
};

/// A deterministic source of choices: SplitMix64.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % sides
    }
}

fn finding(severity: Severity) -> Finding {
    Finding {
        code: "blank-canvas".into(),
        severity,
        source: FindingSource::Validator,
        file: None,
        line: None,
        column: None,
        what: String::new(),
        why: String::new(),
        fix: String::new(),
        evidence: serde_json::Map::new(),
        caused_by: None,
    }
}

fn critique(machine: &Machine, assessment: Assessment) -> Outcome {
    let build = machine.state().last_build().unwrap();
    let blockers = usize::from(assessment != Assessment::Pass);
    Outcome::Critiqued(Box::new(CritiqueResult {
        schema_version: SchemaVersion,
        build: build.build,
        files_hash: build.files_hash.clone(),
        overall_assessment: assessment,
        compliance_score: 1.0,
        compliance: Vec::new(),
        findings: vec![finding(Severity::Blocker); blockers],
        checks: Vec::new(),
        deterministic_checks_run: 0,
        model_asked: false,
    }))
}

fn report(machine: &Machine, rank: BuildRank, proven: bool) -> Outcome {
    let build = machine.state().last_build().unwrap();
    let passes = rank == BuildRank::NoBlocker;
    Outcome::Validated(Box::new(ValidationReport {
        schema_version: SchemaVersion,
        build: build.build,
        files_hash: build.files_hash.clone(),
        verdict: if passes { Verdict::Pass } else { Verdict::Fail },
        proven,
        engine: "none".into(),
        rank,
        profile: Profile::Delivery,
        findings: if passes { Vec::new() } else { vec![finding(Severity::Blocker)] },
        checks: Vec::new(),
        files: BTreeMap::new(),
        simulated_ms: 0,
        wall_ms: 0,
        timestamp: String::new(),
    }))
}

fn planned() -> Outcome {
    let plan = serde_json::from_value(serde_json::json!({
        "schema_version": 1, "game_title": "t", "game_concept": "c", "framework": "vanilla", "framework_rationale": "r",
        "core_mechanics": [], "controls": {"primary": "keyboard", "key_mappings": {}},
        "game_loop": {"init": "", "update": "", "render": ""}, "entities": [], "entity_relationships": [],
        "state_model": {"states": [], "transitions": [], "start": "", "restart": "", "pause": null},
        "scoring": {"rule": "", "display": ""}, "win_condition": "", "lose_condition": "", "difficulty_curve": "",
        "canvas_size": {"width": 800, "height": 600}, "visual_style": "", "color_palette": [],
        "asset_strategy": "emoji", "html_spec": "", "css_spec": "", "js_architecture": "", "acceptance_checks": []
    }))
    .unwrap();
    let complexity = Complexity {
        score: 1,
        tier: Tier::Simple,
        factors: Vec::new(),
        estimated_builder_tokens: 5_000,
        token_budget: 30_000,
    };
    Outcome::Planned { plan, complexity, simplified: false, usage: None }
}

fn built(hash: &str) -> Outcome {
    Outcome::Built { files_hash: hash.to_owned(), composition: None, usage: None }
}

fn requirements(filled: usize) -> Requirements {
    let mut requirements = Requirements::default();
    for dimension in Dimension::ALL.into_iter().take(filled) {
        requirements.set(dimension, "collect", FilledBy::Idea);
    }
    requirements
}

/// What a hostile world answers to `effect`.
fn answer(machine: &Machine, effect: &Effect, dice: &mut Dice) -> Outcome {
    if dice.roll(12) == 0 {
        let codes = ["browser-lost", "model-failed", "model-unavailable", "author-gone", "answers-needed"];
        return Outcome::Fault(Fault::new(codes[dice.roll(5) as usize], "scripted"));
    }
    let usage = Some(Usage { tokens_in: dice.roll(4_000), tokens_out: dice.roll(12_000), ..Usage::default() });
    if matches!(effect, Effect::Suggest | Effect::Design | Effect::CallModel { .. }) && dice.roll(4) == 0 {
        let codes = ["model-failed", "model-refused", "model-key-refused", "model-context"];
        return match dice.roll(4) {
            0 => Outcome::ModelFault { fault: Fault::new(codes[dice.roll(4) as usize], "scripted"), usage },
            1 => Outcome::TooDear { needed: 9_000, left: dice.roll(9_000) },
            _ if matches!(effect, Effect::CallModel { .. }) => Outcome::CutOff { begun: "=== FILE".into(), usage },
            _ => Outcome::Misread { complaint: "scripted".into(), usage },
        };
    }
    match effect {
        Effect::Suggest => Outcome::Suggested {
            suggestions: vec![Suggestion {
                dimension: Dimension::ALL[dice.roll(10) as usize],
                value: "pong".into(),
                why: "scripted".into(),
                said: dice.roll(2) == 0,
                question: String::new(),
                choices: Vec::new(),
            }],
            usage,
        },
        Effect::Design => {
            let Outcome::Planned { plan, complexity, simplified, .. } = planned() else { unreachable!() };
            Outcome::Planned { plan, complexity, simplified, usage }
        }
        Effect::ReadIdea => Outcome::IdeaRead(requirements(dice.roll(11) as usize)),
        Effect::Ask { questions, .. } if dice.roll(4) > 0 => Outcome::Answered(Answers::Given(
            questions
                .iter()
                .map(|question| Answer {
                    dimension: question.dimension,
                    value: (dice.roll(2) == 0).then(|| "snake".to_owned()),
                })
                .collect(),
        )),
        Effect::Ask { .. } => Outcome::Answered(Answers::Silent),
        Effect::Plan => planned(),
        Effect::Compose { .. } | Effect::CallModel { .. } if dice.roll(5) == 0 => {
            Outcome::Unreadable { why: "scripted".into(), usage }
        }
        Effect::Compose { build, attempt, .. } => built(&digest(format!("c{build}.{attempt}"))),
        Effect::CallModel { build, .. } => {
            Outcome::Built { files_hash: digest(format!("m{build}")), composition: None, usage }
        }
        Effect::Critique { .. } => critique(
            machine,
            match dice.roll(6) {
                0 => Assessment::Unsafe,
                1 | 2 => Assessment::NeedsFixes,
                _ => Assessment::Pass,
            },
        ),
        Effect::Play { .. } => {
            let ranks = [
                BuildRank::Unsafe,
                BuildRank::Safe,
                BuildRank::Loads,
                BuildRank::Plays,
                BuildRank::EndsAndRestarts,
                BuildRank::NoBlocker,
            ];
            report(machine, ranks[dice.roll(6) as usize], dice.roll(2) == 0)
        }
        Effect::Deliver(_) | Effect::Pause { .. } => unreachable!("nothing is due"),
    }
}

fn request(author: CodeAuthor) -> BuildRequest {
    BuildRequest { code_author: author, ..BuildRequest::new("an idea") }
}

/// Runs one seeded schedule to its end and answers with everything that was stored.
fn live(seed: u64) -> (Machine, Vec<(Checkpoint, u64)>) {
    let mut dice = Dice(seed);
    let author = if dice.roll(2) == 0 { CodeAuthor::Composer } else { CodeAuthor::Model("m".into()) };
    let mut request = request(author);
    request.require_proof = dice.roll(4) == 0;
    let limits = Limits { wall_clock_ms_max: 1 + dice.roll(60_000), ..Limits::DEFAULT };
    let (mut machine, started) = Machine::start(request, limits).unwrap();
    let mut stored = vec![(started, 0)];
    let mut now = 0;
    for _ in 0..200 {
        let effect = machine.next_effect();
        if matches!(effect, Effect::Deliver(_)) {
            return (machine, stored);
        }
        now += dice.roll(8_000);
        let outcome = answer(&machine, &effect, &mut dice);
        let checkpoints = machine.apply(outcome, now).unwrap();
        stored.extend(checkpoints.into_iter().map(|checkpoint| (checkpoint, now)));
        if dice.roll(5) == 0 {
            // A crash: what is stored, perhaps without its last record, is all there is.
            stored.truncate(stored.len() - dice.roll(2).min(stored.len() as u64 - 1) as usize);
            let (again, pending) = Machine::resume(stored.iter().map(|(fact, at)| (fact, *at))).unwrap();
            machine = again;
            stored.extend(pending.into_iter().map(|checkpoint| (checkpoint, machine.state().elapsed_ms)));
        }
    }
    panic!("seed {seed} does not end: {:?}", machine.state());
}

fn resume(stored: &[(Checkpoint, u64)]) -> (Machine, Vec<Checkpoint>) {
    Machine::resume(stored.iter().map(|(fact, at)| (fact, *at))).unwrap()
}

fn ended(machine: &Machine) -> &Delivery {
    machine.state().delivery.as_ref().unwrap()
}

#[test]
fn a_hundred_thousand_hostile_schedules_end_within_limits_and_keep_the_best_build() {
    let mut modes = BTreeMap::<String, u32>::new();
    for seed in 0..100_000 {
        let (machine, stored) = live(seed);
        let state = machine.state();
        let delivery = ended(&machine);
        *modes.entry(format!("{:?}", delivery.mode)).or_default() += 1;

        assert!(state.builds.len() as u32 <= state.limits.builds_max(), "seed {seed}");
        assert!(state.rounds <= state.limits.question_rounds_max, "seed {seed}");
        // A phase is never skipped: every build that was delivered had each of them.
        if let Some(number) = delivery.build {
            let build = state.build(number).unwrap();
            assert!(state.clarification.is_some() && state.plan.is_some(), "seed {seed}");
            assert!(build.critique.is_some() && build.report.is_some() && build.is_safe(), "seed {seed}");
            assert_eq!(delivery.files_hash.as_ref(), Some(&build.files_hash), "seed {seed}");
            assert_eq!(build.standing().0, state.best_build().unwrap().standing().0, "seed {seed}");
            assert_eq!(delivery.mode == Some(DeliveryMode::Partial), !build.passed(), "seed {seed}");
        } else {
            assert!(state.builds.iter().all(|build| !build.is_worth_delivering()), "seed {seed}");
        }
        assert_eq!(delivery.final_state == Phase::Done, delivery.exit_status(false) == 0, "seed {seed}");
        if delivery.final_state == Phase::Done {
            assert!(state.build(delivery.build.unwrap()).unwrap().passed(), "seed {seed}");
        }
        // The phases that the stored facts name follow the table, in order.
        let order: Vec<Phase> = stored.iter().filter_map(|(fact, _)| completes(fact)).collect();
        assert!(order.windows(2).all(|pair| may_come_after(pair[0], pair[1])), "seed {seed}: {order:?}");
    }
    for mode in ["Some(Generated)", "Some(Composed)", "Some(DegradedFallback)", "Some(Partial)", "None"] {
        assert!(modes.get(mode).copied().unwrap_or_default() > 1_000, "{modes:?}");
    }
}

fn completes(fact: &Checkpoint) -> Option<Phase> {
    match fact {
        Checkpoint::Clarified { .. } => Some(Phase::Clarifying),
        Checkpoint::Planned { .. } => Some(Phase::Planning),
        Checkpoint::Built { .. } => Some(Phase::Building),
        Checkpoint::Critiqued { .. } => Some(Phase::Critiquing),
        Checkpoint::Validated { .. } => Some(Phase::Validating),
        Checkpoint::Ended { delivery } => Some(delivery.final_state),
        _ => None,
    }
}

fn may_come_after(before: Phase, after: Phase) -> bool {
    use Phase::{Building, Clarifying, Critiquing, Done, Failed, Planning, Validating};
    after == Failed
        || matches!(
            (before, after),
            (Clarifying, Planning)
                | (Planning, Building)
                | (Building, Critiquing)
                | (Critiquing, Validating | Building)
                | (Validating, Building | Done)
        )
}

#[test]
fn resuming_after_every_checkpoint_equals_the_live_run() {
    for seed in 0..3_000 {
        let (machine, stored) = live(seed);
        let mut grown = State::new(machine.state().request.clone(), machine.state().limits.clone());
        for (seq, (fact, at)) in stored.iter().enumerate() {
            evolve::evolve(&mut grown, fact, *at).unwrap();
            let (resumed, pending) = resume(&stored[..=seq]);
            if pending.is_empty() {
                assert_eq!(resumed.state(), &grown, "seed {seed} at {seq}");
            } else {
                let followed: Vec<&Checkpoint> =
                    stored[seq + 1..].iter().map(|(fact, _)| fact).take(pending.len()).collect();
                assert_eq!(pending.iter().collect::<Vec<_>>(), followed, "seed {seed} at {seq}");
            }
        }
        assert_eq!(&grown, machine.state(), "seed {seed}");
    }
}

/// Walks a machine to the critic's door.
fn to_critique(author: CodeAuthor) -> Machine {
    let (mut machine, _) = Machine::start(request(author), Limits::DEFAULT).unwrap();
    machine.apply(Outcome::IdeaRead(requirements(10)), 0).unwrap();
    machine.apply(planned(), 0).unwrap();
    machine.apply(built("h1"), 0).unwrap();
    machine
}

#[test]
fn enough_confidence_asks_nothing_and_a_silent_author_is_not_asked_twice() {
    let (mut machine, _) = Machine::start(request(CodeAuthor::Composer), Limits::DEFAULT).unwrap();
    let facts = machine.apply(Outcome::IdeaRead(requirements(5)), 0).unwrap();
    assert!(matches!(facts[..], [Checkpoint::IdeaRead { .. }, Checkpoint::Clarified { .. }]));

    let (mut machine, _) = Machine::start(request(CodeAuthor::Composer), Limits::DEFAULT).unwrap();
    machine.apply(Outcome::IdeaRead(requirements(1)), 0).unwrap();
    assert!(matches!(machine.next_effect(), Effect::Ask { round: 1, .. }));
    machine.apply(Outcome::Answered(Answers::Silent), 0).unwrap();
    assert_eq!(machine.next_effect(), Effect::Plan);
    assert_eq!(machine.state().clarification.as_ref().unwrap().rounds, 1);
}

#[test]
fn a_blocker_of_the_critic_rebuilds_once_and_then_the_game_is_played() {
    let mut machine = to_critique(CodeAuthor::Composer);
    machine.apply(critique(&machine, Assessment::NeedsFixes), 0).unwrap();
    assert_eq!(
        machine.next_effect(),
        Effect::Compose { build: 2, origin: BuildOrigin::Composer, attempt: 1, safe: false }
    );
    machine.apply(built("h2"), 0).unwrap();
    machine.apply(critique(&machine, Assessment::NeedsFixes), 0).unwrap();
    assert_eq!(machine.next_effect(), Effect::Play { build: 2 });
}

#[test]
fn an_unsafe_build_never_reaches_the_browser_and_is_never_delivered() {
    let mut machine = to_critique(CodeAuthor::Model("m".into()));
    for attempt in 0_u32.. {
        match machine.next_effect() {
            Effect::Critique { .. } => machine.apply(critique(&machine, Assessment::Unsafe), 0).unwrap(),
            Effect::CallModel { .. } | Effect::Compose { .. } => {
                machine.apply(built(&format!("u{attempt}")), 0).unwrap()
            }
            Effect::Deliver(delivery) => {
                assert_eq!((delivery.mode, delivery.reason), (None, EndReason::NothingSafe));
                assert_eq!(delivery.exit_status(false), 7);
                break;
            }
            other => panic!("{other:?}"),
        };
    }
}

#[test]
fn a_model_that_fails_falls_back_to_a_template_that_is_judged_like_any_build() {
    let mut machine = to_critique(CodeAuthor::Model("m".into()));
    for build in 2..=3 {
        machine.apply(critique(&machine, Assessment::Pass), 0).unwrap();
        machine.apply(report(&machine, BuildRank::Loads, true), 0).unwrap();
        assert_eq!(machine.next_effect(), Effect::CallModel { build, purpose: ModelPurpose::Repair });
        machine.apply(built(&format!("h{build}")), 0).unwrap();
    }
    machine.apply(critique(&machine, Assessment::Pass), 0).unwrap();
    let facts = machine.apply(report(&machine, BuildRank::Loads, true), 0).unwrap();
    assert!(matches!(facts[1], Checkpoint::FellBack { reason: FallbackReason::RetriesUsedUp, .. }));
    assert_eq!(
        machine.next_effect(),
        Effect::Compose { build: 4, origin: BuildOrigin::Fallback, attempt: 0, safe: false }
    );
    machine.apply(built("h4"), 0).unwrap();
    assert_eq!(machine.next_effect(), Effect::Critique { build: 4 });
    machine.apply(critique(&machine, Assessment::Pass), 0).unwrap();
    machine.apply(report(&machine, BuildRank::NoBlocker, true), 0).unwrap();
    assert_eq!(ended(&machine).mode, Some(DeliveryMode::DegradedFallback));
    assert_eq!((ended(&machine).exit_status(false), ended(&machine).exit_status(true)), (0, 6));
}

#[test]
fn the_best_playable_build_of_a_model_is_delivered_though_it_did_not_pass() {
    let mut machine = to_critique(CodeAuthor::Model("m".into()));
    for (build, rank) in [(2, BuildRank::EndsAndRestarts), (3, BuildRank::Loads)] {
        machine.apply(critique(&machine, Assessment::Pass), 0).unwrap();
        machine.apply(report(&machine, rank, true), 0).unwrap();
        machine.apply(built(&format!("h{build}")), 0).unwrap();
    }
    machine.apply(critique(&machine, Assessment::Pass), 0).unwrap();
    machine.apply(report(&machine, BuildRank::Loads, true), 0).unwrap();
    let delivery = ended(&machine);
    assert_eq!((delivery.mode, delivery.build), (Some(DeliveryMode::Partial), Some(1)));
    assert_eq!((delivery.final_state, delivery.exit_status(false)), (Phase::Failed, 1));
}

#[test]
fn a_wrong_key_is_not_a_degradation() {
    let (mut machine, _) = Machine::start(request(CodeAuthor::Model("m".into())), Limits::DEFAULT).unwrap();
    machine.apply(Outcome::IdeaRead(requirements(10)), 0).unwrap();
    machine.apply(planned(), 0).unwrap();
    machine.apply(Outcome::Fault(Fault::new("model-unavailable", "401")), 0).unwrap();
    assert_eq!(ended(&machine).exit_status(false), 4);
}

#[test]
fn a_report_on_other_bytes_is_refused() {
    let mut machine = to_critique(CodeAuthor::Composer);
    machine.apply(critique(&machine, Assessment::Pass), 0).unwrap();
    let Outcome::Validated(mut other) = report(&machine, BuildRank::NoBlocker, true) else { unreachable!() };
    other.files_hash = "h2".into();
    let error = machine.apply(Outcome::Validated(other), 0).unwrap_err();
    assert_eq!(error.code(), "outcome-unexpected");
    assert_eq!(machine.next_effect(), Effect::Play { build: 1 });
}

#[test]
fn a_run_that_is_told_to_stop_after_a_phase_stops_there_and_goes_on_when_resumed() {
    let (mut machine, started) = Machine::start(request(CodeAuthor::Composer), Limits::DEFAULT).unwrap();
    machine.stop_after(Some(Phase::Planning));
    let mut stored = vec![(started, 0)];
    stored.extend(machine.apply(Outcome::IdeaRead(requirements(10)), 0).unwrap().into_iter().map(|fact| (fact, 0)));
    assert_eq!(machine.next_effect(), Effect::Plan);
    stored.extend(machine.apply(planned(), 0).unwrap().into_iter().map(|fact| (fact, 0)));
    assert_eq!(machine.next_effect(), Effect::Pause { before: Phase::Building });
    assert!(matches!(resume(&stored).0.next_effect(), Effect::Compose { build: 1, .. }));
}

#[test]
fn a_history_that_no_run_can_have_is_refused() {
    let (_, started) = Machine::start(request(CodeAuthor::Composer), Limits::DEFAULT).unwrap();
    assert_eq!(Machine::resume([]).unwrap_err(), MachineError::NoStart);
    let skipped = Checkpoint::Ended {
        delivery: Delivery {
            final_state: Phase::Done,
            mode: Some(DeliveryMode::Composed),
            reason: EndReason::Passed,
            why: String::new(),
            build: Some(1),
            files_hash: None,
            proven: true,
        },
    };
    let error = Machine::resume([(&started, 0), (&skipped, 0)]).unwrap_err();
    assert_eq!(error, MachineError::IllegalTransition { from: Phase::Clarifying, to: Phase::Done });
}
