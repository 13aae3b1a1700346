//! Small things of one theme, for boards of many: their pictures, their names, and words to type.

use serde::Serialize;

use super::{
    lexicon::{Concept, lexicon},
    theme::Roles,
    vary::Variation,
};
use crate::genres::Idea;

/// How many pictures a game gets at most.
pub const PICTURES_MAX: usize = 12;
/// How many words to type a game gets at most.
pub const WORDS_MAX: usize = 24;

/// How far apart the colours of the first pictures are: the sum over red, green and blue.
const COLORS_APART: u32 = 90;

/// Among how many of the nearest relatives colours are looked at.
const NEAREST: usize = 20;

/// How far apart two colours `#rrggbb` are.
fn distance(one: &str, two: &str) -> u32 {
    let part =
        |color: &str, at: usize| color.get(at..at + 2).and_then(|hex| u32::from_str_radix(hex, 16).ok()).unwrap_or(0);
    [1, 3, 5].into_iter().map(|at| part(one, at).abs_diff(part(two, at))).sum()
}

/// A small thing: its picture and what it is called.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Picture {
    /// Its emoji.
    pub emoji: &'static str,
    /// Its name in the language of the idea.
    pub name: String,
    /// Its colour.
    pub color: String,
}

/// What belongs to an idea: first what it names, then what is of the same sort.
fn relatives(roles: &Roles, language: &str, variation: &Variation) -> Vec<&'static Concept> {
    let lexicon = lexicon();
    let mut told: Vec<&'static Concept> = [(&roles.good, roles.told[1]), (&roles.bad, roles.told[2])]
        .into_iter()
        .filter_map(|(part, told)| part.concept.filter(|_| told))
        .chain(roles.others.iter().filter_map(|part| part.concept))
        .collect();
    told.retain(|concept| !concept.is("place") && !concept.is("shape") && !concept.is("learning"));
    let anchor = told.first().copied().or(roles.player.concept.filter(|_| roles.told[0])).or(roles.good.concept);
    let mut all = told;
    let Some(anchor) = anchor else { return all };
    // The last tags say most of what a thing is: `food treasure fruit`.
    let finest = anchor.tags.last().copied().unwrap_or("thing");
    let close = |concept: &Concept| {
        let same = concept.tags.iter().filter(|tag| anchor.tags.contains(tag)).count() * 2;
        let finest = usize::from(concept.is(finest)) * 5;
        same + finest + usize::from(concept.scene == anchor.scene)
    };
    let count = lexicon.concepts().len();
    let start = variation.pick("pictures", count);
    let mut near: Vec<&'static Concept> = (0..count)
        .map(|at| &lexicon.concepts()[(start + at) % count])
        .filter(|concept| !concept.is("place") && !concept.is("shape") && !concept.is("danger"))
        .collect();
    near.sort_by_key(|concept| {
        let named = lexicon.name(concept, language).is_some();
        std::cmp::Reverse((named, close(concept)))
    });
    all.extend(anchor.wants.iter().filter_map(|id| lexicon.get(id)));
    all.extend(near);
    all
}

/// Up to [`PICTURES_MAX`] small things of the theme, no two of which look the same.
pub(super) fn pictures(roles: &Roles, language: &str, variation: &Variation) -> Vec<Picture> {
    let relatives = relatives(roles, language, variation);
    let mut pictures: Vec<Picture> = Vec::new();
    // First those whose colours are well apart, then, as far as there is room, the others.
    for (apart, nearest) in [(COLORS_APART, NEAREST), (0, usize::MAX)] {
        for concept in relatives.iter().take(nearest) {
            let (Some(emoji), Some(name)) = (concept.emoji, lexicon().name(concept, language)) else { continue };
            let alike = pictures.iter().any(|other| {
                other.emoji == emoji || other.name == name || distance(&other.color, &concept.color) < apart
            });
            if !alike && pictures.len() < PICTURES_MAX {
                pictures.push(Picture { emoji, name, color: concept.color.clone() });
            }
        }
    }
    pictures
}

const OFFICE_WORDS: &str = "synergy leverage agile roadmap deadline budget pivot meeting bandwidth stakeholder proactive \
    workflow brainstorm deliverable offsite alignment takeaway backlog kickoff sprint";

/// Words to type: those the idea lists, else names of things of its theme. Only such as any keyboard can type.
pub(super) fn words(idea: &Idea, roles: &Roles, pictures: &[Picture], variation: &Variation) -> Vec<String> {
    let typed = |word: &str| (3..=12).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_lowercase());
    let listed = idea.find("the words").map_or(&[][..], |at| &idea.tokens[at + 2..]);
    let mut words: Vec<String> =
        listed.iter().map(|token| token.text.clone()).filter(|word| typed(word) && word != "and").collect();
    if words.len() < 4 {
        words.clear();
        if roles.scene == "office" || idea.says("corporate") {
            words.extend(OFFICE_WORDS.split_whitespace().map(str::to_owned));
        }
        words.extend(pictures.iter().map(|picture| picture.name.to_lowercase()));
        let of_theme = relatives(roles, "en", variation);
        words.extend(of_theme.into_iter().map(Concept::word));
    }
    let mut chosen: Vec<String> = Vec::new();
    for word in words {
        if typed(&word) && !chosen.contains(&word) && chosen.len() < WORDS_MAX {
            chosen.push(word);
        }
    }
    chosen
}
