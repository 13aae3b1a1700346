use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    finding::{CheckResult, Finding},
    version::SchemaVersion,
};

/// The critic's overall word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Assessment {
    /// Nothing in the way of play-testing.
    Pass,
    /// A blocker: rebuild while that is allowed.
    NeedsFixes,
    /// A blocker of safety: never opened in a browser, never delivered.
    Unsafe,
}

/// One promise of the plan and where it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ComplianceLine {
    /// What the plan says.
    pub promise: String,
    /// Whether the source keeps it.
    pub kept: bool,
    /// Where or why.
    pub evidence: String,
}

/// What can be known of a build from its source, `critique.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CritiqueResult {
    /// Version of this shape.
    pub schema_version: SchemaVersion,
    /// The build that was read.
    pub build: u32,
    /// SHA-256 of its bytes in hex, as [`super::GameFiles::hash`] makes it.
    pub files_hash: String,
    /// The overall word.
    pub overall_assessment: Assessment,
    /// Share of the plan's promises found in the source, 0 to 1.
    pub compliance_score: f64,
    /// The promises one by one.
    pub compliance: Vec<ComplianceLine>,
    /// What is wrong, most serious first.
    pub findings: Vec<Finding>,
    /// What was looked for.
    pub checks: Vec<CheckResult>,
    /// How many of the checks came to a decision.
    pub deterministic_checks_run: u32,
    /// Whether a model was asked too.
    pub model_asked: bool,
}
