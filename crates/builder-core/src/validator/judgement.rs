use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::{
    bot::values::{Meaning, as_number},
    checks::{ALL, KINDS_DECIDED},
    evidence::{Evidence, Outcome},
    record::PlayRecord,
    twins,
};
use crate::{
    codes::{KINDS, Seen},
    critic::{kept_in_profile, suspicions},
    game::{
        CheckResult, CheckStatus, Finding, Judgement, MinimalPlan, Profile, SchemaVersion, Severity, Verdict,
        order_findings,
    },
    source::Facts,
};

/// Puts together what the source and the plays say.
pub(super) fn make(
    record: &PlayRecord,
    facts: &Facts,
    promises: Option<&MinimalPlan>,
    profile: Profile,
    mut findings: Vec<Finding>,
    source_checks: Vec<CheckResult>,
) -> Judgement {
    let evidence = Evidence { record, facts, promises, profile };
    let played = record.engine != "none" && !record.plays.is_empty();
    let mut outcomes: BTreeMap<&str, Outcome> = BTreeMap::new();
    if played {
        let seen = ALL.iter().map(|check| (check.id, (check.run)(&evidence)));
        let asked = twins::checks().map(|check| (check.id, twins::judge(&evidence, check)));
        for (id, mut outcome) in seen.chain(asked) {
            outcome.findings.iter_mut().for_each(|finding| kept_in_profile(finding, profile, facts));
            outcomes.insert(id, outcome);
        }
    }
    for outcome in outcomes.values_mut() {
        for finding in std::mem::take(&mut outcome.findings) {
            add(&mut findings, finding);
        }
    }
    find_causes(&mut findings);
    order_findings(&mut findings);
    let suspicions = suspicions(facts);
    let mut checks: Vec<CheckResult> = KINDS
        .iter()
        .map(|kind| {
            let source = source_checks.iter().find(|check| check.id == kind.id);
            let outcome = outcomes.get(kind.id);
            let failed = findings.iter().any(|finding| finding.code == kind.id);
            let measured = outcome.map(|outcome| outcome.measured.clone()).unwrap_or_default();
            let mut result = if failed {
                CheckResult::failed(kind.id)
            } else if let Some(outcome) = outcome {
                match (&outcome.undecided, source.map(|check| check.status)) {
                    (Some(_), Some(CheckStatus::Passed)) => CheckResult::passed(kind.id),
                    (Some(why), _) => CheckResult::not_run(kind.id, why.clone()),
                    (None, _) => CheckResult { reason: outcome.reason.clone(), ..CheckResult::passed(kind.id) },
                }
            } else {
                match source {
                    Some(check) if kind.seen == Seen::Source => check.clone(),
                    // What the source shows nothing of and no run contradicted.
                    Some(check)
                        if played
                            && check.status == CheckStatus::NotRun
                            && kind.seen == Seen::SourceAndRun
                            && KINDS_DECIDED.contains(&kind.id) =>
                    {
                        CheckResult::passed(kind.id)
                    }
                    Some(check) if check.status != CheckStatus::NotRun => check.clone(),
                    _ if !played => CheckResult::not_run(kind.id, "no browser"),
                    Some(CheckResult { reason: Some(reason), .. }) => CheckResult::not_run(kind.id, reason.clone()),
                    _ => CheckResult::not_run(kind.id, "not yet decided by this version"),
                }
            };
            if let (CheckStatus::NotRun, Some(suspicion)) =
                (result.status, suspicions.iter().find(|suspicion| suspicion.code == kind.id))
            {
                let reason = result.reason.unwrap_or_default();
                result.reason = Some(format!("{reason}; the source makes it likely: {suspicion}"));
            }
            result.measured = measured;
            result
        })
        .collect();
    let decided = |id: &str| checks.iter().any(|check| check.id == id && check.status != CheckStatus::NotRun);
    let proven = record.engine.starts_with("chromium")
        && KINDS
            .iter()
            .filter(|kind| kind.severity == Severity::Blocker && KINDS_DECIDED.contains(&kind.id))
            .all(|kind| decided(kind.id));
    checks.extend(named(&evidence, &findings, played));
    checks.iter_mut().for_each(|check| rounded(&mut check.measured));
    findings.iter_mut().for_each(|finding| rounded(&mut finding.evidence));
    Judgement {
        schema_version: SchemaVersion,
        verdict: Verdict::of(&findings),
        proven,
        engine: record.engine.clone(),
        profile,
        findings,
        checks,
        files: record.files.clone(),
        simulated_ms: record.simulated_ms,
        wall_ms: 0,
    }
}

