//! Makes a game from an idea without a model: idea → theme → plan → three files.
//!
//! Everything here is a pure function of the idea, the requirements, the plan, the seed and the attempt: the
//! same order always gives the same bytes.

mod cast;
mod lexicon;
mod palette;
mod pictures;
mod questions;
mod render;
mod texts;
mod theme;
mod title;
mod vary;
mod verbs;
mod wishes;

use std::collections::BTreeMap;

use serde::Serialize;
use thiserror::Error;

pub use lexicon::{Concept, Lexicon, Mention, lexicon};
pub use palette::{Palette, SCENES, SPRITE_CONTRAST_MIN, TEXT_CONTRAST_MIN, contrast, palette};
pub use pictures::{PICTURES_MAX, Picture, WORDS_MAX};
pub use questions::{FACTS_MAX, Fact, Questions};
pub use render::{Overrides, TEMPLATES};
pub use texts::{Texts, detect, direction, texts};
pub use theme::{Sprite, Theme, role_name};
pub use title::{TAGLINE_CHARS_MAX, TITLE_CHARS_MAX, plain};
pub use vary::{Dice, Variation, defaults, snap};
pub use wishes::Wishes;

use crate::{
    game::{Dimension, FilledBy, GameFiles, GamePlan, Requirements},
    genres::{self, Choice, Fit, Genre, Idea},
};

/// What is to be composed.
#[derive(Debug, Clone, Default)]
pub struct ComposeOrder<'a> {
    /// The idea as the author wrote it.
    pub idea: &'a str,
    /// What is known of the game.
    pub requirements: Requirements,
    /// The plan, when there is one: its title, its entities and its mechanics are kept.
    pub plan: Option<&'a GamePlan>,
    /// Dice for everything that is chosen.
    pub seed: u64,
    /// How often it was composed before: each attempt is another variation of the same plan.
    pub attempt: u32,
    /// Templates that go before those of the program.
    pub overrides: Overrides,
    /// Whether to take the plainest game there is; see [`ComposeOrder::safe`].
    pub plainest: bool,
}

impl<'a> ComposeOrder<'a> {
    /// An order for an idea and a seed.
    pub fn new(idea: &'a str, seed: u64) -> Self {
        Self { idea, seed, ..Self::default() }
    }

    /// The order under every failure: the usual genre, its first layout, its defaults, and the program's own
    /// templates. The theme stays.
    pub fn safe(idea: &'a str, seed: u64) -> Self {
        Self { idea, seed, plainest: true, ..Self::default() }
    }
}

/// A composed game and what was chosen for it.
#[derive(Debug, Clone, PartialEq)]
pub struct Composed {
    /// The three files.
    pub files: GameFiles,
    /// A value for each tunable.
    pub tunables: serde_json::Value,
    /// The id of its genre.
    pub genre: &'static str,
    /// The id of its layout.
    pub layout: &'static str,
    /// The ids of its optional mechanics that are on.
    pub mechanics: Vec<&'static str>,
    /// Its look.
    pub theme: Theme,
}

/// Why nothing was composed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ComposeError {
    /// A template is not one, or asks for what is not there.
    #[error("template {name}: {what}")]
    Template {
        /// Its name.
        name: String,
        /// What is wrong.
        what: String,
    },
    /// A template makes too much.
    #[error("{file} has {bytes} bytes, more than the {bytes_max} a game file may have")]
    TooLarge {
        /// The file.
        file: String,
        /// Its size.
        bytes: usize,
        /// The most it may have.
        bytes_max: usize,
    },
    /// A file came out too small to be one.
    #[error(transparent)]
    TooSmall(#[from] crate::game::FileTooSmall),
}

impl ComposeError {
    /// Its code, as in [`codes`](crate::codes).
    pub const fn code(&self) -> &'static str {
        "template-broken"
    }

    fn template(name: &str, error: &minijinja::Error) -> Self {
        Self::Template { name: name.to_owned(), what: format!("{error:#}") }
    }
}

/// Switches of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Options {
    /// No flashing, no shaking.
    pub reduced_motion: bool,
    /// Whether it sounds.
    pub sound: bool,
    /// Black, white and one bright colour.
    pub high_contrast: bool,
    /// No pressure.
    pub relaxed: bool,
    /// Harder than usual.
    pub hard: bool,
    /// Everything larger.
    pub big: bool,
    /// Two players at one keyboard.
    pub two_players: bool,
    /// One button does it all.
    pub one_button: bool,
}

