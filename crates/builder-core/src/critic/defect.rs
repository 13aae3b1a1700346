use serde_json::Map;

use crate::{
    codes::kind,
    game::{Finding, FindingSource, Profile, Severity},
    source::{Facts, Place},
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

/// In the profile for games of others, what only breaks our rules of delivery is a warning, unless play dies of it:
/// what a library can do and the game does not ask for, what is asked of other hosts under its own name, and what
/// happens only on a player's click.
pub(crate) fn kept_in_profile(finding: &mut Finding, profile: Profile, facts: &Facts) {
    const OURS: &[&str] = &[
        "blocking-dialog",
        "storage-access",
        "external-dependency",
        "module-script-on-file-url",
        "dom-injection",
        "encoding-invalid",
        "asset-missing",
        "elided-code",
    ];
    if profile != Profile::Play
        || finding.severity != Severity::Blocker
        || finding.evidence.get("play_dies") == Some(&true.into())
    {
        return;
    }
    let in_library = finding.file.as_ref().is_some_and(|file| {
        facts.scripts.iter().any(|script| script.file == *file && !script.inline && script.library.is_some())
    });
    let mild = finding.evidence.contains_key("named") || finding.evidence.contains_key("by_player");
    if OURS.contains(&finding.code.as_str()) || in_library || mild {
        finding.severity = Severity::Warning;
    }
}
