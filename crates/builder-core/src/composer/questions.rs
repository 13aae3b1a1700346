//! What a quiz asks: sums, clocks, facts of a topic, or the names of things of the theme.

use std::sync::LazyLock;

use serde::Serialize;

use super::vary::Variation;
use crate::genres::Idea;

/// How many facts a game gets at most.
pub const FACTS_MAX: usize = 16;

/// A question with its answers; the first answer is right.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fact {
    /// What is asked.
    pub ask: &'static str,
    /// Four answers, the right one first.
    pub answers: [&'static str; 4],
}

/// What a quiz asks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Questions {
    /// `times`, `sums`, `clock`, `facts`, `guess` or `pictures`.
    pub kind: &'static str,
    /// The facts, when it asks facts.
    pub facts: Vec<Fact>,
    /// Things that belong together, for a game of pairs; mostly none.
    pub pairs: Vec<[&'static str; 2]>,
}

struct Topic {
    phrases: &'static str,
    facts: Vec<Fact>,
    pairs: Vec<[&'static str; 2]>,
}

static TOPICS: LazyLock<Vec<Topic>> = LazyLock::new(|| {
    let mut topics: Vec<Topic> = Vec::new();
    for line in include_str!("data/questions.txt").lines() {
        if let Some(phrases) = line.strip_prefix("@ ") {
            topics.push(Topic { phrases, facts: Vec::new(), pairs: Vec::new() });
            continue;
        }
        let fields: Vec<&'static str> = line.split('|').map(str::trim).collect();
        match (topics.last_mut(), fields.as_slice()) {
            (Some(topic), [ask, right, a, b, c]) => topic.facts.push(Fact { ask, answers: [right, a, b, c] }),
            (Some(topic), [one, two]) => topic.pairs.push([one, two]),
            _ => {}
        }
    }
    topics
});

fn says_any(idea: &Idea, phrases: &str) -> bool {
    phrases.split(',').any(|phrase| idea.says(phrase.trim()))
}

/// What an idea wants to be asked. `themed` tells whether it names things that have pictures.
pub(super) fn questions(idea: &Idea, language: &str, themed: bool, variation: &Variation) -> Questions {
    let told = TOPICS.iter().find(|topic| says_any(idea, topic.phrases));
    let pairs = told.map(|topic| topic.pairs.clone()).unwrap_or_default();
    let kind =
        if says_any(idea, "times tables, times table, multiplication, multiply, einmaleins, tablas de multiplicar") {
            "times"
        } else if says_any(
            idea,
            "number bonds, sums, maths, math, addition, adding, arithmetic, mental arithmetic, rechnen",
        ) {
            "sums"
        } else if says_any(idea, "telling the time, clock, clocks, uhrzeit") {
            "clock"
        } else if says_any(idea, "higher or lower") {
            "guess"
        } else if told.is_some_and(|topic| !topic.facts.is_empty()) || (language == "en" && !themed) {
            "facts"
        } else {
            "pictures"
        };
    let topic = told.filter(|topic| !topic.facts.is_empty()).or_else(|| TOPICS.first());
    let mut facts = topic.map(|topic| topic.facts.clone()).filter(|_| kind == "facts").unwrap_or_default();
    if !facts.is_empty() {
        let start = variation.pick("facts", facts.len());
        facts.rotate_left(start);
        facts.truncate(FACTS_MAX);
    }
    Questions { kind, facts, pairs }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(idea: &str) -> Questions {
        questions(&Idea::read(idea), "en", true, &Variation::new(idea, 0, 0))
    }

    #[test]
    fn topics_are_complete() {
        assert!(TOPICS.len() >= 8);
        for topic in TOPICS.iter() {
            assert!(topic.facts.len() >= 8 || topic.pairs.len() >= 8, "{}", topic.phrases);
            for fact in &topic.facts {
                for (at, answer) in fact.answers.iter().enumerate() {
                    assert!(!answer.is_empty() && !fact.answers[..at].contains(answer), "{fact:?}");
                }
            }
        }
    }

    #[test]
    fn ideas_are_asked_what_they_want() {
        assert_eq!(asked("times tables practice for year 4").kind, "times");
        assert_eq!(asked("a game to practise telling the time on an analogue clock").kind, "clock");
        let planets = asked("A quiz about the planets for my class");
        assert!(planets.kind == "facts" && planets.facts.iter().any(|fact| fact.ask.contains("planet")));
        assert!(asked("fraction matching memory game, 1/2 with 0.5").pairs.len() >= 8);
        assert_eq!(asked("a quiz about owls").kind, "pictures");
    }
}
