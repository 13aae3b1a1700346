//! Powers that were used in play, under whatever name: what the world around the game noticed.

use super::{PlayCheck, errors::is_storage};
use crate::{
    game::{Finding, Profile, Severity},
    source::is_foreign,
    validator::evidence::{Evidence, Outcome},
};

pub(super) const NETWORK_ACCESS: PlayCheck = PlayCheck {
    id: "network-access",
    run: |evidence| {
        // What the page itself names is a dependency, which is another kind.
        let named: Vec<&str> = evidence
            .facts
            .page
            .iter()
            .flat_map(|page| &page.tags)
            .flat_map(|tag| tag.attributes.iter().map(|(_, value)| value.as_str()))
            .filter(|value| is_foreign(value))
            .collect();
        let styles: Vec<&str> = evidence.facts.styles.iter().map(|(_, _, text)| text.as_str()).collect();
        let inline: Vec<&str> =
            evidence.facts.page.iter().flat_map(|page| &page.inline_styles).map(|(text, _)| text.as_str()).collect();
        let mut findings = seen(evidence, NETWORK_ACCESS.id, &["network"], "Remove it: a game talks to nobody.");
        // A game of others may read its own files where it is hosted.
        if evidence.profile == Profile::Play {
            findings
                .iter_mut()
                .filter(|finding| !finding.what.contains("//"))
                .for_each(|finding| finding.severity = Severity::Warning);
        }
        for (_, incident) in evidence.incidents().filter(|(_, incident)| incident.kind == "request") {
            let url = incident.text.as_str();
            let bare = url.trim_start_matches("https:").trim_start_matches("http:");
            let known =
                named.iter().any(|name| {
                    name.contains(bare) || url.contains(name.trim_start_matches("https:").trim_start_matches("http:"))
                }) || styles.iter().chain(&inline).any(|text| text.contains(bare.split('?').next().unwrap_or(bare)));
            if !known && findings.iter().all(|finding| !finding.what.contains(url)) {
                findings.push(evidence.finding(
                    NETWORK_ACCESS.id,
                    format!("The game asked for {url}."),
                    "Remove it: a game talks to nobody.",
                ));
            }
        }
        decided(evidence, findings)
    },
};

pub(super) const CODE_INJECTION: PlayCheck = PlayCheck {
    id: "code-injection",
    run: |evidence| {
        decided(
            evidence,
            seen(evidence, CODE_INJECTION.id, &["code"], "Write the code out instead of making it from text."),
        )
    },
};

pub(super) const STORAGE_ACCESS: PlayCheck = PlayCheck {
    id: "storage-access",
    run: |evidence| {
        let mut findings = seen(evidence, STORAGE_ACCESS.id, &["storage"], "Keep it in a variable of the game.");
        for finding in &mut findings {
            if finding.what.contains("cookie") {
                finding.severity = Severity::Blocker;
            }
        }
        let death = evidence.incidents().find(|(_, incident)| incident.kind == "error" && is_storage(incident));
        if let Some((_, incident)) = death {
            let what = "Where storage is refused, as in the sandbox that players get, the game dies of it.";
            let mut finding = evidence
                .at(evidence.finding(STORAGE_ACCESS.id, what, "Keep it in a variable, or catch the error."), incident);
            finding.severity = Severity::Blocker;
            // Whoever plays a game of others from a disk or a host has storage: there it does not die.
            finding.evidence.insert("play_dies".into(), (evidence.profile == Profile::Delivery).into());
            findings = vec![finding];
        }
        decided(evidence, findings)
    },
};

pub(super) const BLOCKING_DIALOG: PlayCheck = PlayCheck {
    id: "blocking-dialog",
    run: |evidence| {
        decided(
            evidence,
            seen(evidence, BLOCKING_DIALOG.id, &["dialog"], "Show the message on the canvas or in an element."),
        )
    },
};

pub(super) const NAVIGATION: PlayCheck = PlayCheck {
    id: "navigation",
    run: |evidence| decided(evidence, seen(evidence, NAVIGATION.id, &["navigation"], "Stay on the page.")),
};

pub(super) const BACKGROUND_CODE: PlayCheck = PlayCheck {
    id: "background-code",
    run: |evidence| {
        decided(evidence, seen(evidence, BACKGROUND_CODE.id, &["background"], "Do the work in the game's own loop."))
    },
};

pub(super) const DOM_INJECTION: PlayCheck = PlayCheck {
    id: "dom-injection",
    run: |evidence| {
        let mut findings = seen(evidence, DOM_INJECTION.id, &["injection"], "Make elements and append them.");
        findings.iter_mut().for_each(|finding| finding.severity = Severity::Blocker);
        decided(evidence, findings)
    },
};

fn seen(evidence: &Evidence<'_>, code: &str, kinds: &[&str], fix: &str) -> Vec<Finding> {
    let mut out: Vec<Finding> = Vec::new();
    for (play, incident) in evidence.incidents().filter(|(_, incident)| kinds.contains(&incident.kind.as_str())) {
        let what = format!("In play the game used {}.", incident.text.trim());
        if out.iter().all(|finding| finding.what != what) && out.len() < 5 {
            let mut finding = evidence.finding(code, what, fix);
            finding.evidence.insert("play".into(), play.name.clone().into());
            finding.evidence.insert("at_ms".into(), incident.ms.into());
            out.push(finding);
        }
    }
    out
}

/// Nothing was seen: that decides it where the source shows nothing either and the game was played.
fn decided(evidence: &Evidence<'_>, findings: Vec<Finding>) -> Outcome {
    if findings.is_empty() && !evidence.record.played() {
        return Outcome::undecided("the game was not played");
    }
    Outcome::of(findings)
}
