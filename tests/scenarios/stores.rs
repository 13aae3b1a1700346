//! Both stores pass the same contracts; the folder also keeps what it has through accidents.

use std::fs;

use builder_core::{
    drivers::stores::{FolderStore, MemoryStore},
    game::{BuildRequest, GameFolder, SchemaVersion},
    ports::{ArtifactStore, CheckpointStore},
    protocol::{Checkpoint, CheckpointRecord, Limits, RunId},
    testing::{artifact_store_contract, checkpoint_store_contract},
};

fn started(run: &RunId) -> CheckpointRecord {
    CheckpointRecord {
        schema_version: SchemaVersion,
        run_id: run.clone(),
        seq: 0,
        at: String::new(),
        elapsed_ms: 0,
        tool_version: "test".to_owned(),
        checkpoint: Checkpoint::Started { request: BuildRequest::new("x"), limits: Limits::DEFAULT },
        sum: None,
    }
}

#[tokio::test]
async fn memory_keeps_the_contracts() {
    checkpoint_store_contract(&MemoryStore::new()).await;
    artifact_store_contract(&MemoryStore::new()).await;
}

#[tokio::test]
async fn a_folder_keeps_the_contracts() {
    let dir = tempfile::tempdir().unwrap();
    checkpoint_store_contract(&FolderStore::new(dir.path().join("checkpoints"))).await;
    let artifacts = FolderStore::new(dir.path().join("artifacts"));
    artifact_store_contract(&artifacts).await;
    let run = artifacts.run_dir(&RunId::new("run-a"));
    assert_eq!(fs::read_to_string(run.join("game/index.html")).unwrap(), "<p>2");
    assert!(!run.join("game/pictures").exists(), "a swapped folder has nothing of the old one");
    assert_eq!(fs::read_to_string(run.join("events.ndjson")).unwrap(), "{\"seq\":0}\n{\"seq\":1}\n");
    let left: Vec<_> = scenarios::files_below(dir.path())
        .into_iter()
        .filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(".tmp")))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[tokio::test]
async fn a_name_cannot_lead_out_of_the_folder_of_a_run() {
    let dir = tempfile::tempdir().unwrap();
    let store = FolderStore::new(dir.path().join("runs"));
    let run = RunId::new("r");
    for name in ["../x", "/etc/x", "a/../../x", "", "a\\b", "nul\0"] {
        assert!(store.put_document(&run, name, b"x").await.is_err(), "{name:?}");
        let game = GameFolder { files: [(name.to_owned(), b"x".to_vec())].into() };
        assert!(store.put_build(&run, 1, &game).await.is_err(), "{name:?}");
        assert!(store.swap_folder(&run, "game", &game).await.is_err(), "{name:?}");
    }
    assert!(scenarios::files_below(dir.path()).is_empty());
}

#[tokio::test]
async fn a_record_that_is_torn_of_another_run_or_newer_is_told_and_never_guessed_at() {
    let dir = tempfile::tempdir().unwrap();
    let store = FolderStore::new(dir.path());
    let run = RunId::new("r");
    store.append(&run, &started(&run)).await.unwrap();
    let file = store.run_dir(&run).join("checkpoints/0001.json");
    let whole = serde_json::to_string(&CheckpointRecord { seq: 1, ..started(&run) }).unwrap();
    for cut in 0..whole.len() {
        fs::write(&file, &whole[..cut]).unwrap();
        let history = store.history(&run).await.unwrap();
        assert_eq!((history.records.len(), history.problems.len()), (1, 1), "cut at {cut}");
    }
    fs::write(&file, whole.replace("\"schema_version\":1,\"run_id\"", "\"schema_version\":2,\"run_id\"")).unwrap();
    assert_eq!(store.history(&run).await.unwrap_err().code, "schema-newer");
    fs::write(&file, whole.replace("\"run_id\":\"r\"", "\"run_id\":\"other\"")).unwrap();
    assert_eq!(store.history(&run).await.unwrap().problems.len(), 1);
    fs::write(store.run_dir(&run).join("checkpoints/0000.json"), "{").unwrap();
    assert_eq!(store.history(&run).await.unwrap_err().code, "checkpoint-corrupt");
}

#[cfg(unix)]
#[tokio::test]
async fn a_root_that_cannot_be_written_says_so() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("a-file");
    fs::write(&file, "in the way").unwrap();
    let store = FolderStore::new(file.join("runs"));
    let run = RunId::new("r");
    assert_eq!(store.append(&run, &started(&run)).await.unwrap_err().code, "output-unwritable");
    assert_eq!(store.put_document(&run, "plan.json", b"x").await.unwrap_err().code, "output-unwritable");
}

/// A flipped bit is noticed, or changes nothing of what the record says.
#[tokio::test]
async fn a_flipped_bit_is_never_believed() {
    let dir = tempfile::tempdir().unwrap();
    let store = FolderStore::new(dir.path());
    let run = RunId::new("r");
    let records = [0, 1, 2].map(|seq| CheckpointRecord { seq, elapsed_ms: 40 + seq, ..started(&run) });
    for record in &records {
        store.append(&run, record).await.unwrap();
    }
    let file = store.run_dir(&run).join("checkpoints/0001.json");
    let whole = fs::read(&file).unwrap();
    let mut noticed = 0;
    for bit in 0..whole.len() * 8 {
        let mut bytes = whole.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        fs::write(&file, &bytes).unwrap();
        match store.history(&run).await {
            Ok(history) if history.problems.is_empty() => assert_eq!(history.records, records, "bit {bit}"),
            Ok(history) => {
                assert_eq!(history.records, records[..1], "bit {bit}");
                noticed += 1;
            }
            Err(fault) => assert_eq!(fault.code, "schema-newer", "bit {bit}"),
        }
    }
    assert!(noticed > whole.len() * 6, "{noticed} of {} bits", whole.len() * 8);
}