#[derive(Serialize)]
struct Context<'a> {
    title: &'a str,
    tagline: &'a str,
    lang: &'a str,
    dir: &'a str,
    genre: &'a str,
    layout: &'a str,
    summary: &'a str,
    tunable_rows: Vec<TunableRow<'a>>,
    /// Whether a role is drawn by its shape.
    shapes: bool,
    /// The mechanics that are on.
    on: Vec<&'a str>,
    hud: &'a [String],
    helpers: &'a [String],
    pictures: &'a [Picture],
    words: &'a [String],
    questions: &'a Questions,
    mechanics: BTreeMap<&'a str, bool>,
    tunables: &'a serde_json::Value,
    roles: &'a BTreeMap<&'static str, Sprite>,
    palette: &'a Palette,
    scene: &'a str,
    decor_emoji: &'a [String],
    texts: ShownTexts<'a>,
    options: Options,
}

/// A line of the table of numbers in a script.
#[derive(Serialize)]
struct TunableRow<'a> {
    id: &'a str,
    value: &'a serde_json::Value,
    comment: String,
}

#[derive(Serialize)]
struct ShownTexts<'a> {
    how_to: Vec<String>,
    start: &'a str,
    over: &'a str,
    win: &'a str,
    again: &'a str,
    score: &'a str,
    best: &'a str,
    lives: &'a str,
    level: &'a str,
    time: &'a str,
    paused: &'a str,
    resume: &'a str,
    mute: &'a str,
}

/// What an idea and its requirements come to, before anything is drawn.
#[derive(Debug, Clone)]
pub struct Design {
    /// The idea as it is read.
    pub idea: Idea,
    /// What it wishes beside its theme.
    pub wishes: Wishes,
    /// Its kind of game.
    pub choice: Choice,
    /// Its language.
    pub language: &'static str,
    /// What the seed chooses.
    pub variation: Variation,
    /// Its switches.
    pub options: Options,
}

impl Design {
    /// Reads an idea and what is known beside it.
    pub fn new(idea: &str, requirements: &Requirements, seed: u64, attempt: u32) -> Self {
        let read = Idea::read(idea);
        // Answers count like words of the idea.
        let answers: Vec<&str> = requirements
            .dimensions
            .values()
            .filter(|filled| filled.by == FilledBy::Answer)
            .map(|filled| filled.value.as_str())
            .collect();
        let wishes = if answers.is_empty() {
            Wishes::read(&read)
        } else {
            Wishes::read(&Idea::read(&format!("{}. {}", read.clean, answers.join(". "))))
        };
        let choice = choose_genre(&read, requirements);
        let says = |dimension| requirements.get(dimension).map(str::to_lowercase);
        let sound = match says(Dimension::Sound) {
            Some(value) => {
                !["none", "no", "off", "silent", "without"].iter().any(|no| value.split(' ').any(|word| word == *no))
            }
            None => wishes.sound && !wishes.silent,
        };
        let options = Options {
            reduced_motion: wishes.reduced_motion,
            sound,
            high_contrast: wishes.high_contrast,
            relaxed: wishes.relaxed || wishes.easy,
            hard: wishes.hard,
            big: wishes.big,
            two_players: wishes.players == Some(2),
            one_button: wishes.one_button,
        };
        Self {
            language: detect(&read),
            variation: Variation::new(idea, seed, attempt),
            idea: read,
            wishes,
            choice,
            options,
        }
    }

    /// Its theme.
    pub fn theme(&self, plan: Option<&GamePlan>) -> Theme {
        self.theme_for(self.choice.genre, plan)
    }

    fn theme_for(&self, genre: &Genre, plan: Option<&GamePlan>) -> Theme {
        Theme::of(&self.idea, &self.wishes, genre, self.language, &self.variation, plan)
    }

    /// The ids of the optional mechanics: those the plan names, filled up by the seed.
    pub fn mechanics(&self, plan: Option<&GamePlan>) -> Vec<&'static str> {
        let genre = self.choice.genre;
        let planned: Vec<&'static str> = genre
            .shape()
            .optional()
            .filter(|mechanic| {
                plan.is_some_and(|plan| plan.core_mechanics.iter().any(|planned| planned.name == mechanic.id))
            })
            .map(|mechanic| mechanic.id.as_str())
            .collect();
        if planned.is_empty() { self.variation.mechanics(genre).into_iter().collect() } else { planned }
    }
}

/// The kind of game for an idea and what is known beside it.
pub fn choose_genre(idea: &Idea, requirements: &Requirements) -> Choice {
    let told = requirements.dimensions.get(&Dimension::Genre).filter(|genre| genre.by == FilledBy::Answer);
    if let Some(told) = told {
        let asked = told.value.trim().to_lowercase();
        let by_name = genres::ALL.iter().find(|genre| genre.id == asked || genre.shape().name.to_lowercase() == asked);
        if let Some(genre) = by_name {
            return Choice { genre, fit: Fit::Told };
        }
        let by_words = genres::choose(&Idea::read(&told.value));
        if by_words.fitted() {
            return by_words;
        }
    }
    genres::choose(idea)
}

