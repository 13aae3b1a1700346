use super::{Decision, StaticCheck};
use crate::critic::defect;

pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "script-before-dom",
    run: |subject| {
        let missing = subject.facts.running().flat_map(|script| &script.missing_elements);
        Decision::of(
            missing
                .filter(|(_, later, _)| *later)
                .map(|(selector, _, place)| {
                    let what =
                        format!("The script uses “{selector}” before the page has it: that throws while loading.");
                    let fix = "Put the script at the end of the body, or give its tag defer.";
                    defect(CHECK.id, place, what, fix)
                })
                .collect(),
        )
    },
};
