//! The only loop that awaits: it does what the machine wants through the ports, and decides nothing.

mod ask;
mod error;
mod journal;
mod narrate;
mod perform;
mod record;
mod replay;
mod runs;
mod verify;

use std::collections::BTreeMap;

pub use error::DriveError;
use record::Recorder;
pub use replay::{Difference, Replay, replay};
pub use runs::{RunName, RunOverview, name_run, overviews, replayed};
pub use verify::{Verified, verify};

use crate::{
    game::BuildRequest,
    machine::Machine,
    ports::{ArtifactStore, Author, CheckpointStore, Clock, EventSink, LanguageModel, PlayTester},
    prompts::Prompts,
    protocol::{Checkpoint, Delivery, EVENTS_FILE, Effect, Event, Limits, Outcome, Phase, RunId},
};

/// The world of a run.
#[derive(Clone, Copy)]
pub struct Ports<'a> {
    /// Who has the idea.
    pub author: &'a dyn Author,
    /// Who writes code, when the request asks for a model.
    pub model: Option<&'a dyn LanguageModel>,
    /// What games are played in; none means that the verdict is from the source alone.
    pub tester: Option<&'a dyn PlayTester>,
    /// Where checkpoints are kept.
    pub checkpoints: &'a dyn CheckpointStore,
    /// Where everything else is kept.
    pub artifacts: &'a dyn ArtifactStore,
    /// The time.
    pub clock: &'a dyn Clock,
    /// Who watches.
    pub events: &'a dyn EventSink,
}

/// How a run is driven. None of it changes what the machine decides.
#[derive(Debug, Clone)]
pub struct DriveSettings {
    /// Stop after this phase.
    pub until: Option<Phase>,
    /// Whether a template in a model's place counts as a failure in the exit status.
    pub fail_on_degraded: bool,
    /// The program's name and version, for the records.
    pub tool_version: String,
    /// The prompts for models.
    pub prompts: Prompts,
    /// An author's own templates, by path below the folder of templates.
    pub templates: BTreeMap<String, String>,
}

impl Default for DriveSettings {
    fn default() -> Self {
        Self {
            until: None,
            fail_on_degraded: false,
            tool_version: concat!("builder-core ", env!("CARGO_PKG_VERSION")).to_owned(),
            prompts: Prompts::default(),
            templates: BTreeMap::new(),
        }
    }
}

/// How driving a run ended.
#[derive(Debug, Clone, PartialEq)]
pub enum RunEnd {
    /// The run is over.
    Delivered {
        /// What there is.
        delivery: Delivery,
        /// The file to open, relative to the run's folder; none when nothing was delivered.
        play: Option<String>,
        /// The exit status that stands for it.
        exit: u8,
    },
    /// It stopped where it was asked to.
    Paused {
        /// The phase that would come next.
        before: Phase,
    },
}

/// The file to open and share, relative to the run's folder.
pub const PLAY_FILE: &str = "game/play.html";

/// The manifest, relative to the run's folder: the last document that a delivery writes.
pub const MANIFEST_FILE: &str = "run_manifest.json";

/// Starts a run and drives it to its end.
///
/// # Errors
/// When something could not be stored, or the run has checkpoints already. What is stored stays; [`resume`]
/// goes on from there.
pub async fn build(
    ports: Ports<'_>,
    settings: &DriveSettings,
    run: &RunId,
    request: BuildRequest,
    limits: Limits,
) -> Result<RunEnd, DriveError> {
    let _hold = ports.checkpoints.hold(run, &settings.tool_version).await?;
    let mut recorder = Recorder::new(ports, settings, run, 0);
    let idea = request.idea.clone();
    let code_author = narrate::code_author(&request);
    let (machine, started) = Machine::start(request, limits)?;
    recorder.append(&[started]).await?;
    recorder.emit(Event::RunStarted { idea, code_author, resumed: false }).await?;
    Drive { ports, settings, recorder, machine }.run().await
}

