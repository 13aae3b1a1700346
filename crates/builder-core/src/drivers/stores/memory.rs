use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use async_trait::async_trait;

use crate::{
    game::GameFolder,
    ports::{ArtifactStore, CheckpointStore, Fault, History, Hold},
    protocol::{CheckpointRecord, EVENTS_FILE, RunId},
};

/// Keeps runs in memory, for tests and for programs that embed the library.
#[derive(Debug, Default)]
pub struct MemoryStore {
    runs: Mutex<BTreeMap<RunId, Kept>>,
}

#[derive(Debug, Default)]
struct Kept {
    records: Vec<CheckpointRecord>,
    held: Weak<String>,
    builds: BTreeMap<u32, GameFolder>,
    folders: BTreeMap<String, GameFolder>,
    documents: BTreeMap<String, Vec<u8>>,
    events: String,
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    /// The folder `game` or `debug` of a run.
    pub fn folder(&self, run: &RunId, name: &str) -> Option<GameFolder> {
        self.runs().get(run).and_then(|kept| kept.folders.get(name).cloned())
    }

    /// The lines of `events.ndjson`.
    pub fn events(&self, run: &RunId) -> String {
        self.runs().get(run).map(|kept| kept.events.clone()).unwrap_or_default()
    }

    fn runs(&self) -> MutexGuard<'_, BTreeMap<RunId, Kept>> {
        // A panic of another thread leaves whole values behind: every change here is a single insertion.
        self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl CheckpointStore for MemoryStore {
    async fn append(&self, run: &RunId, record: &CheckpointRecord) -> Result<(), Fault> {
        let mut runs = self.runs();
        let kept = runs.entry(run.clone()).or_default();
        match usize::try_from(record.seq) {
            Ok(seq) if seq == kept.records.len() => {
                kept.records.push(record.clone());
                Ok(())
            }
            Ok(seq) if kept.records.get(seq) == Some(record) => Ok(()),
            _ => Err(Fault::new("checkpoint-taken", format!("{run} has another checkpoint {}", record.seq))),
        }
    }

    async fn history(&self, run: &RunId) -> Result<History, Fault> {
        let records = self.runs().get(run).map(|kept| kept.records.clone()).unwrap_or_default();
        Ok(History { records, problems: Vec::new() })
    }

    async fn hold(&self, run: &RunId, owner: &str) -> Result<Hold, Fault> {
        let mut runs = self.runs();
        let kept = runs.entry(run.clone()).or_default();
        if let Some(holder) = kept.held.upgrade() {
            return Err(Fault::new("run-taken", format!("{run} is being worked on by {holder}")));
        }
        let guard = Arc::new(owner.to_owned());
        kept.held = Arc::downgrade(&guard);
        Ok(Hold::new(guard))
    }

    async fn set_aside(&self, run: &RunId, from: u64) -> Result<(), Fault> {
        let from = usize::try_from(from).unwrap_or(usize::MAX);
        self.runs().entry(run.clone()).or_default().records.truncate(from);
        Ok(())
    }

    async fn runs(&self) -> Result<Vec<RunId>, Fault> {
        Ok(Self::runs(self).iter().filter(|(_, kept)| !kept.records.is_empty()).map(|(run, _)| run.clone()).collect())
    }
}

#[async_trait]
impl ArtifactStore for MemoryStore {
    async fn put_build(&self, run: &RunId, build: u32, game: &GameFolder) -> Result<(), Fault> {
        let mut runs = self.runs();
        let known = runs.entry(run.clone()).or_default().builds.entry(build).or_insert_with(|| game.clone());
        if known == game {
            Ok(())
        } else {
            Err(Fault::new("build-unreadable", format!("build {build} has other bytes")))
        }
    }

    async fn build(&self, run: &RunId, build: u32) -> Result<GameFolder, Fault> {
        self.runs()
            .get(run)
            .and_then(|kept| kept.builds.get(&build).cloned())
            .ok_or_else(|| Fault::new("build-unreadable", format!("{run} has no build {build}")))
    }

    async fn swap_folder(&self, run: &RunId, name: &str, folder: &GameFolder) -> Result<(), Fault> {
        self.runs().entry(run.clone()).or_default().folders.insert(name.to_owned(), folder.clone());
        Ok(())
    }

    async fn put_document(&self, run: &RunId, name: &str, bytes: &[u8]) -> Result<(), Fault> {
        self.runs().entry(run.clone()).or_default().documents.insert(name.to_owned(), bytes.to_vec());
        Ok(())
    }

    async fn document(&self, run: &RunId, name: &str) -> Result<Option<Vec<u8>>, Fault> {
        let runs = self.runs();
        let Some(kept) = runs.get(run) else { return Ok(None) };
        if name == EVENTS_FILE {
            return Ok(Some(kept.events.clone().into_bytes()));
        }
        let in_folder = || {
            let (folder, file) = name.split_once('/')?;
            kept.folders.get(folder)?.files.get(file).cloned()
        };
        Ok(kept.documents.get(name).cloned().or_else(in_folder))
    }

    async fn append_event(&self, run: &RunId, line: &str) -> Result<(), Fault> {
        let mut runs = self.runs();
        let events = &mut runs.entry(run.clone()).or_default().events;
        events.push_str(line);
        events.push('\n');
        Ok(())
    }
}
