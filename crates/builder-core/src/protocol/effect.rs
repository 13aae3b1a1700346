use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    checkpoint::BuildOrigin,
    delivery::Delivery,
    model::{ModelPurpose, Usage},
    phase::Phase,
};
use crate::{
    codes::Fault,
    game::{Answers, Complexity, CritiqueResult, GamePlan, Question, Requirements, Suggestion, ValidationReport},
};

/// What the machine wants done next.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Read what the idea says by itself.
    ReadIdea,
    /// Ask a model what the idea says and what fits where it says nothing.
    Suggest,
    /// Ask the author.
    Ask {
        /// Which round, from 1.
        round: u32,
        /// What to ask.
        questions: Vec<Question>,
    },
    /// Design the game by rules.
    Plan,
    /// Have a model design the game.
    Design,
    /// Compose a build from templates and store it.
    Compose {
        /// The number the build is to have.
        build: u32,
        /// On whose account.
        origin: BuildOrigin,
        /// How many compositions of this origin came before: each is another variation.
        attempt: u32,
        /// Whether to take the safest composition there is.
        safe: bool,
    },
    /// Ask a model for a build and store it.
    CallModel {
        /// The number the build is to have.
        build: u32,
        /// What for.
        purpose: ModelPurpose,
    },
    /// Read a build.
    Critique {
        /// Its number.
        build: u32,
    },
    /// Play a build.
    Play {
        /// Its number.
        build: u32,
    },
    /// Everything is decided: put the delivered build in place and write the reports.
    Deliver(Delivery),
    /// A stop was asked for after this phase; the run can be resumed.
    Pause {
        /// The phase that would come next.
        before: Phase,
    },
}

/// What the composer chose for a build.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Composition {
    /// Id of the genre.
    pub genre: String,
    /// Id of the layout.
    pub layout: String,
    /// Ids of the mechanics that are switched on.
    pub mechanics: Vec<String>,
    /// The typed table of the game's numbers.
    pub tunables: BTreeMap<String, Value>,
}

/// What came of an effect.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// Of [`Effect::ReadIdea`].
    IdeaRead(Requirements),
    /// Of [`Effect::Suggest`].
    Suggested {
        /// What a model would take.
        suggestions: Vec<Suggestion>,
        /// What it used.
        usage: Option<Usage>,
    },
    /// Of [`Effect::Ask`].
    Answered(Answers),
    /// Of [`Effect::Plan`] or [`Effect::Design`].
    Planned {
        /// The design.
        plan: Box<GamePlan>,
        /// How much work it is.
        complexity: Complexity,
        /// Whether it was simplified once.
        simplified: bool,
        /// What a model used for it; none when it was made by rules.
        usage: Option<Usage>,
    },
    /// Of [`Effect::Suggest`] or [`Effect::Design`]: the answer is not what was asked for.
    Misread {
        /// What is wrong with it, in words for the model.
        complaint: String,
        /// What the model used.
        usage: Option<Usage>,
    },
    /// Of [`Effect::CallModel`]: the reply ends within a file.
    CutOff {
        /// All of it so far, up to its last whole line.
        begun: String,
        /// What the model used.
        usage: Option<Usage>,
    },
    /// Of any effect that asks a model: what the answer may cost at worst is more than is left.
    TooDear {
        /// Tokens that it may cost.
        needed: u64,
        /// Tokens that are left.
        left: u64,
    },
    /// Of any effect that asks a model: no answer came.
    ModelFault {
        /// Why.
        fault: Fault,
        /// What the attempts used.
        usage: Option<Usage>,
    },
    /// Of [`Effect::Compose`] or [`Effect::CallModel`]: the build is stored.
    Built {
        /// SHA-256 of its bytes in hex.
        files_hash: String,
        /// What the composer chose.
        composition: Option<Composition>,
        /// What the model used.
        usage: Option<Usage>,
    },
    /// Of [`Effect::Compose`] or [`Effect::CallModel`]: there is no game in what came back.
    Unreadable {
        /// Why not.
        why: String,
        /// What the model used.
        usage: Option<Usage>,
    },
    /// Of [`Effect::Critique`].
    Critiqued(Box<CritiqueResult>),
    /// Of [`Effect::Play`].
    Validated(Box<ValidationReport>),
    /// Of any effect: the world failed.
    Fault(Fault),
}
