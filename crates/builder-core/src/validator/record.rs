//! What was seen when a game was played. Judging it needs no browser.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    game::{GameFolder, SchemaVersion},
    ports::{Incident, Moment, Screen, Storage},
};

/// Everything that was seen of one game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlayRecord {
    /// Version of this shape.
    pub schema_version: SchemaVersion,
    /// The engine it was played in; `none` when it was not.
    pub engine: String,
    /// Facts about the engine.
    pub engine_facts: BTreeMap<String, Value>,
    /// Where random numbers began.
    pub seed: u32,
    /// SHA-256 over the files, as [`crate::game::GameFolder::hash`] makes it.
    pub files_hash: String,
    /// SHA-256 of each file.
    pub files: BTreeMap<String, String>,
    /// The plays, in the order they were played.
    pub plays: Vec<Play>,
    /// How it is started.
    pub start: StartSeen,
    /// What each control does.
    pub controls: Vec<ControlSeen>,
    /// The first end that was reached.
    pub end: Option<EndSeen>,
    /// What was tried after it.
    pub restarts: Vec<Attempt>,
    /// What pausing does.
    pub pause: Option<PauseSeen>,
    /// What a learning player found.
    pub bot: Option<BotSeen>,
    /// What twins showed.
    pub twins: Vec<TwinSeen>,
    /// Names of the instrumented places, by number.
    pub sites: Vec<String>,
    /// Whether time ran out before everything was tried.
    #[serde(default)]
    pub cut_short: bool,
    /// Why playing stopped before its time, if it did.
    pub stopped: Option<String>,
    /// Simulated time over all plays, in milliseconds.
    pub simulated_ms: u64,
}

/// One play, from load to its end.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Play {
    /// What it was for.
    pub name: String,
    /// The screen.
    pub screen: Screen,
    /// What storage did.
    pub storage: Storage,
    /// What was seen, in order.
    pub shots: Vec<Shot>,
    /// What was noticed after its last moment.
    pub late: Vec<Incident>,
}

/// One look.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Shot {
    /// What it is a look at: `load`, `playing`, `end`, …
    pub label: String,
    /// What the player did since the last look.
    pub did: Vec<String>,
    /// What was seen.
    pub moment: Moment,
}

impl Play {
    /// The first look of that name.
    pub fn shot(&self, label: &str) -> Option<&Moment> {
        self.shots.iter().find(|shot| shot.label == label).map(|shot| &shot.moment)
    }

    /// Whether the game is played from its start on, not only until a question is answered.
    pub fn is_long(&self) -> bool {
        matches!(self.name.as_str(), "idle" | "careless" | "careful" | "patient" | "nobody plays")
    }

    /// All that happened.
    pub fn incidents(&self) -> impl Iterator<Item = &Incident> {
        self.shots.iter().flat_map(|shot| &shot.moment.incidents).chain(&self.late)
    }
}

/// An input that was tried, and what came of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    /// The input, such as `Enter`, `Click canvas`, `Click #go`.
    pub input: String,
    /// Whether the plan promises it.
    pub promised: bool,
    /// Whether the page or the canvas tells it.
    pub told: bool,
    /// Whether anything a player can notice came of it.
    pub changed: bool,
    /// Whether it did what it was tried for.
    pub worked: bool,
}

/// How the game is started.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct StartSeen {
    /// Whether it runs by itself, without a start.
    pub by_itself: bool,
    /// What was tried.
    pub attempts: Vec<Attempt>,
    /// What starts it, in order; empty when nothing is needed or nothing was found.
    pub inputs: Vec<String>,
    /// Whether the start screen was seen to be left, so that what follows is play.
    pub certain: bool,
    /// Texts that tell how to start.
    pub told: Vec<String>,
}

/// What one control does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ControlSeen {
    /// A value of `KeyboardEvent.code`, `Click`, `Touch` or `Mouse`.
    pub input: String,
    /// What it is meant to do, if anything says so.
    pub action: String,
    /// Whether the plan promises it.
    pub promised: bool,
    /// Whether a player notices it.
    pub noticed: bool,
    /// Whether it leaves a trace in the game's variables after it was let go.
    pub remembered: bool,
    /// In how many situations it was tried.
    pub tries: u32,
    /// Why it was not tried as it should be, if so.
    pub untried: Option<String>,
}

