use serde_json::Map;

use crate::{
    codes::kind,
    game::{Finding, FindingSource, Profile, Severity},
    source::Place,
};

/// A finding of that kind at that place, as the critic states it.
pub(crate) fn defect(code: &str, place: &Place, what: impl Into<String>, fix: impl Into<String>) -> Finding {
    let known = kind(code);
    let meaning = known.map_or("", |kind| kind.meaning);
    let first = meaning.split(" (").next().unwrap_or(meaning);
    Finding {
        code: code.to_owned(),
        severity: known.map_or(Severity::Warning, |kind| kind.severity),
        source: FindingSource::Critic,
        file: (!place.file.is_empty()).then(|| place.file.clone()),
        line: place.line,
        column: place.column,
        what: what.into(),
        why: format!("For the player: {first}."),
        fix: fix.into(),
        evidence: Map::new(),
        caused_by: None,
    }
}

/// In the profile for games of others, what only breaks our rules of delivery is a warning.
pub(crate) fn kept_in_profile(finding: &mut Finding, profile: Profile) {
    let ours =
        ["blocking-dialog", "storage-access", "external-dependency", "module-script-on-file-url", "dom-injection"];
    let dies = finding.evidence.contains_key("play_dies");
    if profile == Profile::Play
        && ours.contains(&finding.code.as_str())
        && !dies
        && finding.severity == Severity::Blocker
    {
        finding.severity = Severity::Warning;
    }
}
