use std::collections::BTreeMap;

use serde_json::Value;

use crate::ports::Moment;

/// What a shown number is to the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meaning {
    Score,
    Lives,
    Time,
    Level,
    Best,
    Other,
}

/// Numbers the player sees, by their label: `Score 120`, `Lives: 3`, an element with the id `points`.
pub(crate) fn shown_values(moment: &Moment) -> BTreeMap<String, f64> {
    let mut out = BTreeMap::new();
    for canvas in moment.canvases.iter().filter(|canvas| canvas.shown) {
        for text in canvas.texts.iter().filter(|text| text.text.chars().count() <= 60) {
            labelled(&text.text, &mut out);
        }
    }
    let mut before = String::new();
    for element in &moment.page {
        let text = element.text.trim();
        if let Some(number) = number(text) {
            let label = if element.id.is_empty() { before.clone() } else { element.id.clone() };
            if !label.is_empty() {
                out.entry(label.to_lowercase()).or_insert(number);
            }
        } else if text.chars().count() <= 60 && !element.acts {
            labelled(text, &mut out);
            before = last_word(text);
        }
    }
    out
}

fn last_word(text: &str) -> String {
    text.split(|c: char| !c.is_alphabetic()).rfind(|word| !word.is_empty()).unwrap_or_default().to_owned()
}

/// The number a text is, with a unit at most.
fn number(text: &str) -> Option<f64> {
    let text = text.trim().trim_end_matches(['%', 's', 'm', 'x']).trim();
    text.replace(',', "").parse().ok()
}

/// `Score 12` and `Level: 3` pairs in a text.
fn labelled(text: &str, out: &mut BTreeMap<String, f64>) {
    let mut label = String::new();
    let words = text.split([' ', ':', '=', '|', '·', '/', '\u{a0}', '×']).filter(|word| !word.is_empty());
    for word in words {
        let bare = word.trim_end_matches(['%', ',', ';', ')']).trim_start_matches(['(', '$', '+']);
        match bare.parse::<f64>() {
            Ok(number) if !label.is_empty() && number.is_finite() => {
                out.entry(label.to_lowercase()).or_insert(number);
                label.clear();
            }
            Ok(_) => {}
            Err(_) if bare == "NaN" || bare == "undefined" => {
                out.entry(label.to_lowercase()).or_insert(f64::NAN);
            }
            Err(_) => label = bare.to_owned(),
        }
    }
}

/// What a label means.
pub(crate) fn meaning(label: &str) -> Meaning {
    let has = |words: &[&str]| {
        words.iter().any(|word| label.split(|c: char| !c.is_alphanumeric()).any(|part| part == *word) || label == *word)
    };
    let holds = |words: &[&str]| words.iter().any(|word| label.contains(word));
    if holds(&["best", "record", "high", "hi-"]) || has(&["hi", "top", "max"]) {
        Meaning::Best
    } else if holds(&["score", "point", "tally", "pts"])
        || has(&[
            "apples",
            "eaten",
            "ducks",
            "metres",
            "distance",
            "coins",
            "gems",
            "purse",
            "kills",
            "stars",
            "gold",
            "collected",
        ])
    {
        Meaning::Score
    } else if holds(&["lives", "life", "health", "hull", "heart"])
        || has(&["hp", "balls", "energy", "chances", "armor", "armour"])
    {
        Meaning::Lives
    } else if holds(&["time", "second", "clock", "countdown"]) {
        Meaning::Time
    } else if holds(&["level", "wave", "stage", "speed"]) || has(&["round"]) {
        Meaning::Level
    } else {
        Meaning::Other
    }
}

/// A variable as a number.
pub(crate) fn as_number(value: &Value) -> Option<f64> {
    value.as_f64()
}

/// How many variables with numbers differ between two moments.
pub(crate) fn numbers_changed(before: &Moment, after: &Moment) -> usize {
    before
        .state
        .iter()
        .filter(|(path, value)| {
            value.is_number() && after.state.get(*path).is_some_and(|other| other.is_number() && other != *value)
        })
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_belong_to_the_number_after_them() {
        let mut out = BTreeMap::new();
        labelled("Tally 50 Hull -20% Wave: 3", &mut out);
        assert_eq!(out.get("tally"), Some(&50.0));
        assert_eq!(out.get("hull"), Some(&-20.0));
        assert_eq!(out.get("wave"), Some(&3.0));
        assert_eq!(meaning("hull"), Meaning::Lives);
        assert_eq!(meaning("time-left"), Meaning::Time);
        assert_eq!(meaning("high score"), Meaning::Best);
    }
}
