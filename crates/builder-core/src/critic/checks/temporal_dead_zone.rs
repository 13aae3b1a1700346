use super::{Decision, StaticCheck};
use crate::critic::defect;

pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "temporal-dead-zone",
    run: |subject| {
        let uses = subject.facts.running().flat_map(|script| &script.early_uses);
        Decision::of(
            uses.map(|(name, place)| {
                let what = format!("{name} is used while the game is loaded, before its declaration ran: that throws.");
                let fix = format!("Declare {name} above the first code that uses it, or start the game at the end.");
                defect(CHECK.id, place, what, fix)
            })
            .collect(),
        )
    },
};
