use std::collections::BTreeMap;

use crate::{
    game::{CheckStatus, CodeAuthor, SchemaVersion, Severity},
    machine::State,
    protocol::{
        BuildOrigin, BuildingSummary, ClarifyingSummary, CritiquingSummary, Delivery, PhaseSummaries, PlanningSummary,
        RunId, RunManifest, ValidatingSummary,
    },
};

/// What a manifest is made of besides the state of the run.
#[derive(Debug, Clone)]
pub struct ManifestSource<'a> {
    /// The run.
    pub run_id: &'a RunId,
    /// How it ended.
    pub delivery: &'a Delivery,
    /// SHA-256 of each delivered file in hex.
    pub files: BTreeMap<String, String>,
    /// Hashes of the prompts, if a model was asked.
    pub prompt_hashes: Option<BTreeMap<String, String>>,
    /// The program that runs.
    pub tool_version: &'a str,
    /// When the run began, in RFC 3339.
    pub started_at: String,
    /// When it ended, in RFC 3339.
    pub ended_at: String,
}

/// The manifest of a run that is over.
pub fn manifest(state: &State, source: ManifestSource<'_>) -> RunManifest {
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let critiques: Vec<_> = state.builds.iter().filter_map(|build| build.critique.as_ref()).collect();
    let reports: Vec<_> = state.builds.iter().filter_map(|build| build.report.as_ref()).collect();
    let checks = |status: CheckStatus| {
        reports.last().map_or(0, |report| count(report.checks.iter().filter(|check| check.status == status).count()))
    };
    let findings = |severity: Severity| {
        reports
            .last()
            .map_or(0, |report| count(report.findings.iter().filter(|finding| finding.severity == severity).count()))
    };
    let model = match &state.request.code_author {
        CodeAuthor::Composer => None,
        CodeAuthor::Model(name) => Some(name.clone()),
    };
    let asked = state.spend.model_calls > 0 || state.builds.iter().any(|build| build.origin == BuildOrigin::Model);
    RunManifest {
        schema_version: SchemaVersion,
        run_id: source.run_id.clone(),
        idea: state.request.idea.clone(),
        seed: state.request.seed,
        model,
        final_state: source.delivery.final_state,
        mode: source.delivery.mode,
        reason: source.delivery.reason,
        why: source.delivery.why.clone(),
        phases: PhaseSummaries {
            clarifying: state.clarification.as_ref().map(|clarification| ClarifyingSummary {
                rounds: clarification.rounds,
                confidence: clarification.confidence,
                assumptions: count(clarification.assumptions.len()),
            }),
            planning: state.complexity.as_ref().map(|complexity| PlanningSummary {
                complexity: complexity.score,
                tier: complexity.tier.name().to_owned(),
                token_budget: complexity.token_budget,
                simplified: state.simplified,
            }),
            building: BuildingSummary {
                builds: count(state.builds.len()),
                unreadable: state.unreadable,
                tokens: state.spend.tokens(),
            },
            critiquing: CritiquingSummary {
                rounds: count(critiques.len()),
                criticals: critiques.last().map_or(0, |critique| {
                    count(critique.findings.iter().filter(|finding| finding.severity == Severity::Blocker).count())
                }),
                checks: critiques.last().map_or(0, |critique| critique.deterministic_checks_run),
            },
            validating: ValidatingSummary {
                rounds: count(reports.len()),
                checks_passed: checks(CheckStatus::Passed),
                checks_failed: checks(CheckStatus::Failed),
                checks_not_run: checks(CheckStatus::NotRun),
                blockers: findings(Severity::Blocker),
                warnings: findings(Severity::Warning),
                engine: reports.last().map(|report| report.engine.clone()),
            },
        },
        retries: count(state.builds.len()).saturating_sub(1) + state.unreadable,
        elapsed_ms: state.elapsed_ms,
        tokens: state.spend.tokens(),
        cost_usd: if asked { state.spend.cost_usd() } else { Some(0.0) },
        prompt_hashes: source.prompt_hashes.filter(|_| asked),
        build: source.delivery.build,
        files: source.files,
        tool_version: source.tool_version.to_owned(),
        started_at: source.started_at,
        ended_at: source.ended_at,
    }
}
