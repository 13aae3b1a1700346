use super::{Decision, StaticCheck, powers};
use crate::critic::defect;

const GLOBALS: &[&str] =
    &["__debug_state", "__gamebuilderDebug", "__nightmare", "_phantom", "callPhantom", "domAutomation"];

pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "harness-tampering",
    run: |subject| {
        Decision::of(
            powers(subject.facts, GLOBALS, &[("", "webdriver")])
                .into_iter()
                .map(|(name, place)| {
                    let what = format!("The game looks for its judge: {name}.");
                    defect(CHECK.id, &place, what, "Behave the same whoever plays.")
                })
                .collect(),
        )
    },
};
