use super::{Decision, StaticCheck};
use crate::{
    critic::defect,
    game::Severity,
    source::{Compared, is_input_event},
};

/// Values that no browser sends: by which property, what it says instead, and what else would do the same.
const WRONG: &[(&str, &str, &str, &[&str])] = &[
    ("key", "Up", "ArrowUp", &["ArrowUp", "arrowup", "KeyW", "w", "W", "38", "87"]),
    ("key", "Down", "ArrowDown", &["ArrowDown", "arrowdown", "KeyS", "s", "S", "40", "83"]),
    ("key", "Left", "ArrowLeft", &["ArrowLeft", "arrowleft", "KeyA", "a", "A", "37", "65"]),
    ("key", "Right", "ArrowRight", &["ArrowRight", "arrowright", "KeyD", "d", "D", "39", "68"]),
    ("key", "Space", " ", &[" ", "32", "Enter", "13", "KeyW", "ArrowUp"]),
    ("key", "Spacebar", " ", &[" ", "Space", "32", "Enter", "13", "KeyW", "ArrowUp"]),
    ("key", "Esc", "Escape", &["Escape", "escape", "27"]),
    ("key", "Return", "Enter", &["Enter", "enter", "13", " ", "Space", "32"]),
    ("code", "Up", "ArrowUp", &["ArrowUp", "KeyW", "w", "38", "87"]),
    ("code", "Down", "ArrowDown", &["ArrowDown", "KeyS", "s", "40", "83"]),
    ("code", "Left", "ArrowLeft", &["ArrowLeft", "KeyA", "a", "37", "65"]),
    ("code", "Right", "ArrowRight", &["ArrowRight", "KeyD", "d", "39", "68"]),
    ("code", " ", "Space", &["Space", "32", "Enter", "13", "KeyW", "ArrowUp"]),
    ("code", "Spacebar", "Space", &["Space", " ", "32", "Enter", "13", "KeyW", "ArrowUp"]),
    ("code", "Esc", "Escape", &["Escape", "27"]),
    ("code", "Return", "Enter", &["Enter", "13", "Space", " ", "32"]),
];

pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "wrong-key-name",
    run: |subject| {
        let facts = subject.facts;
        if facts.has_foreign_script() {
            return Decision::NotRun("a library may have names of its own for keys".into());
        }
        let all: Vec<&Compared> = facts.running().flat_map(|script| &script.keys).collect();
        let pointer = facts
            .running()
            .flat_map(|script| &script.listeners)
            .any(|listener| is_input_event(&listener.event) && !listener.event.starts_with("key"));
        let mut found = Vec::new();
        for one in all.iter().filter(|one| one.sure) {
            let Some((right, others)) = right_name(&one.via, &one.value) else { continue };
            let bound = all.iter().any(|other| other.value == right || others.contains(&other.value.as_str()));
            // The old names beside the right ones do no harm.
            let beside = all.iter().any(|other| other.value.eq_ignore_ascii_case(&right));
            if beside {
                continue;
            }
            let via = one.via.split(' ').next().unwrap_or_default();
            let what = format!("event.{via} is never {:?}: browsers say {right:?}.", one.value);
            let mut finding = defect(CHECK.id, &one.place, what, format!("Compare with {right:?}."));
            let steers = !matches!(right.as_str(), "Escape");
            if bound || !steers || (pointer && !right.starts_with("Arrow")) {
                finding.severity = Severity::Warning;
            }
            found.push(finding);
        }
        Decision::of(found)
    },
};

/// What browsers say instead of a value they never send.
pub(crate) fn right_name(via: &str, value: &str) -> Option<(String, &'static [&'static str])> {
    let lower = via.ends_with("lower");
    let via = via.split(' ').next().unwrap_or_default();
    if let Some((_, _, right, others)) = WRONG.iter().find(|(property, wrong, ..)| {
        *property == via && (*wrong == value || value.len() > 1 && wrong.eq_ignore_ascii_case(value) && !lower)
            || *property == via && lower && wrong.to_lowercase() == value && value.len() > 1
    }) {
        let right = if lower { right.to_lowercase() } else { (*right).to_owned() };
        return Some((right, others));
    }
    // A single letter or digit for `code`, `KeyA` for `key`.
    let mut letters = value.chars();
    match (via, letters.next(), letters.next()) {
        ("code", Some(letter), None) if letter.is_ascii_alphabetic() => {
            Some((format!("Key{}", letter.to_ascii_uppercase()), &[]))
        }
        ("code", Some(digit), None) if digit.is_ascii_digit() => Some((format!("Digit{digit}"), &[])),
        ("key", ..) if !lower && value.len() == 4 && value.starts_with("Key") => {
            let letter = value.chars().last().filter(char::is_ascii_uppercase)?;
            Some((letter.to_ascii_lowercase().to_string(), &[]))
        }
        _ => None,
    }
}