/// Numbers as people read them. It also makes them the same when they were written and read again.
fn rounded(values: &mut Map<String, Value>) {
    fn round(value: &mut Value) {
        match value {
            Value::Number(number) if number.is_f64() => {
                *value = number.as_f64().map_or(Value::Null, |number| Value::from((number * 1000.0).round() / 1000.0));
            }
            Value::Array(all) => all.iter_mut().for_each(round),
            Value::Object(all) => all.values_mut().for_each(round),
            _ => {}
        }
    }
    values.values_mut().for_each(round);
}

/// Adds a finding unless the same defect at the same place is there already; what was seen in play outweighs
/// what the source made likely.
fn add(findings: &mut Vec<Finding>, finding: Finding) {
    let same = findings.iter_mut().find(|other| {
        other.code == finding.code
            && (finding.line.is_none()
                || other.line.is_none()
                || (other.file == finding.file && other.line == finding.line))
    });
    match same {
        Some(other) => {
            if finding.severity < other.severity {
                let place = (other.file.take(), other.line.take(), other.column.take());
                *other = finding;
                if other.line.is_none() {
                    (other.file, other.line, other.column) = place;
                }
            } else {
                other.evidence.extend(finding.evidence);
            }
        }
        None => findings.push(finding),
    }
}

/// Which kinds follow from which: the cause first.
const CAUSES: &[(&str, &[&str])] = &[
    (
        "syntax-error",
        &[
            "blank-canvas",
            "start-unreachable",
            "no-input-handler",
            "no-game-loop",
            "undefined-reference",
            "input-has-no-effect",
        ],
    ),
    (
        "redeclared-name",
        &[
            "syntax-error",
            "blank-canvas",
            "start-unreachable",
            "no-input-handler",
            "no-game-loop",
            "undefined-reference",
        ],
    ),
    ("script-not-linked", &["blank-canvas", "start-unreachable", "undefined-reference", "asset-missing"]),
    ("script-before-dom", &["blank-canvas", "start-unreachable", "no-input-handler"]),
    ("elided-code", &["undefined-reference", "blank-canvas", "start-unreachable", "no-game-loop"]),
    ("undefined-reference", &["uncaught-error-in-loop", "uncaught-error", "blank-canvas", "start-unreachable"]),
    ("const-reassigned", &["uncaught-error-in-loop", "uncaught-error"]),
    ("temporal-dead-zone", &["uncaught-error-in-loop", "uncaught-error", "blank-canvas", "start-unreachable"]),
    ("dom-id-mismatch", &["uncaught-error-in-loop", "uncaught-error", "blank-canvas", "start-unreachable"]),
    ("storage-access", &["uncaught-error-in-loop", "uncaught-error", "start-unreachable"]),
    ("no-input-handler", &["start-unreachable", "input-has-no-effect", "plan-control-missing"]),
    ("key-listener-unfocusable", &["start-unreachable", "input-has-no-effect"]),
    ("wrong-key-name", &["start-unreachable", "input-has-no-effect", "plan-control-missing"]),
    ("no-game-loop", &["start-unreachable", "input-has-no-effect", "blank-canvas"]),
    ("overlay-blocks-input", &["input-has-no-effect", "start-unreachable"]),
    ("external-dependency", &["undefined-reference", "uncaught-error", "blank-canvas", "start-unreachable"]),
    ("module-script-on-file-url", &["start-unreachable"]),
    ("instant-game-over", &["input-has-no-effect", "pause-ineffective", "score-never-changes", "plan-control-missing"]),
    ("spawn-flood", &["infinite-loop-in-play", "low-frame-rate"]),
    ("duplicate-listeners", &["pause-ineffective", "input-has-no-effect"]),
];

fn find_causes(findings: &mut [Finding]) {
    let present: Vec<(String, Severity)> =
        findings.iter().map(|finding| (finding.code.clone(), finding.severity)).collect();
    for finding in findings.iter_mut().filter(|finding| finding.caused_by.is_none()) {
        let cause = CAUSES.iter().find(|(cause, effects)| {
            effects.contains(&finding.code.as_str())
                && present.iter().any(|(code, severity)| code == cause && *severity == Severity::Blocker)
        });
        finding.caused_by = cause.map(|(cause, _)| (*cause).to_owned());
    }
}

