//! Errors that were thrown, told apart by what they mean.

use super::PlayCheck;
use crate::{
    game::{Finding, Severity},
    ports::Incident,
    validator::{
        evidence::{Evidence, Outcome},
        record::Play,
    },
};

pub(super) const SYNTAX: PlayCheck = PlayCheck { id: "syntax-error", run: |evidence| of(evidence, "syntax-error") };
pub(super) const SCRIPT_BEFORE_DOM: PlayCheck =
    PlayCheck { id: "script-before-dom", run: |evidence| of(evidence, "script-before-dom") };
pub(super) const DOM_ID_MISMATCH: PlayCheck =
    PlayCheck { id: "dom-id-mismatch", run: |evidence| of(evidence, "dom-id-mismatch") };
pub(super) const UNDEFINED_REFERENCE: PlayCheck =
    PlayCheck { id: "undefined-reference", run: |evidence| of(evidence, "undefined-reference") };
pub(super) const REDECLARED_NAME: PlayCheck =
    PlayCheck { id: "redeclared-name", run: |evidence| of(evidence, "redeclared-name") };
pub(super) const CONST_REASSIGNED: PlayCheck =
    PlayCheck { id: "const-reassigned", run: |evidence| of(evidence, "const-reassigned") };
pub(super) const TEMPORAL_DEAD_ZONE: PlayCheck =
    PlayCheck { id: "temporal-dead-zone", run: |evidence| of(evidence, "temporal-dead-zone") };
pub(super) const IN_LOOP: PlayCheck =
    PlayCheck { id: "uncaught-error-in-loop", run: |evidence| of(evidence, "uncaught-error-in-loop") };
pub(super) const ELSEWHERE: PlayCheck =
    PlayCheck { id: "uncaught-error", run: |evidence| of(evidence, "uncaught-error") };

fn of(evidence: &Evidence<'_>, wanted: &str) -> Outcome {
    let mut findings: Vec<Finding> = Vec::new();
    for (play, incident) in evidence.incidents().filter(|(_, incident)| incident.kind == "error") {
        let code = kind_of(evidence, play, incident);
        if code != wanted || findings.iter().any(|other| other.line == incident.line && other.file == incident.file) {
            continue;
        }
        let (what, fix) = words(code, incident);
        let mut finding = evidence.at(evidence.finding(code, what, fix), incident);
        finding.severity = severity(evidence, play, incident, code);
        finding.evidence.insert("error".into(), incident.text.clone().into());
        finding.evidence.insert("play".into(), play.name.clone().into());
        findings.push(finding);
    }
    findings.truncate(8);
    if findings.is_empty() && !evidence.record.played() {
        return Outcome::undecided("the game was not played");
    }
    Outcome::of(findings)
}

fn kind_of(evidence: &Evidence<'_>, play: &Play, incident: &Incident) -> &'static str {
    let text = incident.text.as_str();
    if text.contains("has already been declared") {
        return "redeclared-name";
    }
    if incident.name == "SyntaxError" && incident.context == "load" && !text.contains("JSON") {
        return "syntax-error";
    }
    if text.contains("Assignment to constant variable") {
        return "const-reassigned";
    }
    if text.contains("before initialization") {
        return "temporal-dead-zone";
    }
    if incident.name == "ReferenceError" && text.contains("is not defined") {
        return "undefined-reference";
    }
    if is_storage(incident) {
        return "storage-access";
    }
    if incident.name == "EvalError" {
        return "code-injection";
    }
    if incident.name == "TypeError" && (text.contains("of null") || text.contains("null (")) {
        let early = evidence.facts.scripts.iter().any(|script| {
            script.before_body && Some(&script.file) == incident.file.as_ref() && !script.lookups.is_empty()
        });
        if early && incident.context == "load" {
            return "script-before-dom";
        }
        if !missing_ids(evidence).is_empty() {
            return "dom-id-mismatch";
        }
    }
    if stopped(play, incident) { "uncaught-error-in-loop" } else { "uncaught-error" }
}

/// Whether storage was refused and nobody caught it.
pub(super) fn is_storage(incident: &Incident) -> bool {
    incident.name == "SecurityError" && (incident.text.contains("sandboxed") || incident.text.contains("property from"))
}

/// Ids that are looked up, and that neither the page nor a script gives to an element.
pub(super) fn missing_ids(evidence: &Evidence<'_>) -> Vec<String> {
    let Some(page) = &evidence.facts.page else { return Vec::new() };
    let made = |id: &str| {
        evidence.facts.scripts.iter().any(|script| {
            script.made_ids.iter().any(|made| made == id)
                || script
                    .strings
                    .iter()
                    .any(|(text, _)| text.contains(&format!("id=\"{id}\"")) || text.contains(&format!("id='{id}'")))
        })
    };
    let mut out = Vec::new();
    for lookup in evidence.facts.running().flat_map(|script| &script.lookups) {
        let id = if lookup.by_id { Some(lookup.selector.as_str()) } else { lookup.selector.strip_prefix('#') };
        let Some(id) = id.filter(|id| id.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))) else {
            continue;
        };
        if !page.ids().any(|known| known == id) && !made(id) {
            out.push(id.to_owned());
        }
    }
    out
}

