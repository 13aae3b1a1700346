use std::collections::BTreeMap;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Fault;
use crate::game::GameFolder;

/// A screen a game is shown on.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Screen {
    /// Width in CSS pixels.
    pub width: u32,
    /// Height in CSS pixels.
    pub height: u32,
    /// Device pixels to a CSS pixel.
    pub scale: f64,
    /// Whether it is touched instead of pointed at.
    pub touch: bool,
}

impl Screen {
    /// The desktop of the catalogue.
    pub const DESKTOP: Self = Self { width: 1280, height: 720, scale: 1.0, touch: false };
    /// The phone of the catalogue.
    pub const PHONE: Self = Self { width: 390, height: 844, scale: 2.0, touch: true };
}

/// What a game meets when it asks for storage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Storage {
    /// It is refused, as in the sandbox that players get.
    Refused,
    /// It is kept in memory, so that the rest of a game that needs it can be seen.
    Memory,
}

/// The world a game is opened in. The same world, game and inputs give the same play.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct World {
    /// The screen.
    pub screen: Screen,
    /// Where the game's random numbers start.
    pub seed: u32,
    /// What storage does.
    pub storage: Storage,
    /// The name by which instrumented scripts reach the judge; a game cannot list it.
    pub handle: String,
    /// Whether promises must be settled between frames, which costs time.
    pub drain: bool,
    /// Whether what is drawn must be there to be seen, by a picture or by the game; else it is only written down.
    pub paint: bool,
}

/// What a player does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "do")]
pub enum Input {
    /// A key goes down.
    KeyDown {
        /// A value of `KeyboardEvent.code`.
        code: String,
        /// Whether the keyboard repeats a held key.
        repeat: bool,
        /// Whether Caps Lock or Shift makes letters capital.
        capital: bool,
    },
    /// A key comes up.
    KeyUp {
        /// A value of `KeyboardEvent.code`.
        code: String,
        /// As in `KeyDown`.
        capital: bool,
    },
    /// The mouse moves.
    Move {
        /// CSS pixels from the left.
        x: f64,
        /// CSS pixels from the top.
        y: f64,
    },
    /// The mouse button goes down.
    Press {
        /// CSS pixels from the left.
        x: f64,
        /// CSS pixels from the top.
        y: f64,
    },
    /// The mouse button comes up.
    Release {
        /// CSS pixels from the left.
        x: f64,
        /// CSS pixels from the top.
        y: f64,
    },
    /// A finger touches.
    Touch {
        /// CSS pixels from the left.
        x: f64,
        /// CSS pixels from the top.
        y: f64,
    },
    /// The finger lifts.
    Lift,
    /// The window loses or gains the focus.
    Focus {
        /// Whether it has it now.
        on: bool,
    },
    /// The tab is hidden or shown.
    Hide {
        /// Whether it is hidden now.
        on: bool,
    },
    /// What had the focus in the page loses it.
    Unfocus,
    /// Takes off listeners that were attached again as another function of the same text. Nobody can do that: it
    /// makes the twin that shows what they cause.
    DropRepeatedListeners,
    /// The clock goes on while no frame is shown; timers run once a second.
    Skip {
        /// Milliseconds.
        ms: f64,
    },
}

/// How far to go, and what to look at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// Frames to run.
    pub frames: u32,
    /// Frames in a simulated second.
    pub hz: u32,
    /// Frames between two values of [`Moment::traces`]; 0 for none.
    pub every: u32,
    /// Whether to look at everything afterwards.
    pub look: bool,
    /// Whether that look leaves out the variables.
    pub glance: bool,
    /// How many variables to read at each trace; 0 for none.
    pub watch: u32,
}

impl Step {
    /// That many frames at 60 Hz with a full look at the end.
    pub const fn looking(frames: u32) -> Self {
        Self { frames, hz: 60, every: 6, look: true, glance: false, watch: 0 }
    }

    /// That many frames at 60 Hz with a look at the picture and the page alone.
    pub const fn glancing(frames: u32) -> Self {
        Self { glance: true, ..Self::looking(frames) }
    }

    /// That many frames at 60 Hz with traces only.
    pub const fn blind(frames: u32) -> Self {
        Self { frames, hz: 60, every: 6, look: false, glance: false, watch: 0 }
    }
}

/// Left, top, width, height.
pub type Box2 = [f64; 4];

/// A text drawn on a canvas.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CanvasText {
    /// The text.
    pub text: String,
    /// Where, in canvas pixels.
    #[serde(rename = "box")]
    pub area: Box2,
    /// Height of the letters in canvas pixels.
    pub size: f64,
    /// Its colour, or empty.
    pub color: String,
    /// How opaque it is.
    pub alpha: f64,
}

/// Something drawn on a canvas in the last frame.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Shape {
    /// `rect`, `path` or `image`.
    pub kind: String,
    /// Where, in canvas pixels.
    #[serde(rename = "box")]
    pub area: Box2,
    /// Its colour, or empty.
    pub style: String,
    /// How opaque it is.
    pub alpha: f64,
}

