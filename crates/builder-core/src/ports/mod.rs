//! Traits to the world. The core decides through them and never touches anything itself.

mod author;
mod clock;
mod events;
mod ids;
mod model;
mod stores;

pub use author::Author;
pub use clock::Clock;
pub use events::EventSink;
pub use crate::codes::Fault;
pub use ids::{DerivedIds, RunIds};
pub use model::{LanguageModel, ModelCall, ModelReply};
pub use stores::{ArtifactStore, CheckpointStore, History};
