use super::{Decision, StaticCheck};
use crate::{critic::defect, source::PageTag};

pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "key-listener-unfocusable",
    run: |subject| {
        let facts = subject.facts;
        let Some(page) = &facts.page else { return Decision::NotRun("there is no page to read".into()) };
        if facts.has_foreign_script() {
            return Decision::NotRun("a library may handle keys".into());
        }
        let is_key = |event: &str| event.is_empty() || event.starts_with("key");
        let keys: Vec<_> =
            facts.running().flat_map(|script| &script.listeners).filter(|listener| is_key(&listener.event)).collect();
        let elsewhere = facts.running().any(|script| {
            script.on_properties.iter().any(|(name, _)| is_key(name.get(2..).unwrap_or_default()))
                || script.attribute.as_deref().is_some_and(|event| event.starts_with("key"))
        });
        if elsewhere || keys.is_empty() {
            return Decision::Passed;
        }
        let tag_of = |id: &str| page.tags.iter().find(|tag| tag.attribute("id") == Some(id));
        let mut deaf: Vec<&PageTag> = Vec::new();
        for listener in &keys {
            let Some(id) = listener.target_id.as_deref() else { return Decision::Passed };
            let Some(tag) = tag_of(id) else { return Decision::Passed };
            let lets = facts.running().any(|script| {
                script.made_focusable.iter().any(|made| made.is_empty() || *made == id || *made == listener.target)
            });
            if lets || takes_focus(tag) || tag.name != "canvas" && page.tags.iter().any(takes_focus) {
                return Decision::Passed;
            }
            // What holds other elements hears the keys that those hear.
            if tag.name != "canvas"
                && facts.running().any(|script| script.members.iter().any(|used| used.property == "createElement"))
            {
                return Decision::Passed;
            }
            if !deaf.iter().any(|known| known.index == tag.index) {
                deaf.push(tag);
            }
        }
        Decision::of(
            deaf.iter()
                .map(|tag| {
                    let what = format!(
                        "Keys are listened for on a <{}> that cannot have the focus: it never hears one.",
                        tag.name
                    );
                    defect(
                        CHECK.id,
                        &tag.place,
                        what,
                        "Listen on window, or give the element tabindex=\"0\" and focus it.",
                    )
                })
                .collect(),
        )
    },
};

fn takes_focus(tag: &PageTag) -> bool {
    tag.attribute("tabindex").is_some()
        || tag.attribute("contenteditable").is_some()
        || matches!(
            tag.name.as_str(),
            "body" | "html" | "input" | "button" | "select" | "textarea" | "iframe" | "summary"
        )
        || tag.name == "a" && tag.attribute("href").is_some()
}
