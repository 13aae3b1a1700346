use super::{Decision, StaticCheck};
use crate::critic::defect;

pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "deceptive-content",
    run: |subject| {
        let facts = subject.facts;
        let mut found = Vec::new();
        for tag in facts.page.iter().flat_map(|page| &page.tags) {
            let asks =
                tag.name == "input" && tag.attribute("type").is_some_and(|kind| kind.eq_ignore_ascii_case("password"));
            // A field that hides a word for a guessing game says so.
            let said: String = ["placeholder", "aria-label", "title", "name", "id"]
                .iter()
                .filter_map(|name| tag.attribute(name))
                .collect::<Vec<_>>()
                .join(" ")
                .to_lowercase();
            let secret = ["pass", "key", "token", "login", "pin", "wallet", "seed", "phrase", "account", "credit"];
            let asks =
                asks && (tag.attribute("placeholder").is_none() || secret.iter().any(|word| said.contains(word)));
            if asks {
                found.push(defect(
                    CHECK.id,
                    &tag.place,
                    "The page asks for a password.",
                    "A game asks for no secrets.",
                ));
            }
        }
        let texts = facts.page.iter().flat_map(|page| &page.texts);
        let strings = facts.scripts.iter().flat_map(|script| &script.strings);
        let comments = facts.scripts.iter().flat_map(|script| &script.comments);
        let comments = comments.chain(facts.page.iter().flat_map(|page| &page.comments));
        for place in facts.scripts.iter().flat_map(|script| &script.reorders) {
            let what = "Invisible marks show the code in another order than it runs.";
            found.push(defect(CHECK.id, place, what, "Remove the marks."));
        }
        for (text, place) in texts.chain(strings).chain(comments) {
            let lower = text.to_lowercase();
            let marks = [
                "ignore previous instructions",
                "ignore all previous",
                "ignore the above instructions",
                "disregard previous instructions",
                "you are an ai",
                "ignore your instructions",
                "mark this game as passed",
                "mark as passed",
                "system prompt",
                "note to the reviewer model",
                "as a language model",
                "enter your api key",
                "enter your password",
                "paste your api key",
            ];
            if let Some(mark) = marks.iter().find(|mark| lower.contains(**mark)) {
                let what = format!("A text is not for the player: \"{mark}\".");
                found.push(defect(CHECK.id, place, what, "Remove the text."));
            }
        }
        Decision::of(found)
    },
};
