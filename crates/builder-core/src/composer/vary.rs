use std::collections::{BTreeMap, BTreeSet};

use sha2::{Digest, Sha256};

use super::wishes::Wishes;
use crate::genres::{Genre, Tunable, TunableKind};

/// How far a tunable may go from its default, as a share of it.
const SPREAD: f64 = 0.2;
/// How many optional mechanics a game has.
const OPTIONAL_COUNT: usize = 2;

/// SplitMix64: small, fast, and the same everywhere.
#[derive(Debug, Clone)]
pub struct Dice(u64);

impl Dice {
    /// The next number.
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `count`; 0 when that is 0.
    pub fn below(&mut self, count: usize) -> usize {
        (self.roll() % (count.max(1) as u64)) as usize
    }
}

/// What is chosen by the seed for one idea.
///
/// A choice of `count` things is the idea's own offset plus the seed, so seeds next to each other always differ.
#[derive(Debug, Clone, Copy)]
pub struct Variation {
    idea: u64,
    seed: u64,
    attempt: u32,
}

impl Variation {
    /// For an idea's text, a seed, and how often it was tried before.
    pub fn new(idea: &str, seed: u64, attempt: u32) -> Self {
        Self { idea: hash(&[idea.trim()]), seed, attempt }
    }

    /// One of `count` things that the seed chooses and further attempts keep.
    pub fn pick(&self, what: &str, count: usize) -> usize {
        self.turn(what, count, 0)
    }

    /// One of `count` things that further attempts change too.
    pub fn pick_anew(&self, what: &str, count: usize) -> usize {
        self.turn(what, count, self.attempt)
    }

    fn turn(&self, what: &str, count: usize, attempt: u32) -> usize {
        let count = count.max(1) as u64;
        let offset = hash(&[what]) ^ self.idea;
        // The seed's carry into the next round shifts it once more, so that distant seeds differ too.
        let seed = (self.seed % count).wrapping_add(self.seed / count / count);
        ((offset % count + seed % count + u64::from(attempt) % count) % count) as usize
    }

    /// Dice for what may be anything.
    pub fn dice(&self, what: &str) -> Dice {
        Dice(hash(&[what]) ^ self.idea ^ hash(&[&self.seed.to_string(), &self.attempt.to_string()]))
    }

    /// The id of the layout.
    pub fn layout(&self, genre: &Genre) -> &'static str {
        let layouts = &genre.shape().layouts;
        layouts.get(self.pick_anew("layout", layouts.len())).map_or("", |layout| layout.id.as_str())
    }

    /// The ids of the optional mechanics that are on.
    pub fn mechanics(&self, genre: &Genre) -> BTreeSet<&'static str> {
        let optional: Vec<&'static str> = genre.shape().optional().map(|mechanic| mechanic.id.as_str()).collect();
        let mut pairs = Vec::new();
        for (at, one) in optional.iter().enumerate() {
            pairs.extend(optional[at + 1..].iter().map(|other| [*one, *other]));
        }
        let chosen = pairs.get(self.pick("mechanics", pairs.len()));
        chosen.map(|pair| pair.iter().copied().take(OPTIONAL_COUNT).collect()).unwrap_or_default()
    }

    /// A value for every tunable.
    pub fn tunables(&self, genre: &Genre, wishes: &Wishes) -> BTreeMap<String, f64> {
        let mut dice = self.dice("tunables");
        let mut values = BTreeMap::new();
        let mut widest: Option<(usize, &Tunable, Vec<f64>)> = None;
        for tunable in &genre.shape().tunables {
            if let Some(wish) = wishes.value_for(tunable) {
                values.insert(tunable.id.clone(), snap(tunable, wish));
                continue;
            }
            let near = near_values(tunable);
            let value = near.get(dice.below(near.len())).copied().unwrap_or(tunable.default);
            values.insert(tunable.id.clone(), value);
            if widest.as_ref().is_none_or(|(count, ..)| near.len() > *count) {
                widest = Some((near.len(), tunable, near));
            }
        }
        // The tunable with the most room goes round with the seed, so that tables of neighbours differ.
        if let Some((count, tunable, near)) = widest
            && let Some(value) = near.get(self.pick_anew("widest tunable", count))
        {
            values.insert(tunable.id.clone(), *value);
        }
        values
    }
}

