use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a model is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ModelPurpose {
    /// The three files of a game, from a plan.
    Build,
    /// The three files again, with the findings of the last build.
    Repair,
}

/// What a model used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Usage {
    /// Tokens read.
    pub tokens_in: u64,
    /// Tokens written, those of reasoning included.
    pub tokens_out: u64,
}
