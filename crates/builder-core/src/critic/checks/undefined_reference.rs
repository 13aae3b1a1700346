use std::collections::BTreeSet;

use super::{Decision, StaticCheck, weigh};
use crate::{
    critic::defect,
    source::{Facts, Use, is_browser_name},
};

/// Certain from the source; what it weighs depends on whether play reaches it.
pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "undefined-reference",
    run: |subject| {
        let facts = subject.facts;
        if facts.has_foreign_script() {
            return Decision::NotRun("a script of another host may declare names that nobody here knows".into());
        }
        let ids: BTreeSet<&str> = facts.page.iter().flat_map(|page| page.ids()).collect();
        let mut known: BTreeSet<&str> = BTreeSet::new();
        for script in facts.running() {
            if script.error.is_some() {
                return Decision::NotRun("a script that does not parse may declare names".into());
            }
            known.extend(script.declared.iter().map(|own| own.name.as_str()));
            known.extend(script.made_ids.iter().map(String::as_str));
            known.extend(script.globals.iter().filter(|used| used.how == Use::Write).map(|used| used.name.as_str()));
            let on_window = script.members.iter().filter(|used| {
                used.object == "window" && matches!(used.how, Use::Write | Use::Read) || used.property.starts_with('$')
            });
            known.extend(on_window.map(|used| used.property.as_str()));
            // Object.assign(window, { … }) and the like make globals out of property names.
            if script.members.iter().any(|used| used.object == "window" && used.assembled && used.how == Use::Write) {
                return Decision::NotRun("names are made at run time".into());
            }
        }
        let mut told: BTreeSet<&str> = BTreeSet::new();
        let mut found = Vec::new();
        let uses = facts.running().flat_map(|script| script.globals.iter().map(move |used| (script, used)));
        for (script, used) in uses {
            let name = used.name.as_str();
            // What nothing calls, no player meets.
            let innocent = used.guarded
                || !Facts::runs(script, used.within).ever()
                || matches!(used.how, Use::Typeof | Use::Write)
                || known.contains(name)
                || ids.contains(name)
                || is_browser_name(name);
            if innocent || !told.insert(name) {
                continue;
            }
            let what = format!("{name} is used, but nothing declares it.");
            let mut finding = defect(CHECK.id, &used.place, what, format!("Declare {name}, or use the right name."));
            finding.severity = weigh(subject, script, used.within, used.certain);
            found.push(finding);
        }
        Decision::of(found)
    },
};