/// The defaults of a genre.
pub fn defaults(genre: &Genre) -> BTreeMap<String, f64> {
    genre.shape().tunables.iter().map(|tunable| (tunable.id.clone(), tunable.default)).collect()
}

/// The values of a tunable within the spread, on its steps and in its range.
fn near_values(tunable: &Tunable) -> Vec<f64> {
    if tunable.kind == TunableKind::Boolean {
        return vec![tunable.default];
    }
    let centre = tunable.default;
    let (low, high) = (centre * (1.0 - SPREAD), centre * (1.0 + SPREAD));
    let (low, high) = (low.min(high).max(tunable.min), high.max(low).min(tunable.max));
    let step = if tunable.kind == TunableKind::Integer { tunable.step.max(1.0).round() } else { tunable.step };
    let count = ((tunable.max - tunable.min) / step).round().clamp(0.0, 10_000.0) as u32;
    let near: Vec<f64> = (0..=count)
        .map(|k| tidy(tunable.min + f64::from(k) * step))
        .filter(|value| *value >= low - 1e-9 && *value <= high + 1e-9)
        .collect();
    if near.is_empty() { vec![snap(tunable, centre)] } else { near }
}

/// The value on the steps and in the range of a tunable that is nearest.
pub fn snap(tunable: &Tunable, value: f64) -> f64 {
    let step = if tunable.step > 0.0 { tunable.step } else { 1.0 };
    let value = if value.is_finite() { value.clamp(tunable.min, tunable.max) } else { tunable.default };
    let on_step = tidy(tunable.min + ((value - tunable.min) / step).round() * step);
    let on_step = if tunable.kind == TunableKind::Integer { on_step.round() } else { on_step };
    on_step.clamp(tunable.min, tunable.max)
}

fn tidy(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

fn hash(parts: &[&str]) -> u64 {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher.finalize().iter().take(8).fold(0, |value, byte| value << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::genres::ALL;

    #[test]
    fn dice_are_splitmix() {
        let mut dice = Dice(0);
        assert_eq!(dice.roll(), 0xe220_a839_7b1d_cdaf);
    }

    #[test]
    fn neighbouring_seeds_differ_in_everything() {
        for genre in ALL {
            for idea in ["owl", "a snail postal service", ""] {
                for seed in 0..20 {
                    let (one, two) = (Variation::new(idea, seed, 0), Variation::new(idea, seed + 1, 0));
                    let wishes = Wishes::default();
                    assert_ne!(one.layout(genre), two.layout(genre), "{} {seed}", genre.id);
                    assert_ne!(one.mechanics(genre), two.mechanics(genre), "{} {seed}", genre.id);
                    assert_ne!(one.tunables(genre, &wishes), two.tunables(genre, &wishes), "{} {seed}", genre.id);
                }
            }
        }
    }

    #[test]
    fn another_attempt_keeps_the_mechanics() {
        for genre in ALL {
            let (one, two) = (Variation::new("owl", 3, 0), Variation::new("owl", 3, 1));
            assert_eq!(one.mechanics(genre), two.mechanics(genre));
            assert_ne!(one.layout(genre), two.layout(genre));
        }
    }

    #[test]
    fn tunables_stay_near_and_in_range() {
        for genre in ALL {
            for seed in 0..50 {
                let values = Variation::new("x", seed, 0).tunables(genre, &Wishes::default());
                for tunable in &genre.shape().tunables {
                    let value = values[&tunable.id];
                    assert!((tunable.min..=tunable.max).contains(&value), "{} {}", genre.id, tunable.id);
                    let off = (value - tunable.default).abs();
                    assert!(off <= tunable.default.abs() * SPREAD + 1e-6, "{} {}: {value}", genre.id, tunable.id);
                    assert_eq!(value, snap(tunable, value), "{} {}", genre.id, tunable.id);
                }
            }
        }
    }
}
