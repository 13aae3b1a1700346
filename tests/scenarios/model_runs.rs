//! Whole runs with a scripted model: clarifying, planning, building, repairing, and what it may cost.

use std::{fs, sync::Arc};

use builder_core::{
    codes::Fault,
    drive::{self, DriveSettings, Ports, RunEnd},
    drivers::{
        authors::PreparedAuthor,
        chromium::{ChromiumOptions, ChromiumTester, find},
        stores::MemoryStore,
    },
    game::{BuildRequest, ClarificationResult, CodeAuthor, EngineChoice, FilledBy, GameFiles, GamePlan},
    ports::{ArtifactStore, CheckpointStore, DerivedIds, ModelCall, ModelReply, PlayTester, RunIds},
    protocol::{
        Checkpoint, Delivery, DeliveryMode, EndReason, Event, Limits, ModelPurpose, Phase, RunId, RunManifest, Usage,
    },
    testing::{EventLog, ManualClock, ScriptedModel},
};
use scenarios::workspace;
use serde_json::{Value, json};

/// A run that is over, and everything it left.
struct Ran {
    run: RunId,
    store: Arc<MemoryStore>,
    events: EventLog,
    model: ScriptedModel,
    delivery: Delivery,
    exit: u8,
}

impl Ran {
    async fn document(&self, name: &str) -> Value {
        serde_json::from_slice(&self.store.document(&self.run, name).await.unwrap().unwrap()).unwrap()
    }

    async fn manifest(&self) -> RunManifest {
        serde_json::from_value(self.document("run_manifest.json").await).unwrap()
    }

    async fn kinds(&self) -> Vec<&'static str> {
        self.store.history(&self.run).await.unwrap().records.iter().map(|record| record.checkpoint.name()).collect()
    }

    fn asked(&self, purpose: ModelPurpose) -> Vec<ModelCall> {
        self.model.calls_for(purpose)
    }
}

async fn run(idea: &str, model: ScriptedModel, limits: Limits, tester: Option<&dyn PlayTester>) -> Ran {
    let engine = if tester.is_some() { EngineChoice::Chromium } else { EngineChoice::None };
    let request = BuildRequest { engine, code_author: CodeAuthor::Model("scripted".into()), ..BuildRequest::new(idea) };
    let run = DerivedIds.candidate(&request, 1);
    let (store, events) = (Arc::new(MemoryStore::new()), EventLog::default());
    let clock = builder_core::drivers::clocks::SystemClock::start();
    let manual = ManualClock::new(1_764_547_200_000, 1);
    let ports = Ports {
        author: &PreparedAuthor::default(),
        model: Some(&model),
        tester,
        checkpoints: &*store,
        artifacts: &*store,
        clock: if tester.is_some() { &clock } else { &manual },
        events: &events,
    };
    let end = drive::build(ports, &DriveSettings::default(), &run, request, limits).await.unwrap();
    let RunEnd::Delivered { delivery, exit, .. } = end else { panic!("paused") };
    Ran { run, store, events, model, delivery, exit }
}

fn game(name: &str) -> GameFiles {
    let read = |file: &str| fs::read_to_string(workspace().join("tests/games/written").join(name).join(file)).unwrap();
    GameFiles { index_html: read("index.html"), style_css: read("style.css"), game_js: read("game.js") }
}

fn text_of(game: &GameFiles) -> String {
    let file = |name: &str, text: &str| format!("=== FILE: {name} ===\n{text}\n=== END: {name} ===\n");
    format!(
        "A short plan: one canvas, one loop.\n\n{}\n{}\n{}",
        file("index.html", &game.index_html),
        file("style.css", &game.style_css),
        file("game.js", &game.game_js)
    )
}

fn usage(tokens_in: u64, tokens_out: u64) -> Usage {
    Usage { tokens_in, tokens_out, cost_microusd: Some(tokens_in + 4 * tokens_out), ..Usage::default() }
}

fn reply(text: impl Into<String>) -> Result<ModelReply, Fault> {
    Ok(ModelReply { usage: Some(usage(1_000, 2_000)), ..ModelReply::new(text) })
}

fn small(text: impl Into<String>) -> Result<ModelReply, Fault> {
    Ok(ModelReply { usage: Some(usage(500, 300)), ..ModelReply::new(text) })
}

fn clarified() -> Result<ModelReply, Fault> {
    let open = |dimension: &str, quote: &str, value: &str| json!({"dimension": dimension, "quote": quote, "value": value, "why": "it fits", "question": "How?", "choices": ["a", "b"]});
    let answer = json!({"aim": "Light against rain.", "open": [
        open("genre", "", "dodge"), open("difficulty", "chases sparks", "a chase"), open("win", "", "never"),
        open("lose", "a drop of rain", "touching one drop of rain"), open("controls", "", "ArrowLeft and ArrowRight"),
        open("framework", "", "phaser"),
    ]});
    small(format!("Here you are:\n```json\n{answer}\n```"))
}