/// Goes on with a run from its last good checkpoint. A run that is over is delivered again.
///
/// # Errors
/// `run-unknown` when there is no such run; otherwise as for [`build`].
pub async fn resume(ports: Ports<'_>, settings: &DriveSettings, run: &RunId) -> Result<RunEnd, DriveError> {
    if ports.checkpoints.history(run).await?.records.is_empty() {
        return Err(DriveError::RunUnknown(run.clone()));
    }
    let _hold = ports.checkpoints.hold(run, &settings.tool_version).await?;
    // Whoever held it until now may have added to it.
    let history = ports.checkpoints.history(run).await?;
    let Some(last) = history.records.last() else {
        return Err(DriveError::RunUnknown(run.clone()));
    };
    let elapsed_ms = last.elapsed_ms;
    let mut notes = Vec::new();
    if let Some(problem) = history.problems.first() {
        ports.checkpoints.set_aside(run, history.records.len() as u64).await?;
        notes.push(format!("{problem}; it is put aside, and the run goes on from checkpoint {}", last.seq));
    }
    if last.tool_version != settings.tool_version && !matches!(last.checkpoint, Checkpoint::Ended { .. }) {
        let (before, now) = (&last.tool_version, &settings.tool_version);
        notes.push(format!("begun by {before}, goes on with {now}: what is made from here on may differ"));
    }
    let facts = history.records.iter().map(|record| (&record.checkpoint, record.elapsed_ms));
    let (machine, pending) = Machine::resume(facts)?;
    let events = ports.artifacts.document(run, EVENTS_FILE).await?.unwrap_or_default();
    let events = events.iter().filter(|byte| **byte == b'\n').count() as u64;
    let mut recorder = Recorder::resumed(ports, settings, run, &history.records, events, elapsed_ms);
    recorder
        .emit(Event::RunStarted {
            idea: machine.state().request.idea.clone(),
            code_author: narrate::code_author(&machine.state().request),
            resumed: true,
        })
        .await?;
    for note in notes {
        recorder.emit(Event::RunNote { note }).await?;
    }
    let mut drive = Drive { ports, settings, recorder, machine };
    // A crash between a checkpoint and its documents leaves the documents behind: they are written again.
    let known: Vec<Checkpoint> = history.records.into_iter().map(|record| record.checkpoint).collect();
    for checkpoint in &known {
        drive.document(checkpoint).await?;
    }
    drive.recorder.append(&pending).await?;
    for checkpoint in &pending {
        drive.follow(checkpoint).await?;
    }
    drive.run().await
}

struct Drive<'a> {
    ports: Ports<'a>,
    settings: &'a DriveSettings,
    recorder: Recorder<'a>,
    machine: Machine,
}

impl Drive<'_> {
    async fn run(mut self) -> Result<RunEnd, DriveError> {
        self.machine.stop_after(self.settings.until);
        loop {
            let effect = self.machine.next_effect();
            match &effect {
                Effect::Deliver(delivery) => {
                    let delivery = delivery.clone();
                    return self.deliver(delivery).await;
                }
                Effect::Pause { before } => {
                    let before = *before;
                    self.recorder.emit(Event::RunPaused { before }).await?;
                    return Ok(RunEnd::Paused { before });
                }
                _ => {}
            }
            self.announce(&effect).await?;
            let outcome = self.perform(&effect).await?;
            let elapsed_ms = self.recorder.elapsed_ms();
            let checkpoints = self.machine.apply(outcome, elapsed_ms)?;
            self.recorder.append(&checkpoints).await?;
            for checkpoint in &checkpoints {
                self.follow(checkpoint).await?;
            }
        }
    }

    /// Tells of a checkpoint and writes the documents that come of it.
    async fn follow(&mut self, checkpoint: &Checkpoint) -> Result<(), DriveError> {
        self.document(checkpoint).await?;
        for event in narrate::events(checkpoint, self.machine.state()) {
            self.recorder.emit(event).await?;
        }
        Ok(())
    }

    async fn announce(&mut self, effect: &Effect) -> Result<(), DriveError> {
        for event in narrate::before(effect, self.machine.state()) {
            self.recorder.emit(event).await?;
        }
        Ok(())
    }

    async fn perform(&mut self, effect: &Effect) -> Result<Outcome, DriveError> {
        if let Effect::Ask { .. } = effect {
            // The author may take all day; that is not the run's time.
            self.recorder.hold();
        }
        let outcome =
            perform::perform(&self.ports, self.settings, &mut self.recorder, self.machine.state(), effect).await;
        self.recorder.go_on();
        outcome
    }
}
