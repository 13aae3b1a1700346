use super::{Decision, StaticCheck};
use crate::{critic::defect, source::Place};

pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "html-structure",
    run: |subject| {
        let Some(page) = &subject.facts.page else { return Decision::NotRun("there is no page to read".into()) };
        let place = Place { file: "index.html".into(), line: Some(1), column: Some(1) };
        let mut found = Vec::new();
        if !page.doctype {
            found.push(defect(
                CHECK.id,
                &place,
                "The page has no doctype, so browsers lay it out by the rules of the nineties.",
                "Begin index.html with <!DOCTYPE html>.",
            ));
        }
        let plain =
            ["script", "html", "head", "body", "noscript", "style", "meta", "title", "link", "base", "br", "hr"];
        let element = page.tags.iter().any(|tag| !plain.contains(&tag.name.as_str()));
        let made = subject.facts.scripts.iter().any(|script| {
            script
                .members
                .iter()
                .any(|used| matches!(used.property.as_str(), "createElement" | "append" | "appendChild"))
        });
        if !element && !made && !subject.facts.has_foreign_script() {
            found.push(defect(
                CHECK.id,
                &place,
                "The page has neither a canvas nor any other element to play on, and no script makes one.",
                "Put a canvas or the game's elements into the body.",
            ));
        }
        Decision::of(found)
    },
};
