use super::{Decision, StaticCheck, powers};
use crate::{
    critic::defect,
    game::Severity,
    source::{Facts, Use, is_foreign},
};

/// Whether an address hands over to another program.
fn other_scheme(address: &str) -> bool {
    let address = address.trim().to_ascii_lowercase();
    ["mailto:", "tel:", "sms:", "intent:", "ms-", "market:", "file:", "javascript:"]
        .iter()
        .any(|scheme| address.starts_with(scheme))
}

pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "navigation",
    run: |subject| {
        let facts = subject.facts;
        let fix = "Stay on the page.";
        let mut found = Vec::new();
        for script in &facts.scripts {
            for used in script.globals.iter().filter(|used| used.name == "location" && used.how == Use::Write) {
                let mut finding = defect(CHECK.id, &used.place, "The game leaves the page by setting location.", fix);
                if Facts::runs(script, used.within).input {
                    finding.evidence.insert("by_player".into(), true.into());
                }
                found.push(finding);
            }
            for (name, place) in script.globals.iter().filter(|used| used.how != Use::Typeof).filter_map(|used| {
                matches!(used.name.as_str(), "opener" | "frameElement").then_some((&used.name, &used.place))
            }) {
                found.push(defect(CHECK.id, place, format!("The game reaches for {name}."), fix));
            }
        }
        for (name, place) in powers(facts, &["open"], &[("window", "opener"), ("navigation", "navigate")]) {
            let mut finding = defect(CHECK.id, &place, format!("The game uses {name}."), fix);
            let by_player = facts.scripts.iter().any(|script| {
                script.members.iter().any(|used| {
                    used.place.line == place.line && used.property == name && Facts::runs(script, used.within).input
                })
            });
            if by_player {
                finding.evidence.insert("by_player".into(), true.into());
            }
            found.push(finding);
        }
        let uses = facts.scripts.iter().flat_map(|script| script.members.iter().map(move |used| (script, used)));
        for (script, used) in uses {
            let leaves = match (used.object.as_str(), used.property.as_str()) {
                ("location", "href" | "search" | "pathname" | "host" | "hostname" | "port" | "protocol") => {
                    used.how == Use::Write
                }
                ("location", "assign" | "replace") => used.how != Use::Write,
                ("window" | "document", "location") => used.how == Use::Write,
                // The windows around and behind it are none of its business.
                ("parent", _) => true,
                ("navigation", "navigate") => used.how == Use::Call,
                ("<a>" | "<area>", "click" | "dispatchEvent") => used.how == Use::Call,
                ("<form>", "submit" | "requestSubmit") | ("", "requestSubmit") => used.how == Use::Call,
                (_, "action" | "formAction" | "ping") => {
                    used.how == Use::Write && used.text.as_deref().is_some_and(is_foreign)
                }
                ("history", "back" | "forward" | "go") => used.how == Use::Call,
                // A link made by the script, to another host.
                (_, "href") => {
                    let address = used.text.as_deref().or(used.begins.as_deref()).unwrap_or_default();
                    used.how == Use::Write && (is_foreign(address) || other_scheme(address))
                }
                _ => false,
            };
            if leaves {
                let what = format!("The game leaves the page: {}.{}.", used.object, used.property);
                let mut finding = defect(CHECK.id, &used.place, what.replace(": .", ": "), fix);
                let runs = Facts::runs(script, used.within);
                if runs.input && used.object != "parent" {
                    finding.evidence.insert("by_player".into(), true.into());
                }
                found.push(finding);
            }
        }
        for tag in facts.page.iter().flat_map(|page| &page.tags) {
            let sends =
                |name: &str| tag.attribute(name).is_some_and(|to| !to.trim().is_empty() && !to.trim().starts_with('#'));
            if tag.name == "form" && sends("action") || sends("formaction") {
                found.push(defect(CHECK.id, &tag.place, "A form sends what is typed to another page.", fix));
            }
            if matches!(tag.name.as_str(), "frame" | "frameset") {
                found.push(defect(CHECK.id, &tag.place, "The page is made of other pages.", fix));
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
