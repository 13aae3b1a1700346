use super::PlayCheck;
use crate::{
    source::Facts,
    validator::{bot::texts::has_word, evidence::Outcome, record::ControlSeen},
};

pub(super) const CHECK: PlayCheck = PlayCheck {
    id: "input-has-no-effect",
    run: |evidence| {
        if let Some(unplayed) = evidence.unplayed() {
            return unplayed;
        }
        let certain = evidence.record.surely_started();
        let mut findings = Vec::new();
        let mut open = Vec::new();
        for control in &evidence.record.controls {
            match dead(control) {
                Some(true) if certain && mentioned(evidence.facts, &control.input) => {
                    let what = format!(
                        "{} ({}) changes nothing, tried in {} situations of play.",
                        control.input,
                        said(control),
                        control.tries
                    );
                    let mut finding =
                        evidence.finding(CHECK.id, what, "Let the control change what the game reads in each step.");
                    finding.evidence.insert("input".into(), control.input.clone().into());
                    finding
                        .evidence
                        .insert("method".into(), "two plays that differ only in this control look the same".into());
                    findings.push(finding);
                }
                Some(true) | None if control.promised && !control.noticed => open.push(control.input.clone()),
                _ => {}
            }
        }
        if findings.is_empty() && !open.is_empty() {
            return Outcome::undecided(format!(
                "no effect was seen of {}, and there is no proof that it has none",
                open.join(", ")
            ));
        }
        let noticed: Vec<String> = evidence
            .record
            .controls
            .iter()
            .filter(|control| control.noticed)
            .map(|control| control.input.clone())
            .collect();
        let tried: Vec<&str> = evidence
            .record
            .controls
            .iter()
            .filter(|control| control.untried.is_none() && control.tries > 0)
            .map(|control| control.input.as_str())
            .collect();
        if findings.is_empty() && noticed.is_empty() && !tried.is_empty() {
            // Nothing says that there are no others.
            return Outcome::undecided(format!("none of {} was seen to change anything", tried.join(", ")));
        }
        Outcome::of(findings).measured("noticed", noticed)
    },
};

/// Whether a promised control is dead; `None` when that cannot be told.
pub(super) fn dead(control: &ControlSeen) -> Option<bool> {
    if control.noticed || control.untried.is_some() {
        return Some(false);
    }
    if !control.promised {
        return None;
    }
    let keyboard = !matches!(control.input.as_str(), "Click" | "Touch" | "Mouse");
    let action = control.action.to_lowercase();
    // What steers is noticed at once; other actions may need something that is not there, or be silent.
    let any = |words: &[&str]| words.iter().any(|word| has_word(&action, word));
    let sideways = any(&["left", "right", "steer", "walk", "run", "bat", "paddle"]);
    let steers = sideways || any(&["up", "down", "move", "turn", "jump", "fly", "flap", "fire", "shoot"]);
    // Three tries prove a "never"; what a wall, a floor or an empty magazine may forbid is tried more often.
    if !keyboard || control.tries < if sideways { 3 } else { 5 } {
        return None;
    }
    if steers {
        Some(true)
    } else if control.remembered {
        Some(false)
    } else {
        None
    }
}

fn said(control: &ControlSeen) -> &str {
    if control.action.is_empty() { "promised" } else { &control.action }
}

/// Whether the source speaks of a key at all.
pub(in crate::validator) fn mentioned(facts: &Facts, code: &str) -> bool {
    let mut spellings = vec![code.to_owned(), code.to_lowercase()];
    if let Some(letter) = code.strip_prefix("Key") {
        spellings.extend([letter.to_owned(), letter.to_lowercase()]);
        spellings.extend(letter.bytes().next().map(|byte| byte.to_string()));
    }
    if let Some(side) = code.strip_prefix("Arrow") {
        spellings.extend([side.to_owned(), side.to_lowercase()]);
    }
    match code {
        "Space" => spellings.extend([" ", "Spacebar", "32"].map(str::to_owned)),
        "ArrowLeft" => spellings.push("37".into()),
        "ArrowUp" => spellings.push("38".into()),
        "ArrowRight" => spellings.push("39".into()),
        "ArrowDown" => spellings.push("40".into()),
        "Enter" => spellings.push("13".into()),
        "Escape" => spellings.extend(["Esc", "27"].map(str::to_owned)),
        _ => {}
    }
    facts.running().any(|script| {
        script.keys.iter().any(|key| spellings.contains(&key.value))
            || script.strings.iter().any(|(text, _)| text.len() > 1 && spellings.contains(text))
            || script.members.iter().any(|used| used.property.len() > 1 && spellings.contains(&used.property))
            || script.keys.is_empty() && script.asynchronous
    })
}
