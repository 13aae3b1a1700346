use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::version::SchemaVersion;

/// What the script is written against.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Framework {
    /// The browser's own canvas and DOM.
    #[default]
    Vanilla,
    /// Phaser 3, delivered beside the game.
    Phaser,
}

/// One of the ten things that have to be known before a game can be planned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Dimension {
    /// The kind of game.
    Genre,
    /// What the player is after.
    Objective,
    /// How it is steered.
    Controls,
    /// When it is won.
    Win,
    /// When it is lost.
    Lose,
    /// How hard it is and becomes.
    Difficulty,
    /// How it looks.
    Style,
    /// What the script is written against.
    Framework,
    /// Whether it sounds.
    Sound,
    /// For how many players.
    Players,
}

impl Dimension {
    /// All ten, the required ones first.
    pub const ALL: [Self; 10] = [
        Self::Genre,
        Self::Objective,
        Self::Controls,
        Self::Win,
        Self::Lose,
        Self::Difficulty,
        Self::Style,
        Self::Framework,
        Self::Sound,
        Self::Players,
    ];

    /// Whether a game cannot be planned without it.
    pub const fn required(self) -> bool {
        matches!(self, Self::Genre | Self::Objective | Self::Controls | Self::Win | Self::Lose)
    }

    /// Its name in JSON and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Genre => "genre",
            Self::Objective => "objective",
            Self::Controls => "controls",
            Self::Win => "win",
            Self::Lose => "lose",
            Self::Difficulty => "difficulty",
            Self::Style => "style",
            Self::Framework => "framework",
            Self::Sound => "sound",
            Self::Players => "players",
        }
    }

    /// What is assumed when neither the idea nor an answer says it.
    pub const fn default_value(self) -> &'static str {
        match self {
            Self::Genre => "inferred from the idea",
            Self::Objective => "score as many points as you can",
            Self::Controls => "arrow keys and space",
            Self::Win => "none: play for the best score",
            Self::Lose => "running out of lives",
            Self::Difficulty => "medium, rising",
            Self::Style => "simple shapes",
            Self::Framework => "vanilla",
            Self::Sound => "none",
            Self::Players => "one",
        }
    }

    /// The dimension of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dimension| dimension.name() == name)
    }
}

/// Where a value came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FilledBy {
    /// The idea says so.
    Idea,
    /// The author answered so.
    Answer,
    /// Nobody said so; it was assumed.
    Assumption,
}

/// A value of a dimension.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Filled {
    /// The value, in words.
    pub value: String,
    /// Where it came from.
    pub by: FilledBy,
}

/// What is known of the game that is wanted.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Requirements {
    /// A value for each dimension that has one.
    pub dimensions: BTreeMap<Dimension, Filled>,
}

impl Requirements {
    /// The value of a dimension.
    pub fn get(&self, dimension: Dimension) -> Option<&str> {
        self.dimensions.get(&dimension).map(|filled| filled.value.as_str())
    }

    /// Sets a dimension.
    pub fn set(&mut self, dimension: Dimension, value: impl Into<String>, by: FilledBy) {
        self.dimensions.insert(dimension, Filled { value: value.into(), by });
    }

    /// Dimensions without a value, the required ones first.
    pub fn missing(&self) -> impl Iterator<Item = Dimension> {
        Dimension::ALL.into_iter().filter(|dimension| !self.dimensions.contains_key(dimension))
    }
}

/// How sure one can be of what is wanted: 0.8 × the share of required dimensions that have a value from the
/// idea or an answer, plus 0.2 × that share of the optional ones. From 0 to 1. An assumption counts for nothing.
pub fn confidence(requirements: &Requirements) -> f64 {
    let share = |required: bool| {
        let of = Dimension::ALL.into_iter().filter(|dimension| dimension.required() == required);
        let (filled, all) = of.fold((0_u32, 0_u32), |(filled, all), dimension| {
            let known = requirements
                .dimensions
                .get(&dimension)
                .is_some_and(|value| value.by != FilledBy::Assumption && !value.value.trim().is_empty());
            (filled + u32::from(known), all + 1)
        });
        f64::from(filled) / f64::from(all)
    };
    let exact = 0.8 * share(true) + 0.2 * share(false);
    (exact * 1e6).round() / 1e6
}

/// A question to the author.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// What it is about.
    pub dimension: Dimension,
    /// The question.
    pub text: String,
    /// Answers to choose from; others are allowed.
    pub choices: Vec<String>,
    /// What is taken when the author says nothing.
    pub default: String,
    /// Why it is asked.
    pub why: String,
}

/// What the author said to a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// What it is about.
    pub dimension: Dimension,
    /// The answer; none when the author left it open.
    pub value: Option<String>,
}

/// What a model would take for something that the idea leaves open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Suggestion {
    /// What it is about.
    pub dimension: Dimension,
    /// What fits the idea best.
    pub value: String,
    /// Why that.
    pub why: String,
    /// Whether the idea has words that say so.
    pub said: bool,
    /// A question to the author about it; may be empty.
    pub question: String,
    /// Answers to choose from.
    pub choices: Vec<String>,
}

/// What came back when the author was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answers {
    /// An answer for each question, in order; open ones have no value.
    Given(Vec<Answer>),
    /// The author does not want to be asked any more; the rest is assumed.
    Silent,
}

/// Something nobody said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Assumption {
    /// What it is about: the name of a dimension, or `scope`.
    pub about: String,
    /// What was assumed.
    pub assumed: String,
    /// Why that.
    pub why: String,
}

/// The outcome of clarifying, `clarification.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClarificationResult {
    /// Version of this shape.
    pub schema_version: SchemaVersion,
    /// What was asked, in order.
    pub questions: Vec<Question>,
    /// What was answered, in order.
    pub answers: Vec<Answer>,
    /// A value for every dimension.
    pub resolved: Requirements,
    /// What nobody said.
    pub assumptions: Vec<Assumption>,
    /// [`confidence`] before the assumptions, 0 to 1.
    pub confidence: f64,
    /// Rounds of questions that were used, 0 to 3.
    pub rounds: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn confidence_weighs_required_over_optional() {
        let mut known = Requirements::default();
        assert_eq!(confidence(&known), 0.0);
        for dimension in [Dimension::Genre, Dimension::Objective, Dimension::Controls] {
            known.set(dimension, "x", FilledBy::Idea);
        }
        assert_eq!(confidence(&known), 0.48);
        known.set(Dimension::Style, "x", FilledBy::Answer);
        assert_eq!(confidence(&known), 0.52);
        known.set(Dimension::Win, "x", FilledBy::Assumption);
        assert_eq!(confidence(&known), 0.52);
        for dimension in Dimension::ALL {
            known.set(dimension, "x", FilledBy::Answer);
        }
        assert_eq!(confidence(&known), 1.0);
        assert_eq!(Dimension::from_name("players"), Some(Dimension::Players));
    }
}
