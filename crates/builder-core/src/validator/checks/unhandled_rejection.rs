use super::PlayCheck;
use crate::validator::evidence::Outcome;

pub(super) const CHECK: PlayCheck = PlayCheck {
    id: "unhandled-rejection",
    run: |evidence| {
        let mut findings = Vec::new();
        for (play, incident) in evidence.incidents().filter(|(_, incident)| incident.kind == "rejection") {
            if findings.iter().any(|(text, _)| *text == incident.text) {
                continue;
            }
            let what =
                format!("A promise was rejected and nobody handled it: {}.", incident.text.trim_end_matches('.'));
            let mut finding = evidence.at(evidence.finding(CHECK.id, what, "Add a catch to the promise."), incident);
            finding.evidence.insert("play".into(), play.name.clone().into());
            findings.push((incident.text.clone(), finding));
        }
        Outcome::of(findings.into_iter().take(5).map(|(_, finding)| finding).collect())
    },
};
