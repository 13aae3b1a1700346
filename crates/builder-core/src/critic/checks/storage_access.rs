use super::{Decision, StaticCheck, powers};
use crate::{critic::defect, game::Severity};

const GLOBALS: &[&str] = &["localStorage", "sessionStorage", "indexedDB", "caches", "cookieStore", "openDatabase"];

pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "storage-access",
    run: |subject| {
        let found = powers(subject.facts, GLOBALS, &[("document", "cookie")]);
        Decision::of(
            found
                .into_iter()
                .map(|(name, place)| {
                    let what = format!("The game uses {name}, which a sandbox refuses.");
                    let mut finding = defect(CHECK.id, &place, what, "Keep it in a variable of the game.");
                    if matches!(name.as_str(), "cookie" | "cookieStore") {
                        finding.severity = Severity::Blocker;
                    }
                    finding
                })
                .collect(),
        )
    },
};
