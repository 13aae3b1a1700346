//! tmp
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
/// How much work a plan is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Complexity {
    /// Points.
    pub score: u32,
    /// Tier.
    pub tier: Tier,
    /// What added to the score.
    pub factors: Vec<String>,
    /// Estimate.
    pub estimated_builder_tokens: u64,
    /// Budget.
    pub token_budget: u64,
}
/// Tier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// s
    Simple,
    /// m
    Moderate,
    /// c
    Complex,
}
impl Tier {
    /// Its name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Simple => "simple",
            Self::Moderate => "moderate",
            Self::Complex => "complex",
        }
    }
}
