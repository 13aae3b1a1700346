use super::{Decision, StaticCheck};
use crate::{
    critic::defect,
    source::{Place, is_input_event},
};

pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "no-input-handler",
    run: |subject| {
        let facts = subject.facts;
        let Some(page) = &facts.page else { return Decision::NotRun("there is no page to read".into()) };
        if facts.running().any(|script| script.error.is_some())
            || !facts.running().any(|script| !script.names.is_empty())
        {
            return Decision::NotRun("there is no script that could be read".into());
        }
        if facts.has_foreign_script() {
            return Decision::NotRun("a library may handle input".into());
        }
        let hidden = facts.running().any(|script| script.globals.iter().any(|used| used.name == "eval"));
        if hidden {
            return Decision::NotRun("the code is made while it runs".into());
        }
        let listens = facts.running().any(|script| {
            !script.on_properties.is_empty()
                || script.listeners.iter().any(|listener| listener.event.is_empty() || is_input_event(&listener.event))
                || script.members.iter().any(|used| {
                    matches!(used.property.as_str(), "getGamepads" | "setAttribute") || used.property.starts_with("on") && used.object == "window"
                })
                || script.globals.iter().any(|used| matches!(used.name.as_str(), "Phaser" | "kaboom" | "p5" | "PIXI"))
                // Input of p5 and the like: functions called by their names.
                || script.names.iter().any(|name| matches!(name.as_str(), "keyPressed" | "mousePressed" | "touchStarted"))
        });
        let in_page = page.tags.iter().any(|tag| {
            matches!(tag.name.as_str(), "a" | "form" | "input" | "select" | "textarea" | "summary")
                || tag.attributes.iter().any(|(name, _)| name.strip_prefix("on").is_some_and(is_input_event))
        });
        if listens || in_page {
            return Decision::Passed;
        }
        let file = facts.running().find(|script| !script.inline).map_or("index.html", |script| script.file.as_str());
        Decision::Failed(vec![defect(
            CHECK.id,
            &Place::file(file),
            "Nothing listens for keys, pointer or touch.",
            "Add the listeners for the game's controls, such as addEventListener('keydown', …).",
        )])
    },
};
