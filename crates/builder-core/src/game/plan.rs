use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{brief::Framework, version::SchemaVersion};

/// The complete design of a game: the contract between planning and building.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GamePlan {
    /// Version of this shape.
    pub schema_version: SchemaVersion,
    /// The title on the start screen.
    pub game_title: String,
    /// What the game is, in two or three sentences.
    pub game_concept: String,
    /// What the script is written against; see [`Framework`].
    pub framework: Framework,
    /// Why that framework.
    pub framework_rationale: String,
    /// What the player does and what the world does back.
    pub core_mechanics: Vec<Mechanic>,
    /// Inputs and what they do.
    pub controls: ControlScheme,
    /// What happens once, each step and each picture.
    pub game_loop: GameLoopSpec,
    /// Everything that takes part.
    pub entities: Vec<Entity>,
    /// What follows when they meet, such as `player collides with hazard -> lose a life`.
    pub entity_relationships: Vec<String>,
    /// The states the game can be in.
    pub state_model: GameStateModel,
    /// What earns points.
    pub scoring: ScoringSpec,
    /// When the game is won; empty when it cannot be.
    pub win_condition: String,
    /// When the game is lost; empty when it cannot be.
    pub lose_condition: String,
    /// How it gets harder.
    pub difficulty_curve: String,
    /// The size the game is designed in.
    pub canvas_size: CanvasSize,
    /// How it looks, in a few words.
    pub visual_style: String,
    /// Colours as `#rrggbb`.
    pub color_palette: Vec<String>,
    /// Where pictures come from.
    pub asset_strategy: AssetStrategy,
    /// What index.html holds.
    pub html_spec: String,
    /// Layout and styling.
    pub css_spec: String,
    /// How the script is put together.
    pub js_architecture: String,
    /// Sentences a play-test can decide, such as `the player moves with the arrow keys`.
    pub acceptance_checks: Vec<String>,
}

/// One rule of play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Mechanic {
    /// A short name.
    pub name: String,
    /// What it does.
    pub description: String,
}

/// Inputs and what they do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ControlScheme {
    /// The main device: `keyboard`, `mouse`, `touch`.
    pub primary: String,
    /// Each input with its action. Inputs are values of `KeyboardEvent.code`, or `Mouse` and `Touch`.
    pub key_mappings: BTreeMap<String, String>,
}

/// What happens once, each step and each picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameLoopSpec {
    /// Once, at load and at each new game.
    pub init: String,
    /// Each step of simulated time.
    pub update: String,
    /// Each picture.
    pub render: String,
}

/// What something is to the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EntityRole {
    /// What the controls move.
    Player,
    /// Hurts on touch and cannot be fought.
    Hazard,
    /// Hurts on touch and can be beaten.
    Enemy,
    /// What is aimed at.
    Target,
    /// What is gathered.
    Pickup,
    /// What is shot or thrown; a ball.
    Projectile,
    /// What is in the way.
    Obstacle,
    /// What helps.
    Ally,
}

/// Something that takes part in the game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Entity {
    /// Its name in the theme, such as `owl`.
    pub name: String,
    /// What it is to the player.
    pub role: EntityRole,
    /// What it looks like and does.
    pub description: String,
}

/// The states the game can be in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameStateModel {
    /// Their names, the first being the state at load.
    pub states: Vec<String>,
    /// What leads from one to another, such as `menu -> playing: Enter`.
    pub transitions: Vec<String>,
    /// Input that starts play.
    pub start: String,
    /// Input that starts again after the end.
    pub restart: String,
    /// Input that pauses, when there is one.
    pub pause: Option<String>,
}

/// What earns points.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScoringSpec {
    /// What earns them; empty when there is no score.
    pub rule: String,
    /// How they are shown, such as `Score 120`.
    pub display: String,
}

/// The size the game is designed in, in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CanvasSize {
    /// Width.
    pub width: u32,
    /// Height.
    pub height: u32,
}

impl Default for CanvasSize {
    fn default() -> Self {
        Self { width: 800, height: 600 }
    }
}

/// Where pictures come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AssetStrategy {
    /// Elements shaped by CSS.
    CssShapes,
    /// Drawn on the canvas.
    CanvasDraw,
    /// Emoji drawn as text.
    Emoji,
    /// Picture files.
    ExternalSprites,
}

/// Why a plan cannot be built from.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PlanProblem {
    /// A field that has to say something is empty.
    #[error("the plan's {0} is empty")]
    Empty(&'static str),
    /// Nothing in the plan is moved by the controls.
    #[error("the plan has no entity with the role player")]
    NoPlayer,
    /// The design size is not one a screen can show.
    #[error("the plan's canvas of {0}x{1} is outside 100x100 to 4096x4096")]
    CanvasSize(u32, u32),
    /// A colour is not `#rrggbb`.
    #[error("the plan's colour {0:?} is not of the form #rrggbb")]
    Color(String),
}

