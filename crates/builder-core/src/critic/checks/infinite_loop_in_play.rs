use super::{Decision, StaticCheck, weigh};
use crate::{critic::defect, source::Facts};

/// A loop that cannot end hangs the page whenever it is reached.
pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "infinite-loop-in-play",
    run: |subject| {
        let mut found = Vec::new();
        for script in subject.facts.running() {
            for endless in &script.endless {
                let at_load = script.hangs.contains(&endless.place);
                if at_load || !Facts::runs(script, endless.within).ever() {
                    continue;
                }
                let what = "Nothing ends this loop: the page hangs when it is reached.";
                let mut finding =
                    defect(CHECK.id, &endless.place, what, "Give the loop an end that it is sure to reach.");
                finding.severity = weigh(subject, script, endless.within, false);
                found.push(finding);
            }
        }
        Decision::of(found)
    },
};
