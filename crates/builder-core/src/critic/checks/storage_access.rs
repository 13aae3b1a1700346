use super::{Decision, StaticCheck, powers};
use crate::{
    critic::defect,
    game::{Profile, Severity},
};

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
                    // Where storage is refused the game dies of it while loading.
                    let dies = subject.profile == Profile::Delivery
                        && subject.facts.running().any(|script| {
                            let global = script
                                .globals
                                .iter()
                                .any(|used| used.certain && !used.guarded && used.name == name && used.place == place);
                            global
                                || script.members.iter().any(|used| {
                                    used.certain
                                        && used.property == name
                                        && used.place == place
                                        && used.object == "window"
                                })
                        });
                    if matches!(name.as_str(), "cookie" | "cookieStore") || dies {
                        finding.severity = Severity::Blocker;
                    }
                    finding
                })
                .collect(),
        )
    },
};
