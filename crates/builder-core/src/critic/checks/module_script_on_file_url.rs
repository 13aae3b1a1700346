use super::{Decision, StaticCheck};
use crate::critic::defect;

pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "module-script-on-file-url",
    run: |subject| {
        let facts = subject.facts;
        let mut found = Vec::new();
        let modules = facts.page.iter().flat_map(|page| page.tags.iter()).filter(|tag| tag.name == "script");
        for tag in modules.filter(|tag| tag.attribute("type").is_some_and(|kind| kind.trim() == "module")) {
            if tag.attribute("src").is_some() {
                found.push(defect(
                    CHECK.id,
                    &tag.place,
                    "The script is a module, which browsers refuse to load from disk.",
                    "Remove type=\"module\" and put the script at the end of the body or add defer.",
                ));
            }
        }
        for (from, dynamic, place) in facts.running().filter(|script| script.inline).flat_map(|script| &script.imports)
        {
            if !dynamic {
                let what = format!("The page's script imports {from}, which browsers refuse from disk.");
                found.push(defect(CHECK.id, place, what, "Put all code into one classic script."));
            }
        }
        Decision::of(found)
    },
};
