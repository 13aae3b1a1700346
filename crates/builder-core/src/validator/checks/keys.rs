//! Keys that cannot arrive: names that no browser sends, and listeners on what cannot have the focus.

use super::{PlayCheck, input_has_no_effect::dead};
use crate::{
    source::Compared,
    validator::evidence::{Evidence, Outcome},
};

pub(super) const WRONG_KEY_NAME: PlayCheck = PlayCheck {
    id: "wrong-key-name",
    run: |evidence| {
        let suspects: Vec<&Compared> =
            evidence.facts.running().flat_map(|script| &script.keys).filter(|key| never_sent(key)).collect();
        if suspects.is_empty() {
            return Outcome::passed();
        }
        if !evidence.record.played() {
            return Outcome::undecided("the game was not played");
        }
        let failing = failing(evidence);
        let found = suspects.iter().find(|key| failing.iter().any(|code| meant(&key.value).contains(&code.as_str())));
        let Some(key) = found else {
            return Outcome::passed_because("what these names are meant for works by other means");
        };
        let what = format!(
            "event.{} is compared with '{}', which no browser sends.",
            key.via.trim_end_matches(" lower"),
            key.value
        );
        let right = meant(&key.value).first().copied().unwrap_or("the right name");
        let fix = format!("Compare event.code with '{right}'.");
        let mut finding = evidence.finding(WRONG_KEY_NAME.id, what, fix);
        finding.file = Some(key.place.file.clone());
        finding.line = key.place.line;
        finding.column = key.place.column;
        Outcome::of(vec![finding])
    },
};

pub(super) const KEY_LISTENER_UNFOCUSABLE: PlayCheck = PlayCheck {
    id: "key-listener-unfocusable",
    run: |evidence| {
        let Some(page) = &evidence.facts.page else { return Outcome::undecided("there is no page to read") };
        let listeners = evidence.facts.running().flat_map(|script| &script.listeners);
        let keyboard: Vec<_> = listeners.filter(|listener| listener.event.starts_with("key")).collect();
        let elsewhere = keyboard.iter().any(|listener| listener.target_id.is_none());
        let suspects = keyboard.iter().filter(|listener| {
            listener.target_id.as_deref().is_some_and(|id| {
                page.tags.iter().any(|tag| {
                    tag.attribute("id") == Some(id)
                        && tag.attribute("tabindex").is_none()
                        && tag.attribute("contenteditable").is_none()
                        && !matches!(tag.name.as_str(), "input" | "textarea" | "select" | "button" | "a" | "body")
                })
            })
        });
        let tabbed = evidence.facts.running().any(|script| {
            script.members.iter().any(|used| matches!(used.property.as_str(), "tabIndex" | "tabindex"))
                || script.strings.iter().any(|(text, _)| text == "tabindex")
        });
        let Some(listener) = suspects.into_iter().next().filter(|_| !tabbed && !elsewhere) else {
            return Outcome::passed();
        };
        if !evidence.record.played() {
            return Outcome::undecided("the game was not played");
        }
        let works = evidence
            .record
            .controls
            .iter()
            .any(|control| control.noticed && !matches!(control.input.as_str(), "Click" | "Touch" | "Mouse"));
        if works {
            return Outcome::passed_because("keys arrive all the same");
        }
        let what = format!(
            "The {} listener is on {}, which cannot have the focus: no key ever arrives.",
            listener.event, listener.target
        );
        let mut finding = evidence.finding(
            KEY_LISTENER_UNFOCUSABLE.id,
            what,
            "Listen on window, or give the element tabindex=\"0\" and focus it.",
        );
        finding.file = Some(listener.place.file.clone());
        finding.line = listener.place.line;
        finding.column = listener.place.column;
        Outcome::of(vec![finding])
    },
};

/// Key codes that should do something and did nothing.
fn failing(evidence: &Evidence<'_>) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for control in &evidence.record.controls {
        if dead(control) == Some(true) || control.promised && !control.noticed && control.untried.is_none() {
            out.push(control.input.clone());
        }
    }
    let start = &evidence.record.start;
    out.extend(
        start
            .attempts
            .iter()
            .filter(|attempt| !attempt.changed && (attempt.promised || attempt.told))
            .map(|attempt| attempt.input.clone()),
    );
    out.extend(
        evidence
            .record
            .restarts
            .iter()
            .filter(|attempt| !attempt.changed && (attempt.promised || attempt.told))
            .map(|attempt| attempt.input.clone()),
    );
    out
}

/// Whether no browser sends that value.
fn never_sent(key: &Compared) -> bool {
    let value = key.value.as_str();
    match key.via.as_str() {
        "code" => {
            matches!(
                value,
                "Left"
                    | "Right"
                    | "Up"
                    | "Down"
                    | "left"
                    | "right"
                    | "up"
                    | "down"
                    | " "
                    | "Spacebar"
                    | "space"
                    | "SPACE"
                    | "Spaces"
                    | "enter"
                    | "Return"
                    | "ENTER"
                    | "Esc"
                    | "esc"
                    | "escape"
            ) || value.len() == 1 && value.chars().all(|c| c.is_ascii_alphabetic())
        }
        "key" => {
            matches!(
                value,
                "Left"
                    | "Right"
                    | "Up"
                    | "Down"
                    | "left"
                    | "right"
                    | "up"
                    | "down"
                    | "Spacebar"
                    | "Space"
                    | "space"
                    | "SPACE"
                    | "enter"
                    | "ENTER"
                    | "Return"
                    | "Esc"
                    | "esc"
                    | "escape"
                    | "arrowleft"
                    | "arrowright"
                    | "arrowup"
                    | "arrowdown"
            ) || value.starts_with("Key") && value.len() == 4
        }
        "key lower" => matches!(
            value,
            "left"
                | "right"
                | "up"
                | "down"
                | "space"
                | "spacebar"
                | "Enter"
                | "ArrowLeft"
                | "ArrowRight"
                | "ArrowUp"
                | "ArrowDown"
        ),
        _ => false,
    }
}

/// The key codes that such a name is meant for.
fn meant(value: &str) -> &'static [&'static str] {
    match value.to_lowercase().as_str() {
        "left" | "arrowleft" => &["ArrowLeft"],
        "right" | "arrowright" => &["ArrowRight"],
        "up" | "arrowup" => &["ArrowUp"],
        "down" | "arrowdown" => &["ArrowDown"],
        " " | "space" | "spacebar" | "spaces" => &["Space"],
        "enter" | "return" => &["Enter"],
        "esc" | "escape" => &["Escape"],
        "a" | "keya" => &["KeyA"],
        "d" | "keyd" => &["KeyD"],
        "w" | "keyw" => &["KeyW"],
        "s" | "keys" => &["KeyS"],
        "p" | "keyp" => &["KeyP"],
        "r" | "keyr" => &["KeyR"],
        _ => &[],
    }
}
