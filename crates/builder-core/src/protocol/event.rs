use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{delivery::Delivery, phase::Phase, run_id::RunId};
use crate::{
    codes::Fault,
    game::{Assumption, CheckStatus, Finding, Question},
};

/// Something that others may watch. Events tell; they never decide.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event")]
pub enum Event {
    /// The run began or goes on.
    #[serde(rename = "run.started")]
    RunStarted {
        /// The idea.
        idea: String,
        /// Who writes the code: `composer` or the model's name.
        code_author: String,
        /// Whether it goes on from earlier checkpoints.
        resumed: bool,
    },
    /// Something about the record of the run is not as it was left.
    #[serde(rename = "run.note")]
    RunNote {
        /// What, and what was done about it.
        note: String,
    },
    /// A phase began.
    #[serde(rename = "phase.started")]
    PhaseStarted {
        /// Which.
        phase: Phase,
        /// The build it is about.
        build: Option<u32>,
    },
    /// A phase came to an end.
    #[serde(rename = "phase.completed")]
    PhaseCompleted {
        /// Which.
        phase: Phase,
        /// What came of it, in a few words.
        summary: String,
    },
    /// The author is asked.
    #[serde(rename = "question")]
    Question {
        /// Which round, from 1.
        round: u32,
        /// What.
        question: Question,
    },
    /// Something was assumed.
    #[serde(rename = "assumption")]
    Assumption {
        /// What and why.
        assumption: Assumption,
    },
    /// A file was written.
    #[serde(rename = "file.written")]
    FileWritten {
        /// Relative to the run's folder.
        path: String,
        /// Its size.
        bytes: u64,
    },
    /// A model was asked and answered.
    #[serde(rename = "llm.completed")]
    LlmCompleted {
        /// Its name.
        model: String,
        /// Tokens read; none when unknown.
        tokens_in: Option<u64>,
        /// Tokens written; none when unknown.
        tokens_out: Option<u64>,
        /// What it cost in US dollars; none when the price is unknown.
        cost_usd: Option<f64>,
    },
    /// A model was of no use in a phase; the rules stand in for it.
    #[serde(rename = "llm.stood_in")]
    StoodIn {
        /// In which phase.
        phase: Phase,
        /// Why.
        why: String,
    },
    /// Something about a reply was odd.
    #[serde(rename = "llm.note")]
    LlmNote {
        /// What.
        note: String,
    },
    /// Four fifths of the tokens are used.
    #[serde(rename = "budget.warning")]
    BudgetWarning {
        /// Tokens used.
        used: u64,
        /// Tokens that may be.
        budget: u64,
    },
    /// A check was decided, or could not be.
    #[serde(rename = "check.result")]
    CheckResult {
        /// The build.
        build: u32,
        /// The check.
        id: String,
        /// How.
        status: CheckStatus,
    },
    /// A defect was found.
    #[serde(rename = "finding")]
    Finding {
        /// The build.
        build: u32,
        /// What.
        finding: Box<Finding>,
    },
    /// Another build is made because of the last one's findings.
    #[serde(rename = "repair.started")]
    RepairStarted {
        /// The number of the new build.
        build: u32,
        /// Because of what.
        why: String,
    },
    /// The run goes on with a template.
    #[serde(rename = "fallback")]
    Fallback {
        /// Why.
        why: String,
    },
    /// The world failed.
    #[serde(rename = "fault")]
    Fault {
        /// How.
        fault: Fault,
    },
    /// The run stopped where it was asked to; it can be resumed.
    #[serde(rename = "run.paused")]
    RunPaused {
        /// The phase that would come next.
        before: Phase,
    },
    /// The end, well.
    #[serde(rename = "run.completed")]
    RunCompleted {
        /// What was delivered.
        delivery: Delivery,
        /// The file to open.
        play: String,
        /// The exit status.
        exit: u8,
    },
    /// The end, otherwise.
    #[serde(rename = "run.failed")]
    RunFailed {
        /// What there is; none when the run broke off with an error.
        delivery: Option<Delivery>,
        /// A stable code.
        code: String,
        /// What happened.
        message: String,
        /// Whether the same again may go well.
        retryable: bool,
        /// What to do.
        remedy: String,
        /// The exit status.
        exit: u8,
    },
}

/// The log of a run's events, relative to its folder.
pub const EVENTS_FILE: &str = "events.ndjson";

/// Version of the stream of events.
pub const EVENTS_VERSION: u32 = 1;

/// An event as it is written: one line of NDJSON.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EventRecord {
    /// Version of the stream.
    pub v: u32,
    /// When, in RFC 3339.
    pub ts: String,
    /// Its place among the events of the run, from 0.
    pub seq: u64,
    /// The run.
    pub run_id: RunId,
    /// What.
    #[serde(flatten)]
    pub event: Event,
}
