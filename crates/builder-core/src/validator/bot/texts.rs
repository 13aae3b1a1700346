use crate::{
    ports::{Element, Moment},
    source::key_codes_in,
};

/// Everything that can be read at a moment.
pub(crate) fn texts(moment: &Moment) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for canvas in moment.canvases.iter().filter(|canvas| canvas.shown && canvas.area[2] > 0.0) {
        out.extend(canvas.texts.iter().filter(|text| text.alpha > 0.05).map(|text| text.text.trim().to_owned()));
    }
    out.extend(moment.page.iter().map(|element| element.text.clone()));
    out.retain(|text| !text.is_empty());
    out.dedup();
    out
}

/// Texts that tell how to start: "Press Enter to launch", "Tap or press Space to run".
pub(crate) fn start_texts(moment: &Moment) -> Vec<String> {
    texts(moment).into_iter().filter(|text| tells_start(text)).collect()
}

fn tells_start(text: &str) -> bool {
    let lower = text.to_lowercase();
    let act =
        ["press", "tap", "click", "hit", "push", "touch", "drück", "klick"].iter().any(|word| has_word(&lower, word));
    let aim = lower.contains(" to ") || has_word(&lower, "start") || has_word(&lower, "begin");
    text.chars().count() <= 90 && act && aim && !has_word(&lower, "pause") && !is_again(&lower)
}

/// Whether `word` stands in `text` as a word of its own, or begins one.
pub(crate) fn has_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        text.get(..at).and_then(|before| before.chars().next_back()).is_none_or(|c| !c.is_alphanumeric())
    })
}

pub(crate) fn is_again(lower: &str) -> bool {
    [
        "again",
        "restart",
        "retry",
        "relaunch",
        "replay",
        "another round",
        "another game",
        "new game",
        "next game",
        "nochmal",
    ]
    .iter()
    .any(|word| has_word(lower, word))
}

/// Whether a button's words fit.
pub(crate) fn button_fits(element: &Element, words: &[&str]) -> bool {
    let text = format!("{} {}", element.text, element.id).to_lowercase();
    words.iter().any(|word| has_word(&text, word))
}

pub(crate) const START_WORDS: &[&str] =
    &["start", "play", "begin", "go", "new", "launch", "los", "run", "serve", "deal", "ready"];
pub(crate) const AGAIN_WORDS: &[&str] =
    &["again", "restart", "retry", "play", "new", "start", "replay", "reset", "next", "continue", "go"];

/// Inputs that texts name, in the order they are named.
pub(crate) fn inputs_in(texts: &[String]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for text in texts {
        for code in key_codes_in(text) {
            if !out.contains(&code) {
                out.push(code);
            }
        }
    }
    out
}

/// Whether the texts tell how to move or act, not merely how to start.
pub(crate) fn tells_controls(all: &[String]) -> bool {
    all.iter().any(|text| {
        let lower = text.to_lowercase();
        let inputs = key_codes_in(text);
        let pointer =
            ["click", "tap", "mouse", "drag", "touch", "swipe", "aim", "steer", "hover", "slide", "hold", "type"];
        let telling = !inputs.is_empty()
            || pointer.iter().any(|word| has_word(&lower, word))
            || has_word(&lower, "arrow")
            || lower.contains("wasd");
        if !telling {
            return false;
        }
        // "Press Enter to start" tells only how to start.
        let only_start = (tells_start(text)
            || is_again(&lower)
            || has_word(&lower, "pause")
            || has_word(&lower, "mute"))
            && ![
                "move", "steer", "jump", "fire", "shoot", "turn", "walk", "run with", "aim", "catch", "dodge", "flap",
                "fly", "hop", "swap", "drop",
            ]
            .iter()
            .any(|word| has_word(&lower, word))
            && inputs.iter().all(|input| {
                matches!(input.as_str(), "Enter" | "Space" | "Click" | "Touch" | "KeyP" | "Escape" | "KeyM" | "KeyR")
            });
        !only_start
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn telling_how_to_start_is_not_telling_how_to_play() {
        assert!(tells_start("Press Enter to slither"));
        assert!(tells_start("Tap or press Space to run"));
        assert!(!tells_start("Click or tap two cards. If they show the same sign they stay open."));
        assert!(!tells_start("Enter to play again"));
        assert!(!tells_controls(&["Press Enter to start".into(), "Score 0".into()]));
        assert!(tells_controls(&["Run with the arrow keys".into()]));
        assert!(tells_controls(&["Click or tap the ducks before they dive".into()]));
        assert!(tells_controls(&["Press Space to jump".into()]));
    }
}