fn plan_answer() -> Value {
    json!({
        "aim": "Greed against fear.", "title": "Lantern Moth", "concept": "A moth chases sparks between raindrops.",
        "mechanics": [{"name": "steer", "description": "left and right"}, {"name": "catch", "description": "sparks are points"}],
        "controls": [{"input": "ArrowLeft", "action": "fly left"}, {"input": "ArrowRight", "action": "fly right"}, {"input": "Enter", "action": "start"}],
        "entities": [{"name": "moth", "role": "player", "description": "pale wings"}, {"name": "raindrop", "role": "hazard", "description": "falls"}, {"name": "spark", "role": "pickup", "description": "drifts"}],
        "relationships": ["the moth touches a raindrop -> game over"],
        "states": ["menu", "playing", "over"], "transitions": ["menu -> playing: Enter"], "start": "Enter", "restart": "Enter",
        "scoring": "one point a spark", "win": "", "lose": "touching a raindrop", "difficulty": "denser rain",
        "style": "night", "palette": ["#101830", "fff"], "checks": ["the moth moves with ArrowLeft and ArrowRight"]
    })
}

fn planned() -> Result<ModelReply, Fault> {
    small(plan_answer().to_string())
}

const IDEA: &str = "a moth that chases sparks";

#[tokio::test]
async fn a_model_clarifies_plans_and_builds_and_everything_is_accounted() {
    let model = ScriptedModel::new([reply(text_of(&game("lantern-moth")))])
        .answering(ModelPurpose::Clarify, [clarified()])
        .answering(ModelPurpose::Plan, [planned()]);
    let ran = run(IDEA, model, Limits::default(), None).await;
    assert_eq!((ran.delivery.mode, ran.exit), (Some(DeliveryMode::Generated), 0), "{}", ran.delivery.why);
    let kinds = ran.kinds().await;
    assert_eq!(
        kinds,
        [
            "started",
            "idea_read",
            "suggested",
            "answered",
            "clarified",
            "planned",
            "built",
            "critiqued",
            "validated",
            "ended"
        ]
    );

    let clarification: ClarificationResult = serde_json::from_value(ran.document("clarification.json").await).unwrap();
    let filled = |name: &str| {
        clarification.resolved.dimensions.iter().find(|(dimension, _)| dimension.name() == name).unwrap().1
    };
    assert_eq!(
        (filled("difficulty").value.as_str(), filled("difficulty").by),
        ("a chase", FilledBy::Idea),
        "the idea says so"
    );
    assert_eq!(
        (filled("lose").value.as_str(), filled("lose").by),
        ("touching one drop of rain", FilledBy::Assumption),
        "no such words are in it"
    );
    assert_eq!(filled("framework").value, "vanilla", "what it is written with is a matter of rules");
    assert!(
        clarification.assumptions.iter().any(|one| one.about == "lose" && one.why.contains("model")),
        "{:?}",
        clarification.assumptions
    );

    let plan: GamePlan = serde_json::from_value(ran.document("plan.json").await).unwrap();
    assert_eq!((plan.game_title.as_str(), plan.entities.len()), ("Lantern Moth", 3));
    assert_eq!(plan.color_palette, ["#101830", "#ffffff"]);
    assert!(ran.asked(ModelPurpose::Build)[0].user.contains("A moth chases sparks between raindrops."));

    let manifest = ran.manifest().await;
    assert_eq!((manifest.tokens, manifest.cost_usd), (1_000 + 2_000 + 2 * 800, Some(0.009 + 2.0 * 0.001_7)));
    assert_eq!(manifest.prompt_hashes.unwrap().len(), 7);
    for number in 1..=3 {
        let call = ran.document(&format!("model_calls/{number:03}.json")).await;
        assert_eq!(call["call"], number);
    }
    let calls = ran
        .events
        .events()
        .into_iter()
        .filter(|event| matches!(event.event, Event::LlmCompleted { cost_usd: Some(_), .. }));
    assert_eq!(calls.count(), 3);
}

