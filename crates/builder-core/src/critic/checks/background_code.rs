use super::{Decision, StaticCheck, powers};
use crate::critic::defect;

const GLOBALS: &[&str] = &["Worker", "SharedWorker", "WebAssembly", "Worklet"];
const MEMBERS: &[(&str, &str)] =
    &[("navigator", "serviceWorker"), ("", "serviceWorker"), ("", "audioWorklet"), ("", "paintWorklet")];

pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "background-code",
    run: |subject| {
        Decision::of(
            powers(subject.facts, GLOBALS, MEMBERS)
                .into_iter()
                .map(|(name, place)| {
                    let what = format!("The game runs code out of sight: {name}.");
                    defect(CHECK.id, &place, what, "Do the work in the game's own loop.")
                })
                .collect(),
        )
    },
};
