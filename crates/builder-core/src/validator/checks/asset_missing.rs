use super::PlayCheck;
use crate::{game::Severity, validator::evidence::Outcome};

pub(super) const CHECK: PlayCheck = PlayCheck {
    id: "asset-missing",
    run: |evidence| {
        let mut findings = Vec::new();
        let mut told: Vec<&str> = Vec::new();
        for (_, incident) in evidence.incidents().filter(|(_, incident)| incident.kind == "missing") {
            if told.contains(&incident.text.as_str()) || matches!(incident.name.as_str(), "Script" | "Stylesheet") {
                continue;
            }
            told.push(&incident.text);
            let what = format!("{} was asked for and not delivered.", incident.text);
            let fix = format!("Deliver {}, or draw it by code.", incident.text);
            let mut finding = evidence.finding(CHECK.id, what, fix);
            if !matches!(incident.name.as_str(), "Image" | "Fetch" | "Xhr") {
                finding.severity = Severity::Warning;
            }
            findings.push(finding);
        }
        Outcome::of(findings)
    },
};
