use super::{Decision, StaticCheck};
use crate::critic::defect;

pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "elided-code",
    run: |subject| {
        let scripts = subject.facts.running().filter(|script| script.error.is_none());
        Decision::of(
            scripts
                .flat_map(|script| &script.elisions)
                .map(|(comment, place)| {
                    let what = format!("Code was left out: \"{comment}\".");
                    defect(CHECK.id, place, what, "Write the whole file, with nothing left out.")
                })
                .collect(),
        )
    },
};
