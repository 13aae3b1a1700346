//! What there is to tell of an effect or a checkpoint.

use crate::{
    game::{BuildRequest, CheckStatus, CodeAuthor, Severity, Verdict},
    machine::State,
    protocol::{Checkpoint, Effect, Event, Phase, Usage},
};

pub(super) fn code_author(request: &BuildRequest) -> String {
    match &request.code_author {
        CodeAuthor::Composer => "composer".to_owned(),
        CodeAuthor::Model(name) => name.clone(),
    }
}

pub(super) fn before(effect: &Effect, state: &State) -> Vec<Event> {
    let started = |phase, build| vec![Event::PhaseStarted { phase, build }];
    match effect {
        Effect::ReadIdea => started(Phase::Clarifying, None),
        Effect::Suggest | Effect::Design if state.complaint.is_some() => Vec::new(),
        Effect::Suggest => Vec::new(),
        Effect::Ask { round, questions } => {
            questions.iter().map(|question| Event::Question { round: *round, question: question.clone() }).collect()
        }
        Effect::Plan if state.stood_in.contains(&Phase::Planning) => Vec::new(),
        Effect::Plan | Effect::Design => started(Phase::Planning, None),
        Effect::CallModel { .. } if state.begun.is_some() => Vec::new(),
        Effect::Compose { build, .. } | Effect::CallModel { build, .. } => {
            let mut events = started(Phase::Building, Some(*build));
            let repairs = state.last_build().is_some_and(|last| state.fell_back.is_none() || last.build + 1 < *build);
            if let Some(last) = state.last_build().filter(|_| repairs) {
                let codes: Vec<&str> = last
                    .findings()
                    .filter(|finding| finding.severity == Severity::Blocker)
                    .map(|finding| finding.code.as_str())
                    .collect();
                events.push(Event::RepairStarted { build: *build, why: codes.join(", ") });
            }
            events
        }
        Effect::Critique { build } => started(Phase::Critiquing, Some(*build)),
        Effect::Play { build } => started(Phase::Validating, Some(*build)),
        Effect::Deliver(_) | Effect::Pause { .. } => Vec::new(),
    }
}

pub(super) fn events(checkpoint: &Checkpoint, state: &State) -> Vec<Event> {
    let mut events = spent(checkpoint, state);
    events.extend(told(checkpoint));
    events
}

/// What a model used for it, and whether the budget is nearly gone by that.
fn spent(checkpoint: &Checkpoint, state: &State) -> Vec<Event> {
    let Some(usage) = usage(checkpoint) else { return Vec::new() };
    let mut events = vec![Event::LlmCompleted {
        model: code_author(&state.request),
        tokens_in: Some(usage.tokens_in),
        tokens_out: Some(usage.tokens_out),
        cost_usd: usage.cost_microusd.map(|cost| cost as f64 / 1e6),
    }];
    let budget = state.token_budget();
    let used = state.spend.counted(budget);
    let this = (usage.tokens_in + usage.tokens_out).saturating_sub(usage.tokens_reasoning);
    let four_fifths = budget / 5 * 4;
    if used >= four_fifths && used.saturating_sub(this) < four_fifths {
        events.push(Event::BudgetWarning { used, budget });
    }
    events
}

fn usage(checkpoint: &Checkpoint) -> Option<Usage> {
    match checkpoint {
        Checkpoint::Suggested { usage, .. }
        | Checkpoint::Misread { usage, .. }
        | Checkpoint::StoodIn { usage, .. }
        | Checkpoint::Planned { usage, .. }
        | Checkpoint::CutOff { usage, .. }
        | Checkpoint::BuildFailed { usage, .. }
        | Checkpoint::Built { usage, .. }
        | Checkpoint::Faulted { usage, .. } => *usage,
        _ => None,
    }
}

