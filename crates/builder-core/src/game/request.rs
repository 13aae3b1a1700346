use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::version::SchemaVersion;

/// Who writes the game's code.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CodeAuthor {
    /// The offline composer; no model is asked for anything.
    #[default]
    Composer,
    /// A language model of this name.
    Model(String),
}

/// What a game is played in to judge it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EngineChoice {
    /// Chromium when there is one, else none.
    #[default]
    Auto,
    /// Chromium, or the run cannot be judged.
    Chromium,
    /// No browser: the verdict is from the source alone and unproven.
    None,
}

/// What an author asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BuildRequest {
    /// Version of this shape.
    pub schema_version: SchemaVersion,
    /// The idea as the author wrote it. Only ever data.
    pub idea: String,
    /// Dice for everything that is chosen.
    pub seed: u64,
    /// Who writes the code.
    pub code_author: CodeAuthor,
    /// What it is judged in.
    pub engine: EngineChoice,
    /// Whether a run that cannot be proven, for want of a browser, has failed.
    pub require_proof: bool,
}

impl BuildRequest {
    /// A request for this idea with seed 0, the composer, and whatever browser there is.
    pub fn new(idea: impl Into<String>) -> Self {
        Self {
            schema_version: SchemaVersion,
            idea: idea.into(),
            seed: 0,
            code_author: CodeAuthor::default(),
            engine: EngineChoice::default(),
            require_proof: false,
        }
    }
}
