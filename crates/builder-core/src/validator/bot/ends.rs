use serde_json::Value;

use super::texts::{has_word, is_again, texts};
use crate::ports::Moment;

/// Signs that a game is over.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Signs {
    /// Texts that were not there when play began and say so.
    pub(crate) words: Vec<String>,
    /// A variable that says so: path, before, after.
    pub(crate) mode: Option<(String, String, String)>,
}

const END_WORDS: &[&str] = &[
    "game over",
    "gameover",
    "you lose",
    "you lost",
    "you died",
    "you win",
    "you won",
    "you did it",
    "victory",
    "defeat",
    "time is up",
    "time's up",
    "times up",
    "out of time",
    "out of lives",
    "knocked out",
    "the end",
    "wasted",
    "you were",
    "no balls left",
    "completed",
    "final score",
    "well done",
    "congratulations",
    "all clear",
    "mission failed",
    "you escaped",
    "made it",
];

const MODE_WORDS: &[&str] = &[
    "over",
    "gameover",
    "game_over",
    "game-over",
    "lost",
    "lose",
    "lost!",
    "dead",
    "won",
    "win",
    "end",
    "ended",
    "finished",
    "down",
    "fail",
    "failed",
    "done",
    "complete",
    "completed",
    "result",
    "results",
    "victory",
    "defeat",
    "crashed",
];

const MODE_FLAGS: &[&str] = &[
    "over",
    "isover",
    "gameover",
    "isgameover",
    "dead",
    "isdead",
    "ended",
    "finished",
    "lost",
    "won",
    "haslost",
    "haswon",
    "gameended",
    "isfinished",
    "gamewon",
    "gamelost",
    "iswon",
    "islost",
    "gamedone",
    "done",
];

/// Whether words end a game.
pub(crate) fn ends(text: &str) -> bool {
    let lower = text.to_lowercase();
    END_WORDS.iter().any(|word| has_word(&lower, word)) || is_again(&lower)
}

/// Whether words are those of a victory.
pub(crate) fn is_victory(words: &[String], mode: Option<&str>) -> bool {
    let won = [
        "you win",
        "you won",
        "victory",
        "did it",
        "congratulations",
        "all clear",
        "made it",
        "completed",
        "escaped",
        "well done",
        "gone!",
    ];
    let lost = ["game over", "lose", "lost", "died", "defeat"];
    let says = |list: &[&str]| words.iter().any(|text| list.iter().any(|word| text.to_lowercase().contains(word)));
    mode.is_some_and(|mode| {
        mode.trim_matches('"').to_lowercase().contains("w")
            && matches!(mode.trim_matches('"').to_lowercase().as_str(), "won" | "win" | "victory")
    }) || says(&won) && !says(&lost)
}

/// What speaks for an end at `now`, compared with a moment of play.
pub(crate) fn signs(playing: &Moment, now: &Moment) -> Signs {
    let before = texts(playing);
    let words = texts(now)
        .into_iter()
        .filter(|text| ends(text) && !before.contains(text) && !before.iter().any(|b| ends(b) && same_words(b, text)));
    let mut signs = Signs { words: words.collect(), mode: None };
    for (path, value) in &now.state {
        // Members of lists are things in the game, not the game.
        if path.contains('[') || path.matches('.').count() > 3 {
            continue;
        }
        let Some(was) = playing.state.get(path) else { continue };
        if was == value {
            continue;
        }
        let name =
            path.rsplit(['.', ':']).next().unwrap_or_default().trim_start_matches('#').to_lowercase().replace('_', "");
        let says = match value {
            Value::Bool(true) => *was == Value::Bool(false) && MODE_FLAGS.contains(&name.as_str()),
            Value::String(text) => {
                let word = text.trim_matches('"').to_lowercase();
                MODE_WORDS.contains(&word.as_str()) || word.ends_with("over") || word.contains("gameover")
            }
            _ => false,
        };
        if says {
            signs.mode = Some((path.clone(), was.to_string(), value.to_string()));
            break;
        }
    }
    signs
}

/// Two texts that differ only in their numbers.
fn same_words(one: &str, other: &str) -> bool {
    let letters = |text: &str| text.chars().filter(|c| c.is_alphabetic()).collect::<String>();
    letters(one) == letters(other)
}

impl Signs {
    /// Whether words and a variable agree.
    pub(crate) fn certain(&self) -> bool {
        !self.words.is_empty() && self.mode.is_some()
    }

    pub(crate) fn any(&self) -> bool {
        !self.words.is_empty() || self.mode.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_told_by_words_and_variables() {
        let mut playing = Moment::default();
        playing.state.insert("3:mode".into(), "\"run".into());
        playing.state.insert("3:rocks[0].dead".into(), false.into());
        let mut now = playing.clone();
        now.state.insert("3:mode".into(), "\"down".into());
        now.state.insert("3:rocks[0].dead".into(), true.into());
        assert_eq!(signs(&playing, &now).mode.unwrap().0, "3:mode");
        assert!(ends("The fox tripped after 12 m. Tap or press Space to run again"));
        assert!(!ends("Score 12"));
    }
}
