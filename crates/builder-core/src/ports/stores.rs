use std::any::Any;

use async_trait::async_trait;

use crate::{
    codes::Fault,
    game::GameFolder,
    protocol::{CheckpointRecord, RunId},
};

/// What is on record of a run.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct History {
    /// Checkpoints, oldest first, without a gap.
    pub records: Vec<CheckpointRecord>,
    /// What could not be read after them, in words; empty when all is well.
    pub problems: Vec<String>,
}

/// A run is held for as long as this lives.
pub struct Hold(#[expect(dead_code, reason = "it is there to be dropped")] Box<dyn Any + Send + Sync>);

impl Hold {
    /// What lets go of the run when it is dropped.
    pub fn new(guard: impl Any + Send + Sync) -> Self {
        Self(Box::new(guard))
    }
}

impl std::fmt::Debug for Hold {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Hold")
    }
}

/// Where checkpoints are kept. Append-only, but for what is put aside.
#[async_trait]
pub trait CheckpointStore: Send + Sync {
    /// Appends `record`; when this returns, the record survives a crash. A record that is already there with
    /// the same content is fine.
    ///
    /// # Errors
    /// `checkpoint-taken` when another record has that sequence number or there is a gap before it,
    /// `output-unwritable` when it cannot be kept.
    async fn append(&self, run: &RunId, record: &CheckpointRecord) -> Result<(), Fault>;

    /// Everything on record; an unknown run has an empty history.
    ///
    /// # Errors
    /// `schema-newer` when a record is of a later version; `checkpoint-corrupt` when none can be read though
    /// some are there.
    async fn history(&self, run: &RunId) -> Result<History, Fault>;

    /// Takes hold of a run for as long as the answer lives: one process at a time works on it. A process that ends
    /// in any way lets go.
    ///
    /// # Errors
    /// `run-taken` with who holds it, `output-unwritable` when that cannot be written down.
    async fn hold(&self, run: &RunId, owner: &str) -> Result<Hold, Fault>;

    /// Puts the records from that number on aside, so that the run can go on from before it. They are kept under
    /// other names where the store has names.
    ///
    /// # Errors
    /// `output-unwritable` when that cannot be done.
    async fn set_aside(&self, run: &RunId, from: u64) -> Result<(), Fault>;

    /// All runs that have a history, in order of their names.
    ///
    /// # Errors
    /// `output-unwritable` when the place cannot be read.
    async fn runs(&self) -> Result<Vec<RunId>, Fault>;
}

/// Where everything else that a run makes is kept.
#[async_trait]
pub trait ArtifactStore: Send + Sync {
    /// Keeps build number `build`. Builds are immutable: the same bytes again are fine.
    ///
    /// # Errors
    /// `build-unreadable` when other bytes have that number, `output-unwritable` when it cannot be kept.
    async fn put_build(&self, run: &RunId, build: u32, game: &GameFolder) -> Result<(), Fault>;

    /// The files of build number `build`.
    ///
    /// # Errors
    /// `build-unreadable` when there is none or it cannot be read.
    async fn build(&self, run: &RunId, build: u32) -> Result<GameFolder, Fault>;

    /// Replaces the folder `name` (`game` or `debug`) as a whole: a reader sees the old or the new one.
    ///
    /// # Errors
    /// `output-unwritable` when it cannot be kept.
    async fn swap_folder(&self, run: &RunId, name: &str, folder: &GameFolder) -> Result<(), Fault>;

    /// Replaces a single document such as `plan.json`, as a whole. `name` is relative, with `/` between parts.
    ///
    /// # Errors
    /// `output-unwritable` when it cannot be kept.
    async fn put_document(&self, run: &RunId, name: &str, bytes: &[u8]) -> Result<(), Fault>;

    /// A document, if it is there.
    ///
    /// # Errors
    /// `output-unwritable` when the place cannot be read.
    async fn document(&self, run: &RunId, name: &str) -> Result<Option<Vec<u8>>, Fault>;

    /// Adds a line to `events.ndjson`. Events are a log, not a record: losing the last ones in a crash is fine.
    ///
    /// # Errors
    /// `output-unwritable` when it cannot be kept.
    async fn append_event(&self, run: &RunId, line: &str) -> Result<(), Fault>;
}