#[tokio::test]
async fn an_answer_that_cannot_be_used_is_asked_for_once_more_with_the_complaint() {
    let mut without_player = plan_answer();
    without_player["entities"][0]["role"] = json!("hazard");
    let model = ScriptedModel::new([reply(text_of(&game("lantern-moth")))])
        .answering(ModelPurpose::Clarify, [small("I would say a dodge game."), clarified()])
        .answering(ModelPurpose::Plan, [small(without_player.to_string()), planned()]);
    let ran = run(IDEA, model, Limits::default(), None).await;
    assert_eq!(ran.delivery.mode, Some(DeliveryMode::Generated));
    assert!(ran.asked(ModelPurpose::Clarify)[1].user.contains("there is no JSON object in the answer"));
    assert!(ran.asked(ModelPurpose::Plan)[1].user.contains("no entity with the role player"));
    assert_eq!(ran.kinds().await.iter().filter(|kind| **kind == "misread").count(), 2);
}

#[tokio::test]
async fn the_rules_stand_in_for_a_model_that_is_of_no_use_and_it_is_recorded() {
    let model = ScriptedModel::new([reply(text_of(&game("lantern-moth")))])
        .answering(ModelPurpose::Clarify, [Err(Fault::new("model-failed", "gone"))])
        .answering(ModelPurpose::Plan, [small("no"), small("{\"aim\": \"fun\"}")]);
    let ran = run(IDEA, model, Limits::default(), None).await;
    assert_eq!(ran.delivery.mode, Some(DeliveryMode::Generated), "{}", ran.delivery.why);
    let stood_in: Vec<_> = ran
        .events
        .events()
        .into_iter()
        .filter_map(|event| match event.event {
            Event::StoodIn { phase, why } => Some((phase, why)),
            _ => None,
        })
        .collect();
    assert_eq!(stood_in.len(), 2);
    assert_eq!((stood_in[0].0, stood_in[1].0), (Phase::Clarifying, Phase::Planning));
    assert!(stood_in[0].1.contains("gone") && stood_in[1].1.contains("is missing"), "{stood_in:?}");
    assert_eq!(ran.asked(ModelPurpose::Plan).len(), 2, "once more, and no more");
}

#[tokio::test]
async fn a_wrong_key_ends_the_run_with_what_to_fix_and_nothing_stands_in() {
    for code in ["model-key-refused", "model-unknown", "model-unreachable", "model-no-credit"] {
        let model = ScriptedModel::new([]).answering(ModelPurpose::Clarify, [Err(Fault::new(code, "fix it"))]);
        let ran = run(IDEA, model, Limits::default(), None).await;
        assert_eq!((ran.exit, ran.delivery.reason, ran.delivery.mode), (4, EndReason::Provider, None), "{code}");
        assert!(ran.delivery.why.contains("fix it"));
    }
    let model = ScriptedModel::new([Err(Fault::new("model-key-refused", "fix it"))]);
    assert_eq!(run(IDEA, model, Limits::default(), None).await.exit, 4);
}

#[tokio::test]
async fn a_template_keeps_its_own_plan_and_not_the_models() {
    let model = ScriptedModel::new([Err(Fault::new("model-failed", "overloaded"))])
        .answering(ModelPurpose::Clarify, [clarified()])
        .answering(ModelPurpose::Plan, [planned()]);
    let ran = run(IDEA, model, Limits::default(), None).await;
    assert_eq!((ran.delivery.mode, ran.exit), (Some(DeliveryMode::DegradedFallback), 0), "{}", ran.delivery.why);
    assert_eq!(ran.asked(ModelPurpose::Build).len(), 1, "whoever drives the model has retried; the machine does not");
    let plan: GamePlan = serde_json::from_value(ran.document("plan.json").await).unwrap();
    assert!(plan.js_architecture.contains("rules of a"), "the template's plan is in place: {}", plan.js_architecture);
    let fell_back = ran
        .store
        .history(&ran.run)
        .await
        .unwrap()
        .records
        .into_iter()
        .any(|record| matches!(record.checkpoint, Checkpoint::FellBack { plan: Some(_), .. }));
    assert!(fell_back);
}

#[tokio::test]
async fn no_call_is_made_that_may_cost_more_than_is_left() {
    let model =
        ScriptedModel::new([reply(text_of(&game("lantern-moth")))]).answering(ModelPurpose::Clarify, [clarified()]);
    let ran = run(IDEA, model, Limits { tokens_max: 2_300, ..Limits::default() }, None).await;
    assert_eq!(ran.asked(ModelPurpose::Build).len(), 0);
    assert_eq!(ran.delivery.mode, Some(DeliveryMode::DegradedFallback));
    let kinds = ran.kinds().await;
    assert!(kinds.contains(&"over_budget"), "{kinds:?}");
    let manifest = ran.manifest().await;
    assert!(manifest.tokens <= 2_300, "{}", manifest.tokens);
    for call in [ran.asked(ModelPurpose::Clarify), ran.asked(ModelPurpose::Plan)].concat() {
        assert!(call.tokens_in() + u64::from(call.tokens_out_max) <= 2_300, "{call:?}");
    }
}

