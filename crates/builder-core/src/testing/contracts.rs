#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a contract suite is a test: it says what is wrong by panicking"
)]

use crate::{
    game::{BuildRequest, GameFolder, Requirements, SchemaVersion},
    ports::{ArtifactStore, CheckpointStore},
    protocol::{Checkpoint, CheckpointRecord, Limits, RunId},
};

fn record(run: &RunId, seq: u64, idea: &str) -> CheckpointRecord {
    let checkpoint = if seq == 0 {
        Checkpoint::Started { request: BuildRequest::new(idea), limits: Limits::DEFAULT }
    } else {
        Checkpoint::IdeaRead { requirements: Requirements::default() }
    };
    CheckpointRecord {
        schema_version: SchemaVersion,
        run_id: run.clone(),
        seq,
        at: "2026-01-01T00:00:00.000Z".to_owned(),
        elapsed_ms: seq,
        tool_version: "contract".to_owned(),
        checkpoint,
        sum: None,
    }
}

fn folder(files: &[(&str, &str)]) -> GameFolder {
    GameFolder { files: files.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect() }
}

/// What every [`CheckpointStore`] must do. `store` has to be empty.
///
/// # Panics
/// When it does not.
pub async fn checkpoint_store_contract(store: &dyn CheckpointStore) {
    let (run, other) = (RunId::new("run-a"), RunId::new("run-b"));
    assert!(store.runs().await.unwrap().is_empty(), "an empty store has no runs");
    assert!(store.history(&run).await.unwrap().records.is_empty(), "an unknown run has no history");

    let gap = store.append(&run, &record(&run, 1, "x")).await.unwrap_err();
    assert_eq!(gap.code, "checkpoint-taken", "a gap is refused");

    for seq in 0..3 {
        store.append(&run, &record(&run, seq, "x")).await.unwrap();
    }
    store.append(&other, &record(&other, 0, "y")).await.unwrap();
    store.append(&run, &record(&run, 2, "x")).await.unwrap_or_else(|fault| panic!("the same again is fine: {fault}"));

    let taken = store.append(&other, &record(&other, 0, "z")).await.unwrap_err();
    assert_eq!(taken.code, "checkpoint-taken", "another record of the same number is refused");

    let history = store.history(&run).await.unwrap();
    assert!(history.problems.is_empty());
    assert_eq!(history.records, (0..3).map(|seq| record(&run, seq, "x")).collect::<Vec<_>>());
    assert_eq!(store.history(&other).await.unwrap().records, vec![record(&other, 0, "y")]);
    assert_eq!(store.runs().await.unwrap(), vec![run.clone(), other.clone()], "runs are in order");

    let held = store.hold(&run, "somebody").await.unwrap();
    let taken = store.hold(&run, "somebody else").await.unwrap_err();
    assert_eq!(taken.code, "run-taken", "a run is held by one at a time");
    assert!(taken.detail.contains("somebody"), "it is told by whom: {taken}");
    store.hold(&other, "somebody").await.unwrap_or_else(|fault| panic!("another run is free: {fault}"));
    drop(held);
    store.hold(&run, "somebody else").await.unwrap_or_else(|fault| panic!("what was let go is free: {fault}"));

    store.set_aside(&run, 1).await.unwrap();
    assert_eq!(store.history(&run).await.unwrap().records, [record(&run, 0, "x")], "the rest is put aside");
    store.append(&run, &record(&run, 1, "x")).await.unwrap();
    assert_eq!(store.history(&run).await.unwrap().records.len(), 2, "and the run goes on");
}

/// What every [`ArtifactStore`] must do. `store` has to be empty.
///
/// # Panics
/// When it does not.
pub async fn artifact_store_contract(store: &dyn ArtifactStore) {
    let run = RunId::new("run-a");
    let one = folder(&[("index.html", "<p>1"), ("pictures/a.png", "\u{1}")]);
    let two = folder(&[("index.html", "<p>2")]);

    assert_eq!(store.build(&run, 1).await.unwrap_err().code, "build-unreadable");
    store.put_build(&run, 1, &one).await.unwrap();
    store.put_build(&run, 1, &one).await.unwrap_or_else(|fault| panic!("the same bytes again are fine: {fault}"));
    assert_eq!(store.put_build(&run, 1, &two).await.unwrap_err().code, "build-unreadable", "builds are immutable");
    store.put_build(&run, 2, &two).await.unwrap();
    assert_eq!(store.build(&run, 1).await.unwrap(), one);
    assert_eq!(store.build(&run, 2).await.unwrap(), two);

    store.swap_folder(&run, "game", &one).await.unwrap();
    store.swap_folder(&run, "game", &two).await.unwrap();

    assert_eq!(store.document(&run, "plan.json").await.unwrap(), None);
    store.put_document(&run, "plan.json", b"{}").await.unwrap();
    store.put_document(&run, "plan.json", b"{\"a\": 1}").await.unwrap();
    store.put_document(&run, "screenshots/a.png", &[0, 255]).await.unwrap();
    assert_eq!(store.document(&run, "plan.json").await.unwrap(), Some(b"{\"a\": 1}".to_vec()));
    assert_eq!(store.document(&run, "screenshots/a.png").await.unwrap(), Some(vec![0, 255]));

    store.append_event(&run, "{\"seq\":0}").await.unwrap();
    store.append_event(&run, "{\"seq\":1}").await.unwrap();
}
