use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    delivery::{DeliveryMode, EndReason},
    phase::Phase,
    run_id::RunId,
};
use crate::game::SchemaVersion;

/// What a run was and came to, `run_manifest.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RunManifest {
    /// Version of this shape.
    pub schema_version: SchemaVersion,
    /// The run.
    pub run_id: RunId,
    /// The idea.
    pub idea: String,
    /// The dice.
    pub seed: u64,
    /// The model that was asked for; none for the composer.
    pub model: Option<String>,
    /// [`Phase::Done`] or [`Phase::Failed`].
    pub final_state: Phase,
    /// What was delivered.
    pub mode: Option<DeliveryMode>,
    /// Why it ended.
    pub reason: EndReason,
    /// The same in a sentence.
    pub why: String,
    /// The phases.
    pub phases: PhaseSummaries,
    /// Builds again, for whatever reason.
    pub retries: u32,
    /// Time the run worked, in milliseconds.
    pub elapsed_ms: u64,
    /// Tokens of models, in and out.
    pub tokens: u64,
    /// What the models cost in US dollars; none when a price is unknown, 0 when none was asked.
    pub cost_usd: Option<f64>,
    /// First 12 hex digits of the SHA-256 of each prompt that was used, by file name; none when none was.
    pub prompt_hashes: Option<BTreeMap<String, String>>,
    /// The build in `game/`.
    pub build: Option<u32>,
    /// SHA-256 of each delivered file in hex.
    pub files: BTreeMap<String, String>,
    /// The program that wrote this.
    pub tool_version: String,
    /// When the run began, in RFC 3339.
    pub started_at: String,
    /// When it ended, in RFC 3339.
    pub ended_at: String,
}

/// The phases of a run in figures.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PhaseSummaries {
    /// None when the run did not get there.
    pub clarifying: Option<ClarifyingSummary>,
    /// None when the run did not get there.
    pub planning: Option<PlanningSummary>,
    /// All builds.
    pub building: BuildingSummary,
    /// All readings.
    pub critiquing: CritiquingSummary,
    /// All plays.
    pub validating: ValidatingSummary,
}

/// Clarifying in figures.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClarifyingSummary {
    /// Rounds of questions.
    pub rounds: u32,
    /// Confidence before assumptions, 0 to 1.
    pub confidence: f64,
    /// How many things were assumed.
    pub assumptions: u32,
}

/// Planning in figures.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanningSummary {
    /// Complexity score.
    pub complexity: u32,
    /// `simple`, `moderate` or `complex`.
    pub tier: String,
    /// Tokens that a game of this tier may use.
    pub token_budget: u64,
    /// Whether the plan was simplified.
    pub simplified: bool,
}

/// Building in figures.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BuildingSummary {
    /// Builds that were written.
    pub builds: u32,
    /// Attempts that held no game.
    pub unreadable: u32,
    /// Tokens, in and out.
    pub tokens: u64,
}

/// Critiquing in figures.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CritiquingSummary {
    /// Builds that were read.
    pub rounds: u32,
    /// Blockers in the last one.
    pub criticals: u32,
    /// Checks that were decided in the last one.
    pub checks: u32,
}

/// Validating in figures.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ValidatingSummary {
    /// Builds that were played.
    pub rounds: u32,
    /// Checks of the last one that passed.
    pub checks_passed: u32,
    /// Checks of the last one that failed.
    pub checks_failed: u32,
    /// Checks of the last one that could not be decided.
    pub checks_not_run: u32,
    /// Blockers in the last one.
    pub blockers: u32,
    /// Warnings in the last one.
    pub warnings: u32,
    /// What it was played in.
    pub engine: Option<String>,
}