/// Whether the loop ended with this error: afterwards nothing is booked any more, though it was before.
fn stopped(play: &Play, incident: &Incident) -> bool {
    if !matches!(incident.context.as_str(), "frame" | "timer") {
        return false;
    }
    let booked = |moment: &crate::ports::Moment| moment.frames_booked > 0 || moment.timers_booked > 0;
    let before =
        play.shots.iter().any(|shot| shot.moment.ms < incident.ms && booked(&shot.moment)) || incident.ms < 200.0;
    let after = play.shots.iter().rev().find(|shot| shot.moment.ms >= incident.ms);
    let frames = incident.context == "frame" && after.is_some_and(|shot| shot.moment.frames_booked == 0);
    before && (frames || after.is_some_and(|shot| !booked(&shot.moment)))
}

fn severity(evidence: &Evidence<'_>, play: &Play, incident: &Incident, code: &str) -> Severity {
    let dead = stopped(play, incident);
    let plays_on = evidence.record.started() && evidence.record.controls.iter().any(|control| control.noticed);
    match (code, incident.context.as_str()) {
        ("uncaught-error", "load") => {
            if plays_on || evidence.record.started() {
                Severity::Warning
            } else {
                Severity::Blocker
            }
        }
        ("uncaught-error", _) => Severity::Warning,
        ("uncaught-error-in-loop", _) => Severity::Blocker,
        (_, "load") => {
            if plays_on {
                Severity::Warning
            } else {
                Severity::Blocker
            }
        }
        (_, "input") => Severity::Blocker,
        _ if dead => Severity::Blocker,
        // The loop survives, but what should follow does not: score, end or restart die of it.
        _ => Severity::Blocker,
    }
}

fn words(code: &str, incident: &Incident) -> (String, String) {
    let text = incident.text.trim_end_matches('.');
    let when = match incident.context.as_str() {
        "load" => "while loading",
        "frame" => "in a frame",
        "timer" => "in a timer",
        _ => "when the player acts",
    };
    let what = format!("{text}, thrown {when}.");
    let fix = match code {
        "syntax-error" => "Correct the syntax.".to_owned(),
        "redeclared-name" => "Declare the name in one script only.".to_owned(),
        "undefined-reference" => "Declare the name, or use the right one.".to_owned(),
        "const-reassigned" => "Declare the variable with let.".to_owned(),
        "temporal-dead-zone" => "Move the use below the declaration, or run it after loading.".to_owned(),
        "script-before-dom" => "Load the script with defer, or at the end of the body.".to_owned(),
        "dom-id-mismatch" => "Use the id that the element in index.html has.".to_owned(),
        "uncaught-error-in-loop" => "Correct the cause; the frame loop ended with it.".to_owned(),
        _ => "Correct the cause.".to_owned(),
    };
    (what, fix)
}
