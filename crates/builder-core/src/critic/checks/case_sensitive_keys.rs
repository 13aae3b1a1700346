use std::collections::BTreeSet;

use super::{Decision, StaticCheck};
use crate::{critic::defect, source::Compared};

pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "case-sensitive-keys",
    run: |subject| {
        let facts = subject.facts;
        let all: Vec<&Compared> = facts.running().flat_map(|script| &script.keys).collect();
        let mut told: BTreeSet<&str> = BTreeSet::new();
        let mut found = Vec::new();
        for one in all.iter().filter(|one| one.sure && one.via == "key") {
            let mut letters = one.value.chars();
            let (Some(letter), None) = (letters.next(), letters.next()) else { continue };
            if !letter.is_ascii_alphabetic() {
                continue;
            }
            let upper = letter.to_ascii_uppercase();
            let other = if letter.is_ascii_lowercase() { upper } else { letter.to_ascii_lowercase() };
            let code = format!("Key{upper}");
            let number = u32::from(upper).to_string();
            let both = all.iter().any(|key| {
                key.value == other.to_string()
                    || key.value == code
                    || key.via.ends_with("lower")
                    || key.via != "key" && key.value == number
            });
            // Another key that does the same lives on.
            let beside = all
                .iter()
                .any(|key| key.group == one.group && one.group != 0 && !key.value.eq_ignore_ascii_case(&one.value));
            if both || beside || !told.insert(one.value.as_str()) {
                continue;
            }
            let what =
                format!("With Caps Lock or Shift event.key is {other:?}, not {:?}: the control is dead.", one.value);
            let fix = format!("Compare event.code with {code:?}, or event.key in small letters.");
            found.push(defect(CHECK.id, &one.place, what, fix));
        }
        // One shortcut beside other controls is a detail; letters that steer are not.
        if found.len() < 2 {
            return Decision::Passed;
        }
        Decision::of(found)
    },
};
