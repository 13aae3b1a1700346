//! Numbers that a plan's rules for winning and losing name, looked for in the code.

use std::collections::BTreeSet;

use crate::{game::MinimalPlan, source::Facts};

/// A clause of a rule, with the number it names.
#[derive(Debug, PartialEq)]
pub(in crate::critic) struct Counted {
    /// `win` or `lose`.
    pub rule: &'static str,
    /// The clause, as the plan says it.
    pub clause: String,
    /// How many.
    pub number: u32,
}

/// Clauses of the plan's rules whose number is nowhere in the game: not as itself, one less or more, doubled or halved,
/// as seconds or frames, as the length of a list or a row of signs, nor as rows times columns.
pub(in crate::critic) fn uncounted(facts: &Facts, plan: &MinimalPlan) -> Vec<Counted> {
    let known = numbers(facts);
    [("win", &plan.win), ("lose", &plan.lose)]
        .into_iter()
        .filter_map(|(rule, text)| Some((rule, text.as_deref()?)))
        .flat_map(|(rule, text)| clauses(text).map(move |(clause, number)| Counted { rule, clause, number }))
        .filter(|counted| !is_known(&known, f64::from(counted.number)))
        .collect()
}

fn numbers(facts: &Facts) -> BTreeSet<u64> {
    let mut out = BTreeSet::new();
    let mut add = |number: f64| {
        out.insert(number.to_bits());
    };
    for script in facts.running() {
        script.numbers.iter().for_each(|bits| add(f64::from_bits(*bits)));
        for (text, _) in &script.strings {
            text.split(|letter: char| !letter.is_ascii_digit() && letter != '.')
                .filter_map(|part| part.parse().ok())
                .for_each(&mut add);
            // `'❤❤❤'` is three, and a map of signs may hold any number of things.
            let mut counts = std::collections::BTreeMap::new();
            text.chars()
                .filter(|letter| !letter.is_whitespace())
                .for_each(|letter| *counts.entry(letter).or_insert(0) += 1);
            counts.values().filter(|count| **count > 2).for_each(|count| add(f64::from(*count)));
        }
    }
    for tag in facts.page.iter().flat_map(|page| &page.tags) {
        tag.attributes.iter().filter_map(|(_, value)| value.trim().parse().ok()).for_each(&mut add);
    }
    for (text, _) in facts.page.iter().flat_map(|page| &page.texts) {
        if let Ok(number) = text.trim().parse() {
            add(number);
        }
    }
    out
}

fn is_known(known: &BTreeSet<u64>, number: f64) -> bool {
    let has = |number: f64| known.contains(&number.to_bits());
    let near =
        [number, number - 1.0, number + 1.0, number * 2.0, number / 2.0, number * 1000.0, number * 60.0, number / 60.0];
    let is_product = || {
        known.iter().map(|bits| f64::from_bits(*bits)).any(|one| one >= 2.0 && number % one == 0.0 && has(number / one))
    };
    near.into_iter().any(has) || number >= 12.0 && is_product()
}

/// The parts of a rule that say how many: `ten ducks dive, or the 30 seconds are over` has two. Only from three on, since
/// one and two are everywhere.
fn clauses(rule: &str) -> impl Iterator<Item = (String, u32)> + '_ {
    rule.split([',', ';', '.']).flat_map(|part| part.split(" or ")).flat_map(|part| part.split(" and ")).filter_map(
        |part| {
            let number = part.split_whitespace().find_map(number_of)?;
            (number >= 3).then(|| (part.trim().to_owned(), number))
        },
    )
}

fn number_of(word: &str) -> Option<u32> {
    const WORDS: &[&str] =
        &["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    let word = word.trim_matches(|letter: char| !letter.is_alphanumeric()).to_lowercase();
    match word.as_str() {
        "fifteen" => Some(15),
        "twenty" => Some(20),
        "thirty" => Some(30),
        "fifty" => Some(50),
        "sixty" => Some(60),
        "hundred" => Some(100),
        word => word.parse().ok().or_else(|| WORDS.iter().position(|one| *one == word).map(|at| at as u32)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_that_count_are_found() {
        let found: Vec<_> = clauses("ten ducks dive unhurt, or the 30 seconds are over").collect();
        assert_eq!(found, [("ten ducks dive unhurt".to_owned(), 10), ("the 30 seconds are over".to_owned(), 30)]);
        assert_eq!(clauses("hull reaches 0 or two hits").count(), 0);
    }

    #[test]
    fn a_number_may_stand_in_other_forms() {
        let known = |all: &[f64]| all.iter().map(|one| one.to_bits()).collect::<BTreeSet<_>>();
        assert!(is_known(&known(&[30_000.0]), 30.0), "as milliseconds");
        assert!(is_known(&known(&[4.0, 6.0]), 24.0), "as rows and columns");
        assert!(is_known(&known(&[9.0]), 10.0), "counted from nothing");
        assert!(!is_known(&known(&[30.0, 100.0, 6.0, 1000.0, 2.0]), 10.0));
    }
}