/// Checks with names of their own, which plans and reports speak of.
fn named(evidence: &Evidence<'_>, findings: &[Finding], played: bool) -> Vec<CheckResult> {
    let record = evidence.record;
    let blocked = |codes: &[&str]| {
        findings.iter().any(|finding| finding.severity == Severity::Blocker && codes.contains(&finding.code.as_str()))
    };
    let check = |id: &str, decided: Option<bool>, why: &str, measured: Vec<(&str, Value)>| {
        let mut result = match decided {
            _ if !played => CheckResult::not_run(id, "no browser"),
            Some(true) => CheckResult::passed(id),
            Some(false) => CheckResult::failed(id).because(why),
            None => CheckResult::not_run(id, why),
        };
        result.measured = measured.into_iter().map(|(name, value)| (name.to_owned(), value)).collect::<Map<_, _>>();
        result
    };
    let moved = record
        .controls
        .iter()
        .filter(|control| control.noticed)
        .map(|control| control.input.clone())
        .collect::<Vec<_>>();
    let scores = evidence.series(Meaning::Score);
    let score = scores.values().find(|values| values.windows(2).any(|pair| pair[0] != pair[1]));
    let variables =
        record.plays.iter().flat_map(|play| &play.shots).map(|shot| shot.moment.state.len()).max().unwrap_or(0);
    let errors = evidence.incidents().filter(|(_, incident)| incident.kind == "error").count();
    let counts = entity_counts(evidence);
    let most = counts.iter().copied().max().unwrap_or(0);
    vec![
        check(
            "debug_hook_present",
            (variables > 0).then_some(true),
            "no variable of the game could be read",
            vec![("variables", Value::from(variables))],
        ),
        check(
            "behavioral_input_moves_player",
            if moved.is_empty() {
                blocked(&["input-has-no-effect", "no-input-handler"]).then_some(false)
            } else {
                Some(true)
            },
            "no control was seen to change anything",
            vec![("controls", Value::from(moved))],
        ),
        check(
            "behavioral_score_updates",
            if score.is_some() { Some(true) } else { blocked(&["score-never-changes", "hud-stale"]).then_some(false) },
            "no shown score changed",
            score
                .map(|values| {
                    vec![("first", Value::from(values.first().copied())), ("last", Value::from(values.last().copied()))]
                })
                .unwrap_or_default(),
        ),
        check(
            "behavioral_gameover_flag_exists",
            if record.end.is_some() { Some(true) } else { blocked(&["game-over-unreachable"]).then_some(false) },
            "no end was reached",
            record
                .end
                .as_ref()
                .map(|end| {
                    let flag = end.mode.as_ref().map(|mode| mode.0.clone());
                    vec![
                        ("words", Value::from(end.words.clone())),
                        ("flag", Value::from(flag)),
                        ("after_ms", Value::from(end.after_start_ms)),
                    ]
                })
                .unwrap_or_default(),
        ),
        check(
            "behavioral_no_runtime_errors",
            Some(errors == 0),
            "errors were thrown",
            vec![("errors", Value::from(errors))],
        ),
        check(
            "performance_entity_growth",
            (!counts.is_empty()).then_some(most < 2000),
            if counts.is_empty() { "no list of things could be read" } else { "too many things at once" },
            vec![
                ("first", Value::from(counts.first().copied())),
                ("last", Value::from(counts.last().copied())),
                ("most", Value::from(most)),
            ],
        ),
        check(
            "page_load",
            Some(!blocked(&[
                "infinite-loop-at-load",
                "syntax-error",
                "script-not-linked",
                "entry-missing",
                "script-before-dom",
            ])),
            "the page does not load as it should",
            vec![],
        ),
    ]
}

/// Lengths of all lists together, over the looks that kept variables.
fn entity_counts(evidence: &Evidence<'_>) -> Vec<u64> {
    let mut out = Vec::new();
    for play in evidence.long_plays() {
        for shot in play.shots.iter().filter(|shot| !shot.moment.state.is_empty()) {
            let lengths =
                shot.moment.state.iter().filter(|(path, _)| path.ends_with(".length") || path.ends_with(".size"));
            out.push(lengths.filter_map(|(_, value)| as_number(value)).sum::<f64>() as u64);
        }
    }
    out
}
