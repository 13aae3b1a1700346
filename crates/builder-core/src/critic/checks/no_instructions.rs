use super::{Decision, StaticCheck};
use crate::{critic::defect, source::key_codes_in};

/// Certain where the game is played with keys and no text anywhere in it names one, nor a way to act.
pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "no-instructions",
    run: |subject| {
        let facts = subject.facts;
        let Some(page) = &facts.page else { return Decision::NotRun("there is no page to read".into()) };
        let keys =
            facts.running().flat_map(|script| &script.listeners).find(|listener| listener.event.starts_with("key"));
        let Some(keys) = keys else { return Decision::NotRun("it is not played with keys".into()) };
        // Pictures and libraries may tell what no text tells.
        let pictures = page
            .tags
            .iter()
            .any(|tag| matches!(tag.name.as_str(), "img" | "svg" | "picture" | "video" | "button" | "dialog"))
            || facts.running().any(|script| script.globals.iter().any(|used| used.name == "Image"));
        if facts.has_foreign_script() || pictures || facts.running().any(|script| script.error.is_some()) {
            return Decision::NotRun("the game may tell it in another way".into());
        }
        let attributes = ["title", "placeholder", "aria-label", "alt", "content", "value", "data-key"];
        let mut texts: Vec<&str> = page.texts.iter().map(|(text, _)| text.as_str()).collect();
        for tag in &page.tags {
            texts.extend(attributes.iter().filter_map(|name| tag.attribute(name)));
        }
        for script in facts.running() {
            // Names of keys that events are compared with are no words for the player.
            let compared = |text: &str| script.keys.iter().any(|key| key.value == text);
            let strings = script.strings.iter().map(|(text, _)| text.as_str());
            texts.extend(strings.filter(|text| !compared(text) && (text.contains(' ') || !text.is_ascii())));
            texts.extend(script.texts.iter().map(|(text, _)| text.as_str()).filter(|text| !compared(text)));
        }
        if texts.iter().any(|text| tells(text)) {
            return Decision::Passed;
        }
        let what = "Neither the page nor the script has a text that tells how to move or act.";
        Decision::Failed(vec![defect(
            CHECK.id,
            &keys.place,
            what,
            "Write the controls on the page or on the start screen.",
        )])
    },
};

fn tells(text: &str) -> bool {
    const WORDS: &[&str] = &[
        "press", "arrow", "key", "wasd", "move", "steer", "control", "jump", "shoot", "fire", "turn", "click", "tap",
        "swipe", "drag", "hold", "how to", "help", "taste", "pfeil", "↑", "←", "→", "↓", "⬅", "➡", "⇦", "▲", "◀",
    ];
    let lower = text.to_lowercase();
    !key_codes_in(text).is_empty() || WORDS.iter().any(|word| lower.contains(word))
}
