use std::{
    collections::{BTreeMap, VecDeque},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use async_trait::async_trait;

use crate::{
    codes::Fault,
    game::GameFolder,
    ports::{
        ArtifactStore, CheckpointStore, Clock, EventSink, History, Hold, LanguageModel, ModelCall, ModelFault,
        ModelReply,
    },
    protocol::{CheckpointRecord, EventRecord, ModelPurpose, RunId},
};

/// A clock that moves on by a fixed step each time it is read.
#[derive(Debug)]
pub struct ManualClock {
    now_ms: AtomicU64,
    step_ms: u64,
}

impl ManualClock {
    /// A clock that begins at `now_ms` and goes on by `step_ms` at each reading.
    pub fn new(now_ms: u64, step_ms: u64) -> Self {
        Self { now_ms: AtomicU64::new(now_ms), step_ms }
    }
}

impl Clock for ManualClock {
    fn now_ms(&self) -> u64 {
        self.now_ms.fetch_add(self.step_ms, Ordering::SeqCst)
    }
}

/// A model that gives prepared replies in order, then fails. Without prepared answers for clarifying and planning
/// it fails there, and a run goes by its rules.
#[derive(Debug, Default)]
pub struct ScriptedModel {
    replies: Mutex<VecDeque<Result<ModelReply, Fault>>>,
    answers: Mutex<BTreeMap<ModelPurpose, VecDeque<Result<ModelReply, Fault>>>>,
    calls: Mutex<Vec<ModelCall>>,
}

impl ScriptedModel {
    /// A model with these replies to questions for code, whether builds or repairs.
    pub fn new(replies: impl IntoIterator<Item = Result<ModelReply, Fault>>) -> Self {
        Self { replies: Mutex::new(replies.into_iter().collect()), ..Self::default() }
    }

    /// The same with these answers for clarifying or planning.
    pub fn answering(
        self,
        purpose: ModelPurpose,
        answers: impl IntoIterator<Item = Result<ModelReply, Fault>>,
    ) -> Self {
        let prepared = answers.into_iter().collect();
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).insert(purpose, prepared);
        self
    }

    /// What it was asked for one purpose.
    pub fn calls_for(&self, purpose: ModelPurpose) -> Vec<ModelCall> {
        self.calls().into_iter().filter(|call| call.purpose == purpose).collect()
    }

    /// What it was asked.
    pub fn calls(&self) -> Vec<ModelCall> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[async_trait]
impl LanguageModel for ScriptedModel {
    async fn complete(&self, call: &ModelCall) -> Result<ModelReply, ModelFault> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner).push(call.clone());
        let next = match call.purpose {
            ModelPurpose::Build | ModelPurpose::Repair => {
                self.replies.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
            }
            purpose => {
                let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
                answers.get_mut(&purpose).and_then(VecDeque::pop_front)
            }
        };
        next.unwrap_or_else(|| Err(Fault::new("model-failed", "the script has no more replies")))
            .map_err(ModelFault::from)
    }
}

/// Keeps every event.
#[derive(Debug, Default)]
pub struct EventLog {
    events: Mutex<Vec<EventRecord>>,
}

impl EventLog {
    /// What was told so far.
    pub fn events(&self) -> Vec<EventRecord> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl EventSink for EventLog {
    fn emit(&self, event: &EventRecord) {
        self.events.lock().unwrap_or_else(PoisonError::into_inner).push(event.clone());
    }
}

/// A store that fails at one write, counted over both kinds of store, and at every one after it: what a
/// process meets whose disk is full, and what one leaves behind that was killed there.
#[derive(Debug)]
pub struct FailingStore<S> {
    inner: S,
    writes_left: AtomicU64,
}

impl<S> FailingStore<S> {
    /// Lets `writes` writes pass.
    pub fn after(inner: S, writes: u64) -> Self {
        Self { inner, writes_left: AtomicU64::new(writes) }
    }

    fn write(&self) -> Result<(), Fault> {
        let left = self.writes_left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        left.map(|_| ()).map_err(|_| Fault::new("output-unwritable", "no space left (scripted)"))
    }
}

#[async_trait]
impl<S: CheckpointStore> CheckpointStore for FailingStore<S> {
    async fn append(&self, run: &RunId, record: &CheckpointRecord) -> Result<(), Fault> {
        self.write()?;
        self.inner.append(run, record).await
    }

    async fn history(&self, run: &RunId) -> Result<History, Fault> {
        self.inner.history(run).await
    }

    async fn hold(&self, run: &RunId, owner: &str) -> Result<Hold, Fault> {
        self.inner.hold(run, owner).await
    }

    async fn set_aside(&self, run: &RunId, from: u64) -> Result<(), Fault> {
        self.write()?;
        self.inner.set_aside(run, from).await
    }

    async fn runs(&self) -> Result<Vec<RunId>, Fault> {
        self.inner.runs().await
    }
}

#[async_trait]
impl<S: ArtifactStore> ArtifactStore for FailingStore<S> {
    async fn put_build(&self, run: &RunId, build: u32, game: &GameFolder) -> Result<(), Fault> {
        self.write()?;
        self.inner.put_build(run, build, game).await
    }

    async fn build(&self, run: &RunId, build: u32) -> Result<GameFolder, Fault> {
        self.inner.build(run, build).await
    }

    async fn swap_folder(&self, run: &RunId, name: &str, folder: &GameFolder) -> Result<(), Fault> {
        self.write()?;
        self.inner.swap_folder(run, name, folder).await
    }

    async fn put_document(&self, run: &RunId, name: &str, bytes: &[u8]) -> Result<(), Fault> {
        self.write()?;
        self.inner.put_document(run, name, bytes).await
    }

    async fn document(&self, run: &RunId, name: &str) -> Result<Option<Vec<u8>>, Fault> {
        self.inner.document(run, name).await
    }

    async fn append_event(&self, run: &RunId, line: &str) -> Result<(), Fault> {
        self.write()?;
        self.inner.append_event(run, line).await
    }
}