#[tokio::test]
async fn four_fifths_of_the_budget_are_told_once() {
    let big = |text: String| Ok(ModelReply { usage: Some(usage(9_000, 8_500)), ..ModelReply::new(text) });
    let model = ScriptedModel::new([big("no game".into()), big(text_of(&game("lantern-moth")))]);
    let ran = run(IDEA, model, Limits { tokens_max: 40_000, ..Limits::default() }, None).await;
    let told: Vec<_> =
        ran.events.events().into_iter().filter(|event| matches!(event.event, Event::BudgetWarning { .. })).collect();
    assert_eq!(told.len(), 1, "{:?}", ran.kinds().await);
}

#[tokio::test]
async fn only_the_missing_rest_of_a_cut_off_reply_is_asked_for() {
    let whole = text_of(&game("lantern-moth"));
    let cut = whole.len() * 2 / 3;
    let begun_lines = whole[..cut].rfind('\n').unwrap() + 1;
    let first = Ok(ModelReply { cut_off: true, usage: Some(usage(1_000, 1_500)), ..ModelReply::new(&whole[..cut]) });
    let ran = run(IDEA, ScriptedModel::new([first, reply(&whole[begun_lines..])]), Limits::default(), None).await;
    assert_eq!(ran.delivery.mode, Some(DeliveryMode::Generated), "{}", ran.delivery.why);
    let calls = ran.asked(ModelPurpose::Build);
    assert_eq!((calls.len(), calls[1].begun.as_deref()), (2, Some(&whole[..begun_lines])));
    let built = ran.store.build(&ran.run, 1).await.unwrap();
    assert_eq!(built.text("game.js").unwrap().trim(), game("lantern-moth").game_js.trim());

    // One that never ends is no game.
    let cut_again = || Ok(ModelReply { cut_off: true, ..ModelReply::new(&whole[..cut]) });
    let model = ScriptedModel::new((0..9).map(|_| cut_again()));
    let ran = run(IDEA, model, Limits::default(), None).await;
    assert_eq!(ran.delivery.mode, Some(DeliveryMode::DegradedFallback));
    assert!(ran.asked(ModelPurpose::Build).len() <= 9);
}

#[tokio::test]
async fn a_repair_that_changes_nothing_is_a_failure_and_is_told() {
    let good = game("lantern-moth");
    let broken = GameFiles { game_js: format!("{}\nlet broken = ;\n", good.game_js), ..good.clone() };
    let fix = format!("=== FILE: game.js ===\n{}\n=== END: game.js ===\n", good.game_js);
    let model = ScriptedModel::new([reply(text_of(&broken)), reply(text_of(&broken)), reply(fix)]);
    let ran = run(IDEA, model, Limits::default(), None).await;
    assert_eq!(ran.delivery.mode, Some(DeliveryMode::Generated), "{}", ran.delivery.why);
    let repairs = ran.asked(ModelPurpose::Repair);
    assert_eq!(repairs.len(), 2);
    assert!(repairs[1].user.contains("the reply changes nothing"), "{}", repairs[1].user);
}

/// How a strong model's replies to one run go.
enum Course {
    Good,
    /// So many builds break before one is right, each in another way.
    Repaired(usize),
    Truncated,
    Refused,
}

/// What is wrong with a build: words of its script and what stands in their place.
type Defect = (&'static str, &'static str);

