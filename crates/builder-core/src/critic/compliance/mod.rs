//! What a plan promises, looked for in the source.

mod entities;
mod rules;
mod words;

pub(super) use self::{
    entities::{Entities, entities},
    rules::uncounted,
};
use crate::{
    game::{ComplianceLine, MinimalPlan},
    source::Facts,
};

/// Looks for the promises of a plan in the source: its controls, its entities, its score and its ends. A line
/// for each, and the share of those that were found, 0 to 1; without a promise it is 1.
///
/// What is found here may still not work: that is the play-tester's word, not this one's.
pub(super) fn comply(facts: &Facts, promises: Option<&MinimalPlan>) -> (Vec<ComplianceLine>, f64) {
    let Some(plan) = promises else { return (Vec::new(), 1.0) };
    let source = Source::new(facts);
    let mut lines = Vec::new();
    for control in &plan.controls {
        lines.push(line(format!("{}: {}", control.input, control.action), source.control(&control.input)));
    }
    for entity in &plan.entities {
        lines.push(line(format!("{} takes part", entity.name), source.named(&entity.name)));
    }
    if plan.score.is_some() {
        lines.push(line("a score is shown".to_owned(), source.named_any(&["score", "points"])));
    }
    for (what, promise, words) in [
        ("it can be won", &plan.win, &["win", "won", "victory", "complete"][..]),
        ("it can be lost", &plan.lose, &["over", "lose", "lost", "lives", "dead"][..]),
    ] {
        if promise.is_some() {
            lines.push(line(what.to_owned(), source.named_any(words)));
        }
    }
    let kept = lines.iter().filter(|line| line.kept).count();
    let score = if lines.is_empty() { 1.0 } else { kept as f64 / lines.len() as f64 };
    (lines, (score * 1000.0).round() / 1000.0)
}

fn line(promise: String, found: Option<String>) -> ComplianceLine {
    let kept = found.is_some();
    ComplianceLine { promise, kept, evidence: found.unwrap_or_else(|| "nothing in the source".to_owned()) }
}

struct Source<'a> {
    facts: &'a Facts,
    texts: Vec<(String, String)>,
}

impl<'a> Source<'a> {
    fn new(facts: &'a Facts) -> Self {
        let place = |place: &crate::source::Place| {
            place.line.map_or_else(|| place.file.clone(), |line| format!("{}:{line}", place.file))
        };
        let mut texts: Vec<(String, String)> = Vec::new();
        for script in facts.running() {
            texts.extend(script.strings.iter().map(|(text, at)| (text.to_lowercase(), place(at))));
            texts.extend(script.names.iter().map(|name| (name.to_lowercase(), script.file.clone())));
            texts.extend(script.declared.iter().map(|one| (one.name.to_lowercase(), place(&one.place))));
        }
        if let Some(page) = &facts.page {
            texts.extend(page.texts.iter().map(|(text, at)| (text.to_lowercase(), place(at))));
            texts.extend(page.ids().map(|id| (id.to_lowercase(), "index.html".to_owned())));
        }
        Self { facts, texts }
    }

    fn named(&self, name: &str) -> Option<String> {
        self.named_any(&[name])
    }

    fn named_any(&self, names: &[&str]) -> Option<String> {
        names.iter().find_map(|name| {
            let name = name.to_lowercase();
            self.texts.iter().find(|(text, _)| text.contains(&name)).map(|(_, place)| format!("“{name}” in {place}"))
        })
    }

    fn control(&self, input: &str) -> Option<String> {
        let lower = input.to_lowercase();
        let listens = |events: &[&str]| {
            self.facts.running().flat_map(|script| &script.listeners).find(|one| events.contains(&one.event.as_str()))
        };
        if ["mouse", "click", "tap", "touch", "pointer", "drag", "swipe"].iter().any(|word| lower.contains(word)) {
            let events = ["pointerdown", "pointermove", "mousedown", "mousemove", "click", "touchstart", "touchmove"];
            return listens(&events).map(|found| format!("a listener for {}", found.event));
        }
        let letter = input.strip_prefix("Key").or_else(|| input.strip_prefix("Digit")).unwrap_or(input);
        let same = |value: &str| {
            value == input
                || value.eq_ignore_ascii_case(letter)
                || (input == "Space" && value == " ")
                || value.eq_ignore_ascii_case(input.strip_prefix("Arrow").unwrap_or(input))
        };
        let mut keys = self.facts.running().flat_map(|script| &script.keys);
        if let Some(found) = keys.find(|one| same(&one.value)) {
            return Some(format!("{} compared with {:?}", found.via, found.value));
        }
        // Tables of keys are strings and names before they are compared.
        self.texts.iter().find(|(text, _)| *text == lower).map(|(_, place)| format!("{input} named in {place}"))
    }
}