/// An end of the game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EndSeen {
    /// The play it came in.
    pub play: String,
    /// When, in simulated milliseconds after the start.
    pub after_start_ms: f64,
    /// Texts that say so.
    pub words: Vec<String>,
    /// The variable that says so: path, value before, value after.
    pub mode: Option<(String, String, String)>,
    /// Whether the words are those of a victory.
    pub won: bool,
}

/// What a learning player found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BotSeen {
    /// Games it played.
    pub games: u32,
    /// The longest of them, in simulated milliseconds.
    pub longest_ms: f64,
    /// What had given points and was gone for good, and for how many simulated milliseconds play went on without it.
    pub all_gone: Option<(String, f64)>,
    /// What it learned of things, by their looks.
    pub things: Vec<ThingSeen>,
}

/// What is known of things that look alike.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ThingSeen {
    /// Kind of shape, colour and size.
    pub name: String,
    /// Times points were gained when one vanished.
    pub good: u32,
    /// Times something was lost when one was touched.
    pub bad: u32,
    /// Times the player was on one for 12 frames and nothing followed.
    pub touched_idle: u32,
    /// Looks in which a shot of the player was on one that stayed.
    pub shot_idle: u32,
    /// Times one vanished that a shot had met.
    pub shot_hit: u32,
    /// Times a shot went through one from side to side, and both were there afterwards.
    pub shot_through: u32,
    /// Times the player threw one back.
    pub thrown_back: u32,
    /// For how many simulated milliseconds one that is alone, and goes both across and down at other times, went only
    /// across or only down without anything following.
    pub caught_ms: f64,
    /// Whether touching one costs something.
    pub hurts: bool,
    /// Times one appeared out of nothing while play went on.
    pub births: u32,
    /// Times the player was touched by one within half a second of that.
    pub births_on_player: u32,
    /// Least seconds in which one crosses the picture, and milliseconds of play by then.
    pub crossing: Option<(f64, f64)>,
    /// Whether one was seen to move.
    pub moves: bool,
    /// Where one was that is not on the grid that the player moves on, in canvas pixels.
    pub off_grid: Option<(f64, f64)>,
}

/// What plays that differ in one thing showed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TwinSeen {
    /// The kind of defect that was asked about.
    pub kind: String,
    /// The input it was asked with, or empty.
    pub input: String,
    /// What was seen.
    pub facts: serde_json::Map<String, Value>,
}

/// What pausing does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PauseSeen {
    /// The input.
    pub input: String,
    /// Whether the plan promises it.
    pub promised: bool,
    /// Whether anything changed.
    pub changed: bool,
    /// Texts that say it is paused.
    pub words: Vec<String>,
    /// Shown values that went on while it was paused: label, before, after.
    pub went_on: Vec<(String, String, String)>,
    /// Whether the game moved before, stood still while paused, and moved again after.
    pub moved: (bool, bool, bool),
}

impl PlayRecord {
    /// The record of a game that was not played.
    pub fn unplayed(folder: &GameFolder, seed: u32, engine: Option<String>) -> Self {
        Self {
            schema_version: SchemaVersion,
            engine: engine.unwrap_or_else(|| "none".to_owned()),
            engine_facts: BTreeMap::new(),
            seed,
            files_hash: folder.hash(),
            files: folder.digests(),
            plays: Vec::new(),
            start: StartSeen::default(),
            controls: Vec::new(),
            end: None,
            restarts: Vec::new(),
            pause: None,
            twins: Vec::new(),
            bot: None,
            sites: Vec::new(),
            cut_short: false,
            stopped: Some("no browser".to_owned()),
            simulated_ms: 0,
        }
    }

    /// The first play of that name.
    pub fn play(&self, name: &str) -> Option<&Play> {
        self.plays.iter().find(|play| play.name == name)
    }

    /// Whether the game could be opened and did not hang while loading.
    pub fn played(&self) -> bool {
        self.plays.len() > 1
    }

    /// Whether play was reached for certain, so that what does not happen in it can be held against the game.
    pub fn surely_started(&self) -> bool {
        self.started() && self.start.certain
    }

    /// Whether play was reached: it was started, or runs by itself.
    pub fn started(&self) -> bool {
        self.start.by_itself || !self.start.inputs.is_empty()
    }
}