fn told(checkpoint: &Checkpoint) -> Vec<Event> {
    let completed = |phase, summary| Event::PhaseCompleted { phase, summary };
    match checkpoint {
        Checkpoint::Clarified { clarification } => {
            let genre = clarification.resolved.get(crate::game::Dimension::Genre).unwrap_or("unknown");
            let mut events: Vec<Event> = clarification
                .assumptions
                .iter()
                .map(|assumption| Event::Assumption { assumption: assumption.clone() })
                .collect();
            let summary = format!(
                "{genre}, confidence {:.2}, {} assumed",
                clarification.confidence,
                clarification.assumptions.len()
            );
            events.push(completed(Phase::Clarifying, summary));
            events
        }
        Checkpoint::Planned { plan, complexity, .. } => {
            vec![completed(Phase::Planning, format!("“{}”, {}", plan.game_title, complexity.tier.name()))]
        }
        Checkpoint::Built { build, composition, .. } => {
            let how = composition.as_ref().map_or_else(String::new, |composition| {
                format!(
                    ", {} with {}",
                    composition.genre,
                    [&composition.mechanics[..], std::slice::from_ref(&composition.layout)].concat().join(", ")
                )
            });
            vec![completed(Phase::Building, format!("build {build}{how}"))]
        }
        Checkpoint::BuildFailed { why, .. } => vec![completed(Phase::Building, format!("no game came of it: {why}"))],
        Checkpoint::Critiqued { critique } => {
            let blockers = critique.findings.iter().filter(|finding| finding.severity == Severity::Blocker).count();
            let mut events: Vec<Event> = critique
                .findings
                .iter()
                .map(|finding| Event::Finding { build: critique.build, finding: Box::new(finding.clone()) })
                .collect();
            events.push(completed(
                Phase::Critiquing,
                format!("{} checks decided, {blockers} blockers", critique.deterministic_checks_run),
            ));
            events
        }
        Checkpoint::Validated { report } => {
            let count = |status| report.checks.iter().filter(|check| check.status == status).count();
            let mut events: Vec<Event> = report
                .checks
                .iter()
                .map(|check| Event::CheckResult { build: report.build, id: check.id.clone(), status: check.status })
                .collect();
            events.extend(
                report
                    .findings
                    .iter()
                    .map(|finding| Event::Finding { build: report.build, finding: Box::new(finding.clone()) }),
            );
            events.push(completed(
                Phase::Validating,
                format!(
                    "{}{}: {} checks passed, {} failed, {} not run; {:.0} s of play in {:.1} s",
                    if report.verdict == Verdict::Pass { "pass" } else { "fail" },
                    if report.proven { ", proven" } else { ", not proven" },
                    count(CheckStatus::Passed),
                    count(CheckStatus::Failed),
                    count(CheckStatus::NotRun),
                    report.simulated_ms as f64 / 1000.0,
                    report.wall_ms as f64 / 1000.0,
                ),
            ));
            events
        }
        Checkpoint::FellBack { why, .. } => vec![Event::Fallback { why: why.clone() }],
        Checkpoint::StoodIn { phase, why, .. } => vec![Event::StoodIn { phase: *phase, why: why.clone() }],
        Checkpoint::Misread { complaint, .. } => {
            vec![Event::LlmNote { note: format!("asked once more: {complaint}") }]
        }
        Checkpoint::CutOff { .. } => vec![Event::LlmNote { note: "cut off; asked for the rest".to_owned() }],
        Checkpoint::OverBudget { needed, left } => {
            vec![Event::LlmNote { note: format!("not asked: it may cost {needed} tokens and {left} are left") }]
        }
        Checkpoint::Faulted { fault, .. } => vec![Event::Fault { fault: fault.clone() }],
        Checkpoint::Started { .. }
        | Checkpoint::IdeaRead { .. }
        | Checkpoint::Suggested { .. }
        | Checkpoint::Answered { .. }
        | Checkpoint::Ended { .. } => Vec::new(),
    }
}
