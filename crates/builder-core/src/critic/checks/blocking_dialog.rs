use super::{Decision, StaticCheck, powers};
use crate::critic::defect;

pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "blocking-dialog",
    run: |subject| {
        Decision::of(
            powers(subject.facts, &["alert", "confirm", "prompt", "print"], &[])
                .into_iter()
                .map(|(name, place)| {
                    let what = format!("The game uses {name}().");
                    defect(CHECK.id, &place, what, "Show the message on the canvas or in an element.")
                })
                .collect(),
        )
    },
};