impl GamePlan {
    /// Whether the plan is complete enough to build from.
    ///
    /// # Errors
    /// The first thing that is missing.
    pub fn check(&self) -> Result<(), PlanProblem> {
        let texts = [
            ("game_title", &self.game_title),
            ("game_concept", &self.game_concept),
            ("framework_rationale", &self.framework_rationale),
            ("controls.primary", &self.controls.primary),
            ("game_loop.init", &self.game_loop.init),
            ("game_loop.update", &self.game_loop.update),
            ("game_loop.render", &self.game_loop.render),
            ("state_model.start", &self.state_model.start),
            ("state_model.restart", &self.state_model.restart),
            ("difficulty_curve", &self.difficulty_curve),
            ("visual_style", &self.visual_style),
            ("html_spec", &self.html_spec),
            ("css_spec", &self.css_spec),
            ("js_architecture", &self.js_architecture),
        ];
        if let Some((name, _)) = texts.into_iter().find(|(_, text)| text.trim().is_empty()) {
            return Err(PlanProblem::Empty(name));
        }
        let lists = [
            ("core_mechanics", self.core_mechanics.is_empty()),
            ("controls.key_mappings", self.controls.key_mappings.is_empty()),
            ("entities", self.entities.is_empty()),
            ("state_model.states", self.state_model.states.is_empty()),
            ("acceptance_checks", self.acceptance_checks.is_empty()),
            (
                "win_condition, lose_condition and scoring.rule",
                [&self.win_condition, &self.lose_condition, &self.scoring.rule]
                    .iter()
                    .all(|text| text.trim().is_empty()),
            ),
        ];
        if let Some((name, _)) = lists.into_iter().find(|(_, empty)| *empty) {
            return Err(PlanProblem::Empty(name));
        }
        if !self.entities.iter().any(|entity| entity.role == EntityRole::Player) {
            return Err(PlanProblem::NoPlayer);
        }
        let CanvasSize { width, height } = self.canvas_size;
        if !(100..=4096).contains(&width) || !(100..=4096).contains(&height) {
            return Err(PlanProblem::CanvasSize(width, height));
        }
        for color in &self.color_palette {
            let digits = color.strip_prefix('#').unwrap_or_default();
            if digits.len() != 6 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                return Err(PlanProblem::Color(color.clone()));
            }
        }
        Ok(())
    }

    /// What this plan promises, in the short form that the judge reads.
    pub fn promises(&self) -> MinimalPlan {
        let said = |text: &str| (!text.trim().is_empty()).then(|| text.to_owned());
        MinimalPlan {
            title: said(&self.game_title),
            concept: said(&self.game_concept),
            controls: self
                .controls
                .key_mappings
                .iter()
                .map(|(input, action)| PlannedControl { input: input.clone(), action: action.clone() })
                .collect(),
            entities: self
                .entities
                .iter()
                .map(|entity| PlannedEntity {
                    name: entity.name.clone(),
                    role: serde_json::to_value(entity.role).ok().and_then(|role| role.as_str().map(str::to_owned)),
                })
                .collect(),
            start: said(&self.state_model.start),
            restart: said(&self.state_model.restart),
            score: said(&self.scoring.rule),
            win: said(&self.win_condition),
            lose: said(&self.lose_condition),
        }
    }
}

/// What a game promises, as `--plan` takes it: every field may be missing or null, and what is said counts
/// as promised.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct MinimalPlan {
    /// The title.
    pub title: Option<String>,
    /// What the game is.
    pub concept: Option<String>,
    /// Inputs and what they do.
    #[serde(deserialize_with = "null_as_default")]
    pub controls: Vec<PlannedControl>,
    /// What takes part.
    #[serde(deserialize_with = "null_as_default")]
    pub entities: Vec<PlannedEntity>,
    /// Input that starts play.
    pub start: Option<String>,
    /// Input that starts again after the end.
    pub restart: Option<String>,
    /// What earns points.
    pub score: Option<String>,
    /// When it is won.
    pub win: Option<String>,
    /// When it is lost.
    pub lose: Option<String>,
}

impl MinimalPlan {
    /// Reads either form of a plan: the full one of `plan.json` or the minimal one.
    ///
    /// # Errors
    /// When the text is neither; the message is about the form it resembles more.
    pub fn from_json(text: &str) -> Result<Self, serde_json::Error> {
        let value: serde_json::Value = serde_json::from_str(text)?;
        if value.get("game_title").is_some() {
            return serde_json::from_value::<GamePlan>(value).map(|plan| plan.promises());
        }
        serde_json::from_value(value)
    }
}

/// An input that a plan names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlannedControl {
    /// A value of `KeyboardEvent.code`, or words such as `Mouse` and `tap`.
    pub input: String,
    /// What it does.
    pub action: String,
}

/// An entity that a plan names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlannedEntity {
    /// Its name.
    pub name: String,
    /// What it is to the player, in a word.
    #[serde(default)]
    pub role: Option<String>,
}

fn null_as_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: serde::Deserializer<'de>,
    T: Default + Deserialize<'de>,
{
    Ok(Option::<T>::deserialize(deserializer)?.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minimal_plan_may_say_nothing_or_null() {
        assert_eq!(MinimalPlan::from_json("{}").unwrap(), MinimalPlan::default());
        let plan = MinimalPlan::from_json(
            r#"{"controls": null, "win": null, "lose": "three hits", "entities": [{"name": "hero"}]}"#,
        )
        .unwrap();
        assert_eq!(plan.lose.as_deref(), Some("three hits"));
        assert_eq!(plan.entities[0].role, None);
        assert!(MinimalPlan::from_json(r#"{"loose": "typo"}"#).unwrap_err().to_string().contains("loose"));
    }
}
