use super::{Decision, StaticCheck, members, powers};
use crate::{
    critic::defect,
    source::{MemberUse, Use},
};

pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "code-injection",
    run: |subject| {
        let facts = subject.facts;
        let fix = "Write the code out instead of making it from text.";
        let mut found: Vec<_> = powers(facts, &["eval", "execScript", "ShadowRealm"], &[])
            .into_iter()
            .map(|(name, place)| defect(CHECK.id, &place, format!("The game uses {name}."), fix))
            .collect();
        for script in &facts.scripts {
            for used in script
                .globals
                .iter()
                .filter(|used| used.name == "Function" && matches!(used.how, Use::Call | Use::New | Use::Read))
            {
                found.push(defect(CHECK.id, &used.place, "The game makes a function from text.", fix));
            }
            for (from, _, place) in script.imports.iter().filter(|(_, dynamic, _)| *dynamic) {
                found.push(defect(CHECK.id, place, format!("The game loads code while it runs: import({from})."), fix));
            }
            for (text, place) in &script.strings {
                if text.trim_start().to_ascii_lowercase().starts_with("javascript:") {
                    found.push(defect(CHECK.id, place, "An address is code: javascript:.", fix));
                }
            }
        }
        for used in members(facts) {
            let timer =
                matches!(used.property.as_str(), "setTimeout" | "setInterval" | "setImmediate" | "requestIdleCallback")
                    && used.object == "window";
            if timer && used.how == Use::Call && used.textual {
                found.push(defect(
                    CHECK.id,
                    &used.place,
                    format!("{} is given text instead of a function.", used.property),
                    fix,
                ));
            }
            // Calling what made a function makes a function from text.
            let maker = makes_functions(used);
            if maker || used.object == "window" && used.property == "Function" && used.how != Use::Write {
                found.push(defect(CHECK.id, &used.place, "A function is made from text through its constructor.", fix));
            }
        }
        for script in &facts.scripts {
            for (name, value, place) in &script.attributes_set {
                let code = name.len() > 2 && name.starts_with("on")
                    || value
                        .as_deref()
                        .is_some_and(|value| value.trim_start().to_ascii_lowercase().starts_with("javascript:"));
                if code {
                    found.push(defect(CHECK.id, place, format!("The attribute {name} is given code as text."), fix));
                }
            }
        }
        for used in members(facts).filter(|used| used.property == "createElement" && used.how == Use::Call) {
            if used.text.as_deref().is_some_and(|tag| tag.trim().eq_ignore_ascii_case("script")) {
                let mut finding = defect(CHECK.id, &used.place, "The game makes a script element while it runs.", fix);
                finding.evidence.insert("named".into(), "script".into());
                found.push(finding);
            }
        }
        for tag in facts.page.iter().flat_map(|page| &page.tags) {
            for (name, value) in &tag.attributes {
                if value.trim_start().to_ascii_lowercase().starts_with("javascript:") && !is_void(value) {
                    found.push(defect(
                        CHECK.id,
                        &tag.place,
                        format!("The attribute {name} is code: javascript:."),
                        fix,
                    ));
                }
            }
        }
        Decision::of(found)
    },
};

/// Whether a use of `constructor` makes a function from text: what made a function is what makes functions.
pub(super) fn makes_functions(used: &MemberUse) -> bool {
    if used.property != "constructor" || used.how == Use::Write {
        return false;
    }
    let of_function = matches!(used.object.as_str(), "function" | "constructor" | "prototype");
    let called = used.how == Use::Call && (used.text.is_some() || used.varies) && used.object != "this" && !used.own;
    of_function || called && used.textual
}

/// `javascript:void(0)`, an old way to write a link that goes nowhere.
fn is_void(value: &str) -> bool {
    let rest = value.trim().get(11..).unwrap_or_default();
    rest.chars().all(|c| matches!(c, ';' | ' ' | '(' | ')' | '0' | 'v' | 'o' | 'i' | 'd'))
}
