use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How much work a plan is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Complexity {
    /// Points for entities, mechanics, states, pairs that meet, physics, levels and predicted tokens.
    pub score: u32,
    /// What the points amount to.
    pub tier: Tier,
    /// What added to the score, in words.
    pub factors: Vec<String>,
    /// Tokens a model is expected to need for the three files.
    pub estimated_builder_tokens: u64,
    /// Tokens a run of this tier may use in all.
    pub token_budget: u64,
}

/// A size of game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// Up to 3 points.
    Simple,
    /// Up to 6 points.
    Moderate,
    /// Above.
    Complex,
}

impl Tier {
    /// The highest score of a simple plan.
    pub const SIMPLE_MAX: u32 = 3;
    /// The highest score of a moderate plan.
    pub const MODERATE_MAX: u32 = 6;

    /// The tier of a score.
    pub const fn of(score: u32) -> Self {
        match score {
            0..=Self::SIMPLE_MAX => Self::Simple,
            ..=Self::MODERATE_MAX => Self::Moderate,
            _ => Self::Complex,
        }
    }

    /// Tokens a run may use, all phases together.
    pub const fn token_budget(self) -> u64 {
        match self {
            Self::Simple => 30_000,
            Self::Moderate => 50_000,
            Self::Complex => 70_000,
        }
    }

    /// Its name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Simple => "simple",
            Self::Moderate => "moderate",
            Self::Complex => "complex",
        }
    }
}
