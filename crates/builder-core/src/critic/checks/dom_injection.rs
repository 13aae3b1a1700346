use super::{Decision, StaticCheck, powers};
use crate::{critic::defect, game::Severity};

pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "dom-injection",
    run: |subject| {
        let facts = subject.facts;
        let sinks = facts.scripts.iter().flat_map(|script| &script.sinks).filter(|sink| !sink.constant);
        let mut found: Vec<_> = sinks
            .map(|sink| {
                let what = format!("{} gets a text that is not constant.", sink.name);
                defect(CHECK.id, &sink.place, what, "Set textContent, or make elements and append them.")
            })
            .collect();
        for (name, place) in powers(facts, &[], &[("document", "write"), ("document", "writeln")]) {
            let what = format!("The game uses document.{name}.");
            let mut finding = defect(CHECK.id, &place, what, "Make elements and append them.");
            finding.severity = Severity::Blocker;
            found.push(finding);
        }
        Decision::of(found)
    },
};