/// Composes a game.
///
/// # Errors
/// When a template is broken; those of the program are not.
pub fn compose(order: &ComposeOrder<'_>) -> Result<Composed, ComposeError> {
    let design = Design::new(order.idea, &order.requirements, order.seed, order.attempt);
    let genre = if order.plainest { genres::usual() } else { design.choice.genre };
    let shape = genre.shape();
    let plan = order.plan.filter(|_| !order.plainest);
    let theme = design.theme_for(genre, plan);
    let (layout, mechanics, tunables) = if order.plainest {
        (shape.layouts.first().map_or("", |layout| layout.id.as_str()), Vec::new(), defaults(genre))
    } else {
        (design.variation.layout(genre), design.mechanics(plan), design.variation.tunables(genre, &design.wishes))
    };
    let tunables = tunable_json(genre, &tunables);
    let context = Context {
        title: &theme.title,
        tagline: &theme.tagline,
        lang: theme.language,
        dir: direction(theme.language),
        genre: genre.id,
        layout,
        summary: &shape.summary,
        tunable_rows: tunable_rows(genre, &tunables),
        shapes: theme.roles.values().any(|sprite| sprite.emoji.is_none()),
        on: shape
            .mechanics
            .iter()
            .map(|mechanic| mechanic.id.as_str())
            .filter(|id| mechanics.contains(id) || shape.mechanics.iter().any(|it| it.always && it.id == *id))
            .collect(),
        hud: &shape.hud,
        helpers: &shape.helpers,
        pictures: &theme.pictures,
        words: &theme.words,
        questions: &theme.questions,
        mechanics: shape
            .mechanics
            .iter()
            .map(|mechanic| (mechanic.id.as_str(), mechanic.always || mechanics.contains(&mechanic.id.as_str())))
            .collect(),
        tunables: &tunables,
        roles: &theme.roles,
        palette: &theme.palette,
        scene: theme.scene,
        decor_emoji: &theme.decor,
        texts: shown_texts(genre, &theme, design.options),
        options: design.options,
    };
    let none = Overrides::new();
    let files = render::render(genre.id, &context, if order.plainest { &none } else { &order.overrides })?;
    files.check_sizes()?;
    Ok(Composed { files, tunables, genre: genre.id, layout, mechanics, theme })
}

fn tunable_json(genre: &Genre, values: &BTreeMap<String, f64>) -> serde_json::Value {
    use genres::TunableKind;
    let entries = genre.shape().tunables.iter().map(|tunable| {
        let value = values.get(&tunable.id).copied().unwrap_or(tunable.default);
        let json = match tunable.kind {
            TunableKind::Boolean => serde_json::Value::Bool(value != 0.0),
            // Whole numbers are written without a point.
            _ if value.fract() == 0.0 => serde_json::Value::from(value as i64),
            _ => serde_json::Value::from(value),
        };
        (tunable.id.clone(), json)
    });
    serde_json::Value::Object(entries.collect())
}

fn tunable_rows<'a>(genre: &'a Genre, values: &'a serde_json::Value) -> Vec<TunableRow<'a>> {
    let row = |tunable: &'a genres::Tunable| {
        let comment = match &tunable.unit {
            Some(unit) => format!("{unit}: {}", tunable.text),
            None => tunable.text.clone(),
        };
        Some(TunableRow { id: &tunable.id, value: values.get(&tunable.id)?, comment })
    };
    genre.shape().tunables.iter().filter_map(row).collect()
}

fn shown_texts<'a>(genre: &Genre, theme: &Theme, options: Options) -> ShownTexts<'a> {
    let texts = texts(theme.language);
    let name = |role: &str| {
        theme.roles.get(role).map(|sprite| {
            let emoji = sprite.emoji.as_deref().unwrap_or_default();
            // A name in another language than the sentence around it helps less than the picture.
            let known = theme.language == "en" || !sprite.name.is_ascii() || sprite.emoji.is_none();
            format!("{emoji} {}", if known { sprite.name.as_str() } else { "" }).trim().to_owned()
        })
    };
    let line = |entry: &String| match entry.split_once(':') {
        Some((form, role)) => Some(texts.how_to(form)?.replace("{x}", &name(role)?)),
        None if entry == "two_players" && !options.two_players => Some(texts.move_all.clone()),
        None => texts.how_to(entry).map(str::to_owned),
    };
    let how_to = genre.shape().how_to.iter().filter_map(line).collect();
    ShownTexts {
        how_to,
        start: &texts.start,
        over: &texts.over,
        win: &texts.win,
        again: &texts.again,
        score: &texts.score,
        best: &texts.best,
        lives: &texts.lives,
        level: &texts.level,
        time: &texts.time,
        paused: &texts.paused,
        resume: &texts.resume,
        mute: &texts.mute,
    }
}

#[cfg(test)]
mod tests;
