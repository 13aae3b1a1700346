mod reading;

use super::{
    lexicon::{Concept, Mention, lexicon},
    palette::named_color,
    verbs::english,
};
use crate::genres::{Idea, Token};

/// Someone or something in a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    /// What it is, when that is known.
    pub concept: Option<&'static Concept>,
    /// Its name.
    pub name: String,
    /// The colour the idea gives it.
    pub color: Option<&'static str>,
}

impl Part {
    /// A concept under its own name in that language.
    pub(super) fn of(concept: &'static Concept, language: &str) -> Self {
        let name = lexicon().name(concept, language).unwrap_or_else(|| concept.word());
        Self { concept: Some(concept), name, color: None }
    }

    fn named(name: &str) -> Self {
        Self { concept: None, name: name.to_owned(), color: None }
    }
}

/// Who is what in an idea.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Cast {
    /// Whom the player moves.
    pub player: Option<Part>,
    /// What is gathered.
    pub good: Option<Part>,
    /// What hurts.
    pub bad: Option<Part>,
    /// What is gone at.
    pub foe: Option<Part>,
    /// What is thrown or shot.
    pub shot: Option<Part>,
    /// What is in the way.
    pub obstacle: Option<Part>,
    /// What else is named.
    pub others: Vec<Part>,
    /// Where it is.
    pub place: Option<&'static Concept>,
    /// How many things of the idea are known by name.
    pub known: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Slot {
    Player,
    Good,
    Bad,
    Foe,
    Shot,
    Obstacle,
}

const SLOTS: [Slot; 6] = [Slot::Player, Slot::Good, Slot::Bad, Slot::Foe, Slot::Shot, Slot::Obstacle];

struct Reading<'a> {
    idea: &'a Idea,
    mentions: Vec<Mention>,
    votes: Vec<[i32; 6]>,
    /// Whether the idea tells what "you" do, without saying who you are.
    you_act: bool,
    custom: [Option<String>; 6],
}

/// Reads who is what.
pub(super) fn cast(idea: &Idea, language: &str, genre: &str) -> Cast {
    let mentions = lexicon().mentions(idea, language);
    let votes = vec![[0; 6]; mentions.len()];
    let mut reading = Reading { idea, mentions, votes, you_act: false, custom: Default::default() };
    if language == "en" {
        reading.player_patterns();
        reading.english_verbs();
        reading.small_words(genre);
    } else {
        reading.foreign_verbs(language);
    }
    reading.settle(genre)
}

