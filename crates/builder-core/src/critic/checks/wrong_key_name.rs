use super::{Decision, StaticCheck};
use crate::{
    critic::defect,
    game::Severity,
    source::{Compared, is_input_event, right_key_name},
};

pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "wrong-key-name",
    run: |subject| {
        let facts = subject.facts;
        if facts.has_foreign_script() {
            return Decision::NotRun("a library may have names of its own for keys".into());
        }
        let all: Vec<&Compared> = facts.running().flat_map(|script| &script.keys).collect();
        let pointer = facts
            .running()
            .flat_map(|script| &script.listeners)
            .any(|listener| is_input_event(&listener.event) && !listener.event.starts_with("key"));
        let mut found = Vec::new();
        for one in all.iter().filter(|one| one.sure) {
            let Some((right, others)) = right_key_name(&one.via, &one.value) else { continue };
            let bound = all.iter().any(|other| other.value == right || others.contains(&other.value.as_str()));
            // The old names beside the right ones do no harm.
            let beside = all.iter().any(|other| other.value.eq_ignore_ascii_case(&right));
            // A table that is read by key and by code is right for one of them.
            let otherwise = all.iter().any(|other| {
                other.place == one.place
                    && other.value == one.value
                    && right_key_name(&other.via, &other.value).is_none()
            });
            if beside || otherwise {
                continue;
            }
            let via = one.via.split(' ').next().unwrap_or_default();
            let what = format!("event.{via} is never {:?}: browsers say {right:?}.", one.value);
            let mut finding = defect(CHECK.id, &one.place, what, format!("Compare with {right:?}."));
            let steers = !matches!(right.as_str(), "Escape");
            if bound || !steers || (pointer && !right.starts_with("Arrow")) {
                finding.severity = Severity::Warning;
            }
            found.push(finding);
        }
        Decision::of(found)
    },
};
