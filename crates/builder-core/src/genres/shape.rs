use std::collections::BTreeSet;

use serde::Deserialize;

/// `genre.json` of a template: what the template can do.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GenreShape {
    /// Its name in folders and settings.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// What it is, in a sentence.
    pub summary: String,
    /// Who takes part.
    pub roles: Vec<Role>,
    /// Inputs and what they do.
    pub controls: Vec<Control>,
    /// Input that starts play.
    pub start: String,
    /// Input that starts again.
    pub restart: String,
    /// Input that pauses.
    pub pause: String,
    /// What earns points.
    pub score: String,
    /// When it is lost.
    pub lose: Option<String>,
    /// When it is won.
    pub win: Option<String>,
    /// What the line above the game shows beside the score: `lives`, `time`, `level`.
    #[serde(default)]
    pub hud: Vec<String>,
    /// How it is played: fields of [`Texts`](crate::composer::Texts), those with a `{x}` with the role that fills it,
    /// as in `collect:pickup`.
    #[serde(default)]
    pub how_to: Vec<String>,
    /// Shared functions its script calls: `overlaps`, `distance`, `ring`, `cast`.
    #[serde(default)]
    pub helpers: Vec<String>,
    /// Where things can be.
    pub layouts: Vec<Layout>,
    /// Rules of play.
    pub mechanics: Vec<OptionalMechanic>,
    /// Numbers and switches.
    pub tunables: Vec<Tunable>,
    /// What follows when things meet.
    pub relations: Vec<String>,
    /// Sentences a play-test can decide.
    pub acceptance: Vec<String>,
}

/// Someone or something that takes part.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Role {
    /// The name of an [`EntityRole`](crate::game::EntityRole).
    pub role: crate::game::EntityRole,
    /// Its name when the theme has none.
    pub default_name: String,
    /// What it does.
    pub appears: String,
}

/// An input and what it does.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Control {
    /// A `KeyboardEvent.code`, or `Touch` or `Mouse`.
    pub input: String,
    /// What it does.
    pub action: String,
    /// `move`, `act`, `start`, `restart` or `pause`.
    pub kind: String,
}

/// Where things are.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layout {
    /// Its name.
    pub id: String,
    /// What it changes for the player.
    pub text: String,
}

/// A rule of play.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptionalMechanic {
    /// Its name.
    pub id: String,
    /// What it does.
    pub text: String,
    /// Whether the game cannot be without it.
    pub always: bool,
}

/// What a tunable holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TunableKind {
    /// Any number on its steps.
    Number,
    /// A whole number.
    Integer,
    /// On (1) or off (0).
    Boolean,
}

/// A number or switch that a game can be tuned by.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tunable {
    /// Its name.
    pub id: String,
    /// What it holds.
    pub kind: TunableKind,
    /// What it is measured in.
    #[serde(default)]
    pub unit: Option<String>,
    /// The least.
    #[serde(default, deserialize_with = "number")]
    pub min: f64,
    /// The most.
    #[serde(default = "one", deserialize_with = "number")]
    pub max: f64,
    /// What it is when nothing says otherwise.
    #[serde(deserialize_with = "number")]
    pub default: f64,
    /// The distance of two values next to each other.
    #[serde(default = "one", deserialize_with = "number")]
    pub step: f64,
    /// What it changes.
    pub text: String,
}

fn one() -> f64 {
    1.0
}

#[derive(Deserialize)]
#[serde(untagged)]
enum NumberOrSwitch {
    Number(f64),
    Switch(bool),
    Nothing(()),
}

fn number<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Ok(match NumberOrSwitch::deserialize(deserializer)? {
        NumberOrSwitch::Number(number) => number,
        NumberOrSwitch::Switch(on) => f64::from(u8::from(on)),
        NumberOrSwitch::Nothing(()) => 0.0,
    })
}

impl GenreShape {
    /// The mechanics that may be there or not.
    pub fn optional(&self) -> impl Iterator<Item = &OptionalMechanic> {
        self.mechanics.iter().filter(|mechanic| !mechanic.always)
    }

    /// What the composer needs and this template does not have.
    pub fn problems(&self) -> Vec<String> {
        let mut problems = Vec::new();
        let mut least = |what: &str, has: usize, needs: usize| {
            if has < needs {
                problems.push(format!("{what}: {has}, needs {needs}"));
            }
        };
        least("layouts", self.layouts.len(), 3);
        least("optional mechanics", self.optional().count(), 4);
        least("tunables", self.tunables.len(), 6);
        least("relations", self.relations.len(), 1);
        least("acceptance", self.acceptance.len(), 1);
        let players = self.roles.iter().filter(|role| role.role == crate::game::EntityRole::Player).count();
        least("players", players, 1);
        if self.lose.is_none() && self.win.is_none() && self.score.trim().is_empty() {
            problems.push("no score and no end".into());
        }
        for tunable in &self.tunables {
            let Tunable { id, min, max, default, step, .. } = tunable;
            let on_grid =
                ((default - min) / step).fract().abs() < 1e-6 || ((default - min) / step).fract() > 1.0 - 1e-6;
            if !(min <= default && default <= max && min < max && *step > 0.0 && on_grid) {
                problems.push(format!("tunable {id}: {default} of {min} to {max} by {step}"));
            }
        }
        for (what, ids) in [
            ("layout", self.layouts.iter().map(|it| &it.id).collect::<Vec<_>>()),
            ("mechanic", self.mechanics.iter().map(|it| &it.id).collect()),
            ("tunable", self.tunables.iter().map(|it| &it.id).collect()),
        ] {
            if ids.iter().collect::<BTreeSet<_>>().len() != ids.len() {
                problems.push(format!("a {what} is there twice"));
            }
        }
        problems
    }
}
