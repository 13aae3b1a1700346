use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{
    finding::{CheckStatus, Finding, Judgement, Profile, Severity, Verdict},
    version::SchemaVersion,
};

/// How far a build got when it was judged; a later one is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BuildRank {
    /// A blocker of safety.
    Unsafe,
    /// Nothing unsafe, but it does not load.
    Safe,
    /// It loads, but it cannot be started or steered.
    Loads,
    /// It can be started and steered.
    Plays,
    /// It also ends and restarts.
    EndsAndRestarts,
    /// No blocker at all.
    NoBlocker,
}

/// One check in `validation_report.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckDetail {
    /// The id of the check.
    pub id: String,
    /// Whether it was decided, and how.
    pub status: CheckStatus,
    /// How much a failure of it would matter.
    pub severity: Severity,
    /// What happened, in a sentence.
    pub details: String,
    /// The values it went by.
    pub measured: Map<String, Value>,
    /// A picture that shows it, relative to the run's folder.
    pub screenshot: Option<String>,
}

/// What became of a build when it was played, `validation_report.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ValidationReport {
    /// Version of this shape.
    pub schema_version: SchemaVersion,
    /// The build that was played.
    pub build: u32,
    /// SHA-256 of its bytes in hex, as [`super::GameFiles::hash`] makes it.
    pub files_hash: String,
    /// `fail` exactly when a finding is a blocker.
    pub verdict: Verdict,
    /// Whether every blocker check ran to a decision in Chromium.
    pub proven: bool,
    /// `chromium …` or `none`.
    pub engine: String,
    /// How far it got.
    pub rank: BuildRank,
    /// The rules that applied.
    pub profile: Profile,
    /// What is wrong, most serious first.
    pub findings: Vec<Finding>,
    /// Every check.
    pub checks: Vec<CheckDetail>,
    /// SHA-256 of each file in hex.
    pub files: BTreeMap<String, String>,
    /// Time the game believed to pass, in milliseconds.
    pub simulated_ms: u64,
    /// Time it took, in milliseconds.
    pub wall_ms: u64,
    /// When, in RFC 3339.
    pub timestamp: String,
}

impl ValidationReport {
    /// The report of a judgement on `build`. `severity_of` gives the usual severity of a check's kind.
    pub fn new(
        build: u32,
        files_hash: String,
        judgement: Judgement,
        rank: BuildRank,
        timestamp: String,
        severity_of: impl Fn(&str) -> Severity,
    ) -> Self {
        let checks = judgement
            .checks
            .into_iter()
            .map(|check| {
                let screenshot = check.measured.get("screenshot").and_then(Value::as_str).map(str::to_owned);
                CheckDetail {
                    severity: severity_of(&check.id),
                    details: check.reason.unwrap_or_else(|| match check.status {
                        CheckStatus::Passed => "nothing of this kind was found".to_owned(),
                        CheckStatus::Failed => "see the findings".to_owned(),
                        CheckStatus::NotRun => "did not run".to_owned(),
                    }),
                    id: check.id,
                    status: check.status,
                    measured: check.measured,
                    screenshot,
                }
            })
            .collect();
        Self {
            schema_version: SchemaVersion,
            build,
            files_hash,
            verdict: judgement.verdict,
            proven: judgement.proven,
            engine: judgement.engine,
            rank,
            profile: judgement.profile,
            findings: judgement.findings,
            checks,
            files: judgement.files,
            simulated_ms: judgement.simulated_ms,
            wall_ms: judgement.wall_ms,
            timestamp,
        }
    }
}