/// A canvas in the page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CanvasLook {
    /// Its id, or empty.
    pub id: String,
    /// Width in canvas pixels.
    pub width: f64,
    /// Height in canvas pixels.
    pub height: f64,
    /// Where it is in the page, in CSS pixels.
    #[serde(rename = "box")]
    pub area: Box2,
    /// Whether CSS lets it be seen.
    pub shown: bool,
    /// How often something was drawn on it.
    pub draws: u64,
    /// How often with a coordinate that is not a number.
    pub nan: u64,
    /// The kind of its context.
    pub kind: String,
    /// Whether it is meant to show its pixels.
    #[serde(default)]
    pub pixelated: bool,
    /// Texts on it.
    pub texts: Vec<CanvasText>,
    /// Shapes of the last frame.
    pub shapes: Vec<Shape>,
}

/// An element that can be seen.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Element {
    /// Its tag.
    pub tag: String,
    /// Its id, or empty.
    pub id: String,
    /// Its own text.
    pub text: String,
    /// Where it is, in CSS pixels of the window.
    #[serde(rename = "box")]
    pub area: Box2,
    /// Whether it is made to be pressed.
    pub acts: bool,
    /// Whether it is switched off.
    pub disabled: bool,
    /// Whether another element lies over its middle.
    pub covered: bool,
    /// That element.
    pub cover: String,
    /// Colour of its text.
    pub color: String,
    /// Colour behind it, or empty where it cannot be told.
    pub behind: String,
    /// Height of its letters in CSS pixels.
    pub size: f64,
}

/// Something that happened to a game.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Incident {
    /// `error`, `rejection`, `dialog`, `storage`, `network`, `request`, `navigation`, `code`, `background`,
    /// `injection`, `audio`, `form`, `reload`, `hang`.
    pub kind: String,
    /// What was said or asked for.
    pub text: String,
    /// When, in simulated milliseconds.
    pub ms: f64,
    /// What ran: `load`, `frame`, `timer`, `input`, `idle`.
    pub context: String,
    /// For sounds: whether the player had done something before.
    pub gesture: Option<bool>,
    /// For errors: the class.
    pub name: String,
    /// The file, relative to the game's folder.
    pub file: Option<String>,
    /// Line from 1.
    pub line: Option<u32>,
    /// Column from 1.
    pub column: Option<u32>,
}

/// How often something happened since load.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Counts {
    /// Frame callbacks that ran.
    pub frame: u64,
    /// Timer callbacks that ran.
    pub timer: u64,
    /// Things drawn.
    pub draw: u64,
    /// Sounds started.
    pub sound: u64,
    /// Listeners attached.
    pub listener: u64,
    /// Errors thrown.
    pub error: u64,
    /// Uses of storage.
    pub storage: u64,
    /// Dialogs asked for.
    pub dialog: u64,
}

/// What a game is like at one moment.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Moment {
    /// Simulated milliseconds since load.
    pub ms: f64,
    /// Frames since load.
    pub frame: u64,
    /// A rolling hash of everything drawn.
    pub picture: u64,
    /// A hash of everything a player can notice.
    pub trace: u64,
    /// The same at intervals within the step.
    pub traces: Vec<u64>,
    /// Variables at the same intervals.
    pub watched: Vec<BTreeMap<String, Value>>,
    /// Frame callbacks waiting.
    pub frames_booked: u64,
    /// Timers waiting.
    pub timers_booked: u64,
    /// Counters.
    pub counts: Counts,
    /// What happened since the last moment.
    pub incidents: Vec<Incident>,
    /// How far the page is scrolled down.
    pub scroll: f64,
    /// Variables by path; empty unless looked at.
    pub state: BTreeMap<String, Value>,
    /// Lengths of lists by path; empty unless looked at.
    pub lists: BTreeMap<String, u32>,
    /// Canvases.
    pub canvases: Vec<CanvasLook>,
    /// Elements that can be seen.
    pub page: Vec<Element>,
    /// The title.
    pub title: String,
    /// `loading`, `interactive` or `complete`.
    pub ready: String,
    /// Width and height of the page, width and height of the window.
    pub extent: [f64; 4],
    /// Whether the page stopped answering: it runs a loop that does not end.
    pub hung: bool,
}

/// Opens games in worlds of its own.
#[async_trait]
pub trait PlayTester: Send + Sync {
    /// Name and version of the engine, as a judgement states it.
    fn engine(&self) -> String;

    /// Facts about the engine that a report states, such as whether its own sandbox is on.
    fn facts(&self) -> BTreeMap<String, Value> {
        BTreeMap::new()
    }

    /// Opens a game and waits until it has loaded. The game is untouched but for the world around it.
    async fn open(&self, game: &GameFolder, world: &World) -> Result<Box<dyn Stage>, Fault>;
}

/// One game, open.
#[async_trait]
pub trait Stage: Send {
    /// How it was when it had loaded.
    async fn loaded(&mut self) -> Result<Moment, Fault>;

    /// Lets simulated time pass.
    async fn step(&mut self, step: Step) -> Result<Moment, Fault>;

    /// Does what a player does, at this very moment.
    async fn input(&mut self, inputs: &[Input]) -> Result<(), Fault>;

    /// How many colours each canvas shows, of 576 samples.
    async fn colours(&mut self) -> Result<Vec<u32>, Fault>;

    /// A picture of the window, PNG.
    async fn screenshot(&mut self) -> Result<Vec<u8>, Fault>;

    /// Ends it, and tells what was noticed too late to belong to a moment: requests that were refused.
    async fn close(self: Box<Self>) -> Result<Vec<Incident>, Fault>;
}