/// One run from scripted replies, its game played in Chromium.
async fn written(name: &str, idea: &str, course: Course, defects: &[Defect]) {
    let good = game(name);
    let broken = |defect: &Defect| {
        let script = good.game_js.replacen(defect.0, defect.1, 1);
        assert_ne!(script, good.game_js, "{name}: {defect:?} is not in it");
        GameFiles { game_js: script, ..good.clone() }
    };
    let whole = text_of(&good);
    let script = format!("=== FILE: game.js ===\n{}\n=== END: game.js ===\n", good.game_js);
    let (replies, builds) = match course {
        Course::Good => (vec![reply(whole)], 1),
        Course::Repaired(times) => {
            let mut replies = vec![reply(text_of(&broken(&defects[0])))];
            for defect in &defects[1..times] {
                let script = broken(defect).game_js;
                replies.push(reply(format!("=== FILE: game.js ===\n{script}\n=== END: game.js ===\n")));
            }
            replies.push(reply(script));
            (replies, 1 + times)
        }
        Course::Truncated => {
            let cut = whole.len() / 2;
            let from = whole[..cut].rfind('\n').unwrap() + 1;
            (vec![reply(&whole[..cut]), reply(&whole[from..])], 1)
        }
        Course::Refused => (vec![reply("I'm sorry, but I can't help with that."), reply(whole)], 1),
    };
    let asked = replies.len();
    let path = std::env::var("PATH").unwrap_or_default();
    let chromium = find(std::env::var("CHROMIUM").ok().as_deref(), &path).unwrap();
    let tester = ChromiumTester::start(ChromiumOptions::new(chromium)).await.unwrap();
    let limits = Limits { wall_clock_ms_max: 3_600_000, ..Limits::default() };
    let answer =
        fs::read_to_string(workspace().join("tests/games/written").join(name).join("plan_answer.json")).unwrap();
    let model = ScriptedModel::new(replies)
        .answering(ModelPurpose::Clarify, [small(clarify_of(&serde_json::from_str(&answer).unwrap()))])
        .answering(ModelPurpose::Plan, [small(answer)]);
    let ran = run(idea, model, limits, Some(&tester)).await;
    let why = format!("{name}: {} {:?}", ran.delivery.why, findings(&ran));
    assert_eq!((ran.delivery.mode, ran.exit), (Some(DeliveryMode::Generated), 0), "{why}");
    assert!(ran.delivery.proven, "{why}");
    assert_eq!(ran.delivery.build, u32::try_from(builds).ok(), "{why}");
    assert_eq!(ran.asked(ModelPurpose::Build).len() + ran.asked(ModelPurpose::Repair).len(), asked, "{why}");
    let delivered = ran.store.folder(&ran.run, "game").unwrap();
    assert_eq!(delivered.text("game.js").unwrap().trim(), good.game_js.trim());
}

/// What the model behind a plan says to the idea of it.
fn clarify_of(plan: &Value) -> String {
    let open = |dimension: &str, value: &Value| json!({"dimension": dimension, "quote": "", "value": value, "why": plan["aim"], "question": "", "choices": []});
    let open = [open("objective", &plan["scoring"]), open("lose", &plan["lose"]), open("style", &plan["style"])];
    json!({"aim": plan["aim"], "open": open}).to_string()
}

fn findings(ran: &Ran) -> Vec<String> {
    let blockers = ran.events.events().into_iter().filter_map(|event| match event.event {
        Event::Finding { build, finding } => {
            Some(format!("{build}: {} {:?} {}", finding.code, finding.severity, finding.what))
        }
        _ => None,
    });
    blockers.collect()
}

macro_rules! written {
    ($($test:ident: $name:literal, $idea:literal, $course:expr, $defects:expr;)*) => {
        $(#[tokio::test(flavor = "multi_thread")]
        async fn $test() {
            written($name, $idea, $course, $defects).await;
        })*
    };
}

// The script does not parse, or the game has no way to be lost, or its player does not move.
const NO_COMMA: Defect = ("const H = 480;", "const H = = 480;");
const DEAD_LEFT_RIGHT: Defect = ("const axis = ", "const axis = 0 * ");

written! {
    written_01_dodge_good_at_once: "lantern-moth", "a moth dodges rain and catches sparks", Course::Good, &[];
    written_02_stacking_good_at_once: "plank-tower", "stack planks into a tower", Course::Good, &[];
    written_03_snake_good_at_once: "garden-snake", "a snake that eats berries in a garden", Course::Good, &[];
    written_04_breakout_good_at_once: "brick-kiln", "knock bricks out of a kiln with an ember", Course::Good, &[];
    written_05_shooter_good_at_once: "comet-guard", "shoot comets before they hit the town", Course::Good, &[];
    written_06_collecting_good_at_once: "tide-pools", "a crab gathers shells before the tide", Course::Good, &[];
    written_07_dodge_repaired_once: "lantern-moth", "a moth dodges rain", Course::Repaired(1), &[DEAD_LEFT_RIGHT];
    written_08_stacking_repaired_once: "plank-tower", "a tower of planks", Course::Repaired(1), &[("code === 'Space'", "code === 'Spacebar'")];
    written_09_shooter_repaired_once: "comet-guard", "guard the town from comets", Course::Repaired(1), &[NO_COMMA];
    written_10_breakout_repaired_twice: "brick-kiln", "bricks in a kiln", Course::Repaired(2), &[NO_COMMA, DEAD_LEFT_RIGHT];
    written_11_snake_truncated: "garden-snake", "a garden snake", Course::Truncated, &[];
    written_12_collecting_refused_first: "tide-pools", "a crab and its shells", Course::Refused, &[];
}
