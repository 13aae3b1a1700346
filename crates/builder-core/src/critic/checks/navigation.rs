use super::{Decision, StaticCheck, members, powers};
use crate::{
    critic::defect,
    game::Severity,
    source::{Use, is_foreign},
};

pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "navigation",
    run: |subject| {
        let facts = subject.facts;
        let fix = "Stay on the page.";
        let mut found = Vec::new();
        for script in &facts.scripts {
            for used in script.globals.iter().filter(|used| used.name == "location" && used.how == Use::Write) {
                found.push(defect(CHECK.id, &used.place, "The game leaves the page by setting location.", fix));
            }
            for (name, place) in script.globals.iter().filter(|used| used.how != Use::Typeof).filter_map(|used| {
                matches!(used.name.as_str(), "opener" | "frameElement").then_some((&used.name, &used.place))
            }) {
                found.push(defect(CHECK.id, place, format!("The game reaches for {name}."), fix));
            }
        }
        for (name, place) in powers(facts, &["open"], &[("window", "opener"), ("navigation", "navigate")]) {
            found.push(defect(CHECK.id, &place, format!("The game uses {name}."), fix));
        }
        for used in members(facts) {
            let leaves = match (used.object.as_str(), used.property.as_str()) {
                ("location", "href" | "search" | "pathname" | "host" | "hostname" | "port" | "protocol") => {
                    used.how == Use::Write
                }
                ("location", "assign" | "replace") => used.how != Use::Write,
                ("window" | "document", "location") => used.how == Use::Write,
                ("history", "back" | "forward" | "go") => used.how == Use::Call,
                // A link made by the script, to another host.
                (_, "href") => used.how == Use::Write && used.text.as_deref().is_some_and(is_foreign),
                _ => false,
            };
            if leaves {
                let what = format!("The game leaves the page: {}.{}.", used.object, used.property);
                found.push(defect(CHECK.id, &used.place, what.replace(": .", ": "), fix));
            }
        }
        for tag in facts.page.iter().flat_map(|page| &page.tags) {
            if tag.name == "form" && tag.attribute("action").is_some_and(is_foreign) {
                found.push(defect(CHECK.id, &tag.place, "A form goes to another host.", fix));
            }
            if tag.name == "meta"
                && tag.attribute("http-equiv").is_some_and(|kind| kind.eq_ignore_ascii_case("refresh"))
            {
                found.push(defect(CHECK.id, &tag.place, "The page sends the player elsewhere by itself.", fix));
            }
            if matches!(tag.name.as_str(), "a" | "area") && tag.attribute("href").is_some_and(is_foreign) {
                let mut finding = defect(CHECK.id, &tag.place, "A link leads to another host.", fix);
                finding.severity = Severity::Warning;
                found.push(finding);
            }
        }
        Decision::of(found)
    },
};
