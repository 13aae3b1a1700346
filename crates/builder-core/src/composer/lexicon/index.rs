use std::collections::HashMap;

use super::Concept;
use crate::genres::tokens;

const CONCEPTS: &str = include_str!("../data/concepts.txt");

pub(super) struct Entry {
    pub(super) rest: Vec<String>,
    /// None for a phrase that only looks like a concept.
    pub(super) concept: Option<&'static Concept>,
    pub(super) word: String,
    pub(super) plural: bool,
}

#[derive(Default)]
pub(super) struct Index {
    pub(super) by_first: HashMap<String, Vec<Entry>>,
    pub(super) stems: HashMap<String, &'static Concept>,
}

impl Index {
    /// With `own_name`, the concept is shown by its own name and not by this word for it.
    pub(super) fn add(&mut self, phrase: &str, concept: Option<&'static Concept>, plural: bool, own_name: bool) {
        let shown = match concept {
            Some(concept) if plural || own_name => concept.word(),
            _ => phrase.to_owned(),
        };
        self.add_as(phrase, concept, plural, shown);
    }

    fn add_as(&mut self, phrase: &str, concept: Option<&'static Concept>, plural: bool, word: String) {
        let mut words = tokens(phrase).into_iter().map(|token| token.text);
        let Some(first) = words.next() else { return };
        let rest: Vec<String> = words.collect();
        let entries = self.by_first.entry(first).or_default();
        // The first concept to claim a word keeps it.
        if entries.iter().all(|entry| entry.rest != rest) {
            entries.push(Entry { rest, concept, word, plural });
        }
    }

    pub(super) fn add_plural(&mut self, word: &str, concept: &'static Concept, own_name: bool) {
        let plural = match word.as_bytes() {
            [.., b's' | b'x' | b'z'] | [.., b'c' | b's', b'h'] => format!("{word}es"),
            [.., before, b'y'] if !b"aeiou".contains(before) => format!("{}ies", &word[..word.len() - 1]),
            _ => format!("{word}s"),
        };
        let shown = if own_name { concept.word() } else { word.to_owned() };
        self.add_as(&plural, Some(concept), true, shown);
    }

    /// The part of a word that endings leave alone.
    pub(super) fn add_stem(&mut self, word: &str, concept: &'static Concept) {
        let parts = tokens(word);
        let [token] = parts.as_slice() else { return };
        let mut letters: Vec<char> = token.text.chars().collect();
        const ENDS: &str = "aeiouyаеиоуыэюяьйіїєाीेोिंأي";
        if letters.len() >= 4 && letters.last().is_some_and(|last| ENDS.contains(*last)) {
            letters.pop();
            if letters.len() > 4 && letters.last().is_some_and(|last| "ео".contains(*last)) {
                letters.pop();
            }
        }
        if letters.len() >= 3 {
            self.stems.entry(letters.into_iter().collect()).or_insert(concept);
        }
    }
}

pub(super) fn irregular(word: &str) -> bool {
    const PLURALS: &[&str] = &[
        "mice",
        "geese",
        "people",
        "poeple",
        "firemen",
        "policemen",
        "workmen",
        "fishermen",
        "snowmen",
        "cacti",
        "fungi",
        "teeth",
        "bacteria",
        "leaves",
        "wolves",
        "thieves",
        "elves",
        "knives",
        "pottery",
        "children",
        "men",
    ];
    (word.ends_with('s') && !word.ends_with("ss")) || PLURALS.contains(&word)
}

pub(super) fn concept_rows() -> Vec<(Concept, Vec<&'static str>)> {
    let mut tags: Vec<&'static str> = Vec::new();
    let mut scene = "abstract";
    let mut rows = Vec::new();
    for line in CONCEPTS.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(head) = line.strip_prefix('@') {
            let (group, place) = head.split_once(';').unwrap_or((head, "abstract"));
            tags = group.split_whitespace().collect();
            scene = place.trim();
            continue;
        }
        let fields: Vec<&'static str> = line.split('|').map(str::trim).collect();
        let field = |at: usize| fields.get(at).copied().unwrap_or_default();
        let own_scene = field(6);
        let concept = Concept {
            id: field(0),
            emoji: Some(field(1)).filter(|emoji| *emoji != "-"),
            color: format!("#{}", field(2)),
            wants: field(3).split_whitespace().collect(),
            fears: field(4).split_whitespace().collect(),
            scene: if own_scene.is_empty() { scene } else { own_scene },
            tags: tags.iter().copied().chain(field(7).split_whitespace()).collect(),
        };
        let words = field(5).split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
        rows.push((concept, words));
    }
    rows
}

pub(super) fn language_rows(text: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    text.split(['\n', ';']).filter_map(|part| part.trim().split_once('='))
}
