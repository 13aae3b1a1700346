use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{delivery::Delivery, effect::Composition, limits::Limits, model::Usage, phase::Phase, run_id::RunId};
use crate::{
    codes::Fault,
    game::{
        Answer, BuildRequest, ClarificationResult, Complexity, CritiqueResult, GamePlan, Question, Requirements,
        SchemaVersion, Suggestion, ValidationReport, digest,
    },
};

/// A fact of a run, in the past tense. State is nothing but all checkpoints so far.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Checkpoint {
    /// The run began.
    Started {
        /// What is asked for.
        request: BuildRequest,
        /// What it may use.
        limits: Limits,
    },
    /// The idea was read.
    IdeaRead {
        /// What it says by itself.
        requirements: Requirements,
    },
    /// A model read the idea.
    Suggested {
        /// What it would take for what is open.
        suggestions: Vec<Suggestion>,
        /// What is known now.
        requirements: Requirements,
        /// What it used.
        usage: Option<Usage>,
    },
    /// A model's answer was not what was asked for; it is asked once more with the complaint.
    Misread {
        /// In which phase.
        phase: Phase,
        /// What was wrong.
        complaint: String,
        /// What it used.
        usage: Option<Usage>,
    },
    /// A model was of no use in a phase; the rules stand in for it.
    StoodIn {
        /// In which phase.
        phase: Phase,
        /// Why.
        why: String,
        /// What the model used all the same.
        usage: Option<Usage>,
    },
    /// The author was asked.
    Answered {
        /// Which round, from 1.
        round: u32,
        /// What was asked.
        questions: Vec<Question>,
        /// What was answered; none when the author does not want to be asked any more.
        answers: Option<Vec<Answer>>,
        /// What is known now.
        requirements: Requirements,
    },
    /// It is clear what is wanted.
    Clarified {
        /// All of it.
        clarification: ClarificationResult,
    },
    /// The game was designed.
    Planned {
        /// The design.
        plan: Box<GamePlan>,
        /// How much work it is.
        complexity: Complexity,
        /// Whether it was simplified once.
        simplified: bool,
        /// What a model used for it; none when it was made by rules.
        #[serde(default)]
        usage: Option<Usage>,
    },
    /// A build was written and stored.
    Built {
        /// Its number, from 1.
        build: u32,
        /// Who wrote it.
        origin: BuildOrigin,
        /// SHA-256 of its bytes in hex.
        files_hash: String,
        /// What the composer chose; none for a model's build.
        composition: Option<Composition>,
        /// What the model used for it; none for the composer's.
        usage: Option<Usage>,
    },
    /// What should have been a build was none.
    BuildFailed {
        /// Who was to write it.
        origin: BuildOrigin,
        /// Why it is none.
        why: String,
        /// What the model used for it.
        usage: Option<Usage>,
    },
    /// A reply ended within a file; only the rest is asked for.
    CutOff {
        /// All of it so far, up to its last whole line.
        begun: String,
        /// What the model used for it.
        usage: Option<Usage>,
    },
    /// A call was not made, because what it may cost at worst is more than is left.
    OverBudget {
        /// Tokens that it may cost.
        needed: u64,
        /// Tokens that were left.
        left: u64,
    },
    /// A build was read by the critic.
    Critiqued {
        /// What it found.
        critique: Box<CritiqueResult>,
    },
    /// A build was played.
    Validated {
        /// What came of it.
        report: Box<ValidationReport>,
    },
    /// The run gave up on the model, or on the plan, and goes on with a template.
    FellBack {
        /// Why.
        reason: FallbackReason,
        /// The same in a sentence.
        why: String,
        /// The plan that the template keeps, in the place of a model's.
        #[serde(default)]
        plan: Option<Box<GamePlan>>,
    },
    /// The world failed; the same effect is due again unless an end follows.
    Faulted {
        /// In which phase.
        phase: Phase,
        /// How.
        fault: Fault,
        /// What a model used all the same.
        #[serde(default)]
        usage: Option<Usage>,
    },
    /// The run is over.
    Ended {
        /// What there is.
        delivery: Delivery,
    },
}

impl Checkpoint {
    /// Its name in file names and events.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Started { .. } => "started",
            Self::IdeaRead { .. } => "idea_read",
            Self::Suggested { .. } => "suggested",
            Self::Misread { .. } => "misread",
            Self::StoodIn { .. } => "stood_in",
            Self::CutOff { .. } => "cut_off",
            Self::OverBudget { .. } => "over_budget",
            Self::Answered { .. } => "answered",
            Self::Clarified { .. } => "clarified",
            Self::Planned { .. } => "planned",
            Self::Built { .. } => "built",
            Self::BuildFailed { .. } => "build_failed",
            Self::Critiqued { .. } => "critiqued",
            Self::Validated { .. } => "validated",
            Self::FellBack { .. } => "fell_back",
            Self::Faulted { .. } => "faulted",
            Self::Ended { .. } => "ended",
        }
    }
}

/// Who wrote a build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BuildOrigin {
    /// The composer, because nobody asked for a model.
    Composer,
    /// A model.
    Model,
    /// The composer, because what was wanted failed.
    Fallback,
}

/// Why a run fell back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FallbackReason {
    /// All retries are used up without a build that passed.
    RetriesUsedUp,
    /// Replies in a row held no game.
    UnreadableReplies,
    /// The tokens do not suffice for another build.
    BudgetUsedUp,
    /// The model did not answer.
    ModelUnavailable,
    /// The time is used up.
    TimeUsedUp,
}

/// A checkpoint as it is stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckpointRecord {
    /// Version of this shape.
    pub schema_version: SchemaVersion,
    /// The run.
    pub run_id: RunId,
    /// Its place, from 0, without gaps.
    pub seq: u64,
    /// When, in RFC 3339.
    pub at: String,
    /// Time the run has worked by then, pauses between resumes not counted, in milliseconds.
    pub elapsed_ms: u64,
    /// The program that wrote it.
    pub tool_version: String,
    /// The fact.
    pub checkpoint: Checkpoint,
    /// First 16 hex digits of the SHA-256 of this record in compact JSON without this field. A store that keeps it
    /// in a file seals it; records of the first versions have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sum: Option<String>,
}

impl CheckpointRecord {
    /// The same with its sum.
    pub fn sealed(self) -> Self {
        Self { sum: self.summed(), ..self }
    }

    /// The same without its sum; none when the sum is not that of the rest.
    pub fn unsealed(self) -> Option<Self> {
        let whole = self.sum.is_none() || self.sum == self.summed();
        whole.then_some(Self { sum: None, ..self })
    }

    fn summed(&self) -> Option<String> {
        let text = serde_json::to_string(&Self { sum: None, ..self.clone() }).ok()?;
        digest(text).get(..16).map(str::to_owned)
    }
}
