use super::{Decision, StaticCheck};
use crate::{critic::defect, game::Severity};

/// Certain from the source; whether play reaches it, only a run can say, so here it is a warning.
pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "const-reassigned",
    run: |subject| {
        let writes = subject.facts.running().flat_map(|script| &script.const_writes);
        Decision::of(
            writes
                .map(|(name, place)| {
                    let what = format!("{name} is a const and is assigned here, which throws.");
                    let mut finding = defect(CHECK.id, place, what, format!("Declare {name} with let."));
                    finding.severity = Severity::Warning;
                    finding
                })
                .collect(),
        )
    },
};