impl<'a> Reading<'a> {
    fn word(&self, at: usize) -> &'a str {
        self.idea.tokens.get(at).map_or("", |token| token.text.as_str())
    }

    fn vote(&mut self, mention: usize, slot: Slot, weight: i32) {
        self.votes[mention][slot as usize] += weight;
    }

    /// The mention that covers a word.
    fn at(&self, word: usize) -> Option<usize> {
        self.mentions.iter().position(|mention| (mention.start..mention.end).contains(&word))
    }

    /// The first mention that starts within `reach` words from `word`, in the same clause.
    fn after(&self, word: usize, reach: usize) -> Option<usize> {
        let clause = self.idea.tokens.get(word)?.clause;
        (word..word + reach)
            .take_while(|&at| self.idea.tokens.get(at).is_some_and(|token| token.clause == clause))
            .take_while(|&at| at == word || self.at(at).is_some() || english(self.word(at)).is_none())
            .find_map(|at| self.at(at))
    }

    fn part(&self, mention: usize) -> Part {
        let Mention { concept, word, start, .. } = &self.mentions[mention];
        let color = (start.saturating_sub(2)..*start).rev().find_map(|at| named_color(self.word(at)));
        Part { concept: Some(concept), name: word.clone(), color }
    }

    fn settle(self, genre: &str) -> Cast {
        let mut order: Vec<usize> = Vec::new();
        for index in 0..self.mentions.len() {
            // A concept that is named again adds its votes to its first mention.
            if !order.iter().any(|&other| self.mentions[other].concept.id == self.mentions[index].concept.id) {
                order.push(index);
            }
        }
        let total = |index: usize, slot: Slot| -> i32 {
            (0..self.mentions.len())
                .filter(|&other| self.mentions[other].concept.id == self.mentions[index].concept.id)
                .map(|other| self.votes[other][slot as usize])
                .sum()
        };
        let mut cast = Cast { known: order.len(), ..Cast::default() };
        let mut places = order.iter().map(|&index| self.mentions[index].concept);
        cast.place = places.find(|concept| concept.is("place") || (concept.is("weather") && concept.scene != "day"));
        let mut taken: Vec<usize> = Vec::new();
        // The strongest vote is settled first.
        let mut votes: Vec<(i32, usize, Slot)> = order
            .iter()
            .flat_map(|&index| SLOTS.map(|slot| (total(index, slot), index, slot)))
            .filter(|(weight, index, slot)| {
                let place = self.mentions[*index].concept.is("place");
                *weight > 0 && (!place || (*slot == Slot::Player && *weight >= 8))
            })
            .collect();
        votes.sort_by_key(|(weight, index, slot)| (std::cmp::Reverse(*weight), *index, *slot as usize));
        let mut slots: [Option<usize>; 6] = [None; 6];
        for (_, index, slot) in votes {
            if slots[slot as usize].is_none() && !taken.contains(&index) {
                slots[slot as usize] = Some(index);
                taken.push(index);
            }
        }
        self.fill_by_sort(genre, &order, &mut slots, &mut taken);
        let part = |slot: Slot| {
            let found = slots[slot as usize].map(|index| self.part(index));
            found.or_else(|| self.custom[slot as usize].as_deref().map(Part::named))
        };
        cast.player = part(Slot::Player);
        cast.good = part(Slot::Good);
        cast.bad = part(Slot::Bad);
        cast.foe = part(Slot::Foe);
        cast.shot = part(Slot::Shot);
        cast.obstacle = part(Slot::Obstacle);
        cast.others = order.iter().filter(|index| !taken.contains(index)).map(|&index| self.part(index)).collect();
        cast
    }

    /// Gives mentions that no word placed a slot by what they are and in which order they come.
    fn fill_by_sort(&self, genre: &str, order: &[usize], slots: &mut [Option<usize>; 6], taken: &mut Vec<usize>) {
        let concept = |index: usize| self.mentions[index].concept;
        let take = |slots: &mut [Option<usize>; 6], slot: Slot, index: usize, taken: &mut Vec<usize>| {
            slots[slot as usize] = Some(index);
            taken.push(index);
        };
        let snake = genre == "snake";
        if let Some(&index) = order.iter().find(|&&index| snake && concept(index).id == "snake")
            && slots[Slot::Player as usize].is_none()
            && !taken.contains(&index)
        {
            take(slots, Slot::Player, index, taken);
        }
        if !snake && slots[Slot::Player as usize].is_none() && self.custom[Slot::Player as usize].is_none() {
            let free = || order.iter().copied().filter(|index| !taken.contains(index));
            let actors: Vec<usize> = free().filter(|&index| concept(index).acts()).collect();
            let calm = actors.iter().copied().find(|&index| {
                let rivals = self.mentions[index].plural && genre == "shooter";
                !rivals && !concept(index).is("danger") && !concept(index).is("crowd")
            });
            let crowd = |index: usize| {
                concept(index).is("crowd")
                    || (concept(index).is("danger")
                        && (self.you_act || self.mentions[index].plural && genre != "collect"))
            };
            let player = calm.or_else(|| actors.iter().copied().find(|&index| !crowd(index)));
            if let Some(index) = player {
                take(slots, Slot::Player, index, taken);
            }
        }
        let player = slots[Slot::Player as usize].map(concept);
        for &index in order {
            if taken.contains(&index)
                || concept(index).is("place")
                || concept(index).is("shape")
                || concept(index).is("learning") && slots[Slot::Good as usize].is_some()
            {
                continue;
            }
            let what = concept(index);
            let slot = if player.is_some_and(|player| player.wants.contains(&what.id)) {
                Slot::Good
            } else if player.is_some_and(|player| player.fears.contains(&what.id)) || what.is("danger") {
                Slot::Bad
            } else if what.is("projectile") && matches!(genre, "shooter" | "breakout") {
                Slot::Shot
            } else if what.is("food") || what.is("treasure") {
                Slot::Good
            } else if what.is("obstacle") && genre != "dodge" {
                Slot::Obstacle
            } else if what.acts() && !what.is("vehicle") {
                if matches!(genre, "dodge" | "shooter" | "platformer" | "snake") || slots[Slot::Good as usize].is_some()
                {
                    Slot::Bad
                } else {
                    Slot::Good
                }
            } else {
                match genre {
                    "dodge" | "shooter" => Slot::Bad,
                    _ => Slot::Good,
                }
            };
            if slots[slot as usize].is_none() {
                take(slots, slot, index, taken);
            }
        }
    }
}
