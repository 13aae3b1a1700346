use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::version::SchemaVersion;

/// How much a finding matters to a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// A person cannot start, steer, finish or restart the game, or it is unsafe to open.
    Blocker,
    /// It plays, but a person would complain.
    Warning,
    /// Good to know.
    Info,
}

/// Who found it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FindingSource {
    /// From the source text alone.
    Critic,
    /// By running the game.
    Validator,
    /// A language model said so.
    Model,
}

/// One defect of a game. A bad game is a finding; a bad world is a fault; a broken contract is an error.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// A code of [`crate::codes::KINDS`].
    pub code: String,
    /// How much it matters here; may be lower than the kind's usual severity.
    pub severity: Severity,
    /// Who found it.
    pub source: FindingSource,
    /// The file it points at, relative to the game's folder.
    pub file: Option<String>,
    /// Line in that file, from 1.
    pub line: Option<u32>,
    /// Column in that line in characters, from 1.
    pub column: Option<u32>,
    /// What is wrong here, in one sentence.
    pub what: String,
    /// Why that matters to a player, in one sentence.
    pub why: String,
    /// What to change, in one sentence.
    pub fix: String,
    /// What a person can check: input, moment, values before and after, screenshot.
    pub evidence: Map<String, Value>,
    /// Code of the finding that is the root of this one.
    pub caused_by: Option<String>,
}

/// Whether a check came to a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckStatus {
    /// Decided: no defect of this kind.
    Passed,
    /// Decided: there is one.
    Failed,
    /// Not decided; the reason says why. Never counts as passed.
    NotRun,
}

/// What became of one check.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckResult {
    /// The id of the check; for most checks the code of the kind it decides.
    pub id: String,
    /// Whether it was decided, and how.
    pub status: CheckStatus,
    /// Why it did not run, or what decided it.
    pub reason: Option<String>,
    /// The values it went by.
    pub measured: Map<String, Value>,
}

impl CheckResult {
    /// A check that found nothing.
    pub fn passed(id: impl Into<String>) -> Self {
        Self { id: id.into(), status: CheckStatus::Passed, reason: None, measured: Map::new() }
    }

    /// A check that found a defect.
    pub fn failed(id: impl Into<String>) -> Self {
        Self { id: id.into(), status: CheckStatus::Failed, reason: None, measured: Map::new() }
    }

    /// A check that could not decide, and why.
    pub fn not_run(id: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { id: id.into(), status: CheckStatus::NotRun, reason: Some(reason.into()), measured: Map::new() }
    }

    /// The same with a measured value.
    pub fn measured(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.measured.insert(name.to_owned(), value.into());
        self
    }

    /// The same with a reason.
    pub fn because(mut self, reason: impl Into<String>) -> Self {
        self.reason = Some(reason.into());
        self
    }
}

/// The answer to "does it play?": `fail` exactly when there is a blocker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// No blocker was found.
    Pass,
    /// There is at least one blocker.
    Fail,
}

impl Verdict {
    /// The verdict that these findings make.
    pub fn of(findings: &[Finding]) -> Self {
        if findings.iter().any(|finding| finding.severity == Severity::Blocker) { Self::Fail } else { Self::Pass }
    }
}

/// Which rules apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Profile {
    /// Games made here: all kinds as the catalogue has them.
    #[default]
    Delivery,
    /// Games of others: what only breaks our rules of delivery is a warning unless play dies of it.
    Play,
}

/// What `validate --json` prints: the whole judgement on one folder.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Judgement {
    /// Version of this shape.
    pub schema_version: SchemaVersion,
    /// `fail` exactly when a finding is a blocker.
    pub verdict: Verdict,
    /// Whether every blocker check ran to a decision in Chromium.
    pub proven: bool,
    /// `chromium …`, `boa` or `none`.
    pub engine: String,
    /// The rules that applied.
    pub profile: Profile,
    /// Defects, most serious first.
    pub findings: Vec<Finding>,
    /// Every check, in the order of the catalogue.
    pub checks: Vec<CheckResult>,
    /// SHA-256 of each file that was judged, in hex.
    pub files: BTreeMap<String, String>,
    /// Time the game believed to pass, over all plays, in milliseconds.
    pub simulated_ms: u64,
    /// Time it took, in milliseconds; the only field that differs between two runs.
    pub wall_ms: u64,
}

/// Sorts findings: blockers first, then by place, then by code, so that equal judgements have equal bytes.
pub fn order_findings(findings: &mut [Finding]) {
    findings.sort_by(|a, b| {
        (a.severity, a.caused_by.is_some(), &a.file, a.line, a.column, &a.code, &a.what).cmp(&(
            b.severity,
            b.caused_by.is_some(),
            &b.file,
            b.line,
            b.column,
            &b.code,
            &b.what,
        ))
    });
}
