//! Traits to the world. The core decides through them and never touches anything itself.

mod author;
mod clock;
mod events;
mod ids;
mod model;
mod play_tester;
mod stores;

pub use crate::codes::Fault;
pub use author::Author;
pub use clock::Clock;
pub use events::EventSink;
pub use ids::{DerivedIds, RunIds};
pub use model::{LanguageModel, ModelCall, ModelFault, ModelReply};
pub use play_tester::{
    Box2, CanvasLook, CanvasText, Counts, Element, Incident, Input, Moment, PlayTester, Screen, Shape, Stage, Step,
    Storage, World,
};
pub use stores::{ArtifactStore, CheckpointStore, History, Hold};
