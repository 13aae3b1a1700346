use super::{Decision, StaticCheck, weigh};
use crate::{critic::defect, source::Facts};

/// Certain from the source; what it weighs depends on whether play reaches it.
pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "const-reassigned",
    run: |subject| {
        let mut found = Vec::new();
        for script in subject.facts.running() {
            // What nothing calls, no player meets.
            for write in script.const_writes.iter().filter(|write| Facts::runs(script, write.within).ever()) {
                let what = format!("{} is a const and is assigned here, which throws.", write.name);
                let mut finding = defect(CHECK.id, &write.place, what, format!("Declare {} with let.", write.name));
                finding.severity = weigh(subject, script, write.within, write.certain);
                found.push(finding);
            }
        }
        Decision::of(found)
    },
};
