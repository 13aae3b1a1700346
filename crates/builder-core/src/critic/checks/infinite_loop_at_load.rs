use super::{Decision, StaticCheck};
use crate::critic::defect;

pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "infinite-loop-at-load",
    run: |subject| {
        let hangs = subject.facts.running().flat_map(|script| &script.hangs);
        Decision::of(
            hangs
                .map(|place| {
                    let what = "A loop that nothing ends runs while the game is loaded.";
                    defect(CHECK.id, place, what, "Give the loop an end that it is sure to reach.")
                })
                .collect(),
        )
    },
};
