use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::SchemaVersion;

/// What a model is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ModelPurpose {
    /// What an idea says, and what to assume for what it leaves open.
    Clarify,
    /// The design of a game, from what is wanted.
    Plan,
    /// The three files of a game, from a plan.
    Build,
    /// A game's files again, with the findings of the last build.
    Repair,
}

impl ModelPurpose {
    /// All of them, in the order of a run.
    pub const ALL: [Self; 4] = [Self::Clarify, Self::Plan, Self::Build, Self::Repair];

    /// Its name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Clarify => "clarify",
            Self::Plan => "plan",
            Self::Build => "build",
            Self::Repair => "repair",
        }
    }
}

/// A question to a model and what it answered, as it is stored: what was paid for is asked once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ModelCallRecord {
    /// Version of this shape.
    pub schema_version: SchemaVersion,
    /// Its number within the run, from 1.
    pub call: u32,
    /// The build it is about; none before there is one.
    pub build: Option<u32>,
    /// What for.
    pub purpose: ModelPurpose,
    /// The model that was asked.
    pub model: String,
    /// The provider and model that answered; none when it is the one that was asked.
    pub answered_by: Option<String>,
    /// What it was told to be.
    pub system: String,
    /// What it was asked.
    pub user: String,
    /// What an earlier reply began.
    pub begun: Option<String>,
    /// The most it might answer, in tokens.
    pub tokens_out_max: u32,
    /// What it answered.
    pub reply: String,
    /// Whether the answer ended because no more tokens were allowed.
    pub cut_off: bool,
    /// What it used; none when nothing is known.
    pub usage: Option<Usage>,
    /// What was odd about the way here.
    pub notes: Vec<String>,
}

/// What a model used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Usage {
    /// Tokens read, those from a cache included.
    pub tokens_in: u64,
    /// Tokens written, those of reasoning included.
    pub tokens_out: u64,
    /// Of the tokens read, those from a cache.
    #[serde(default)]
    pub tokens_cached: u64,
    /// Of the tokens written, those of reasoning.
    #[serde(default)]
    pub tokens_reasoning: u64,
    /// Whether the server did not say and the figures are estimated from the text.
    #[serde(default)]
    pub estimated: bool,
    /// What it cost in millionths of a US dollar; none when the price is unknown.
    #[serde(default)]
    pub cost_microusd: Option<u64>,
}

impl Usage {
    /// Both together. A price that one of them lacks is unknown for both.
    pub fn plus(self, other: Self) -> Self {
        Self {
            tokens_in: self.tokens_in.saturating_add(other.tokens_in),
            tokens_out: self.tokens_out.saturating_add(other.tokens_out),
            tokens_cached: self.tokens_cached.saturating_add(other.tokens_cached),
            tokens_reasoning: self.tokens_reasoning.saturating_add(other.tokens_reasoning),
            estimated: self.estimated || other.estimated,
            cost_microusd: self.cost_microusd.zip(other.cost_microusd).map(|(one, two)| one.saturating_add(two)),
        }
    }
}

/// How many tokens a text is, roughly: a quarter of its characters, more for scripts that have no spaces.
pub fn estimate_tokens(text: &str) -> u64 {
    let (mut narrow, mut wide) = (0_u64, 0_u64);
    for letter in text.chars() {
        if u32::from(letter) < 0x2e80 { narrow += 1 } else { wide += 1 }
    }
    narrow.div_ceil(4) + wide
}
