//! Traits to the world. The core decides through them and never touches anything itself.

mod author;
mod clock;
mod events;
mod fault;
mod ids;
mod model;
mod stores;

pub use author::{Answers, Author};
pub use clock::Clock;
pub use events::EventSink;
pub use fault::Fault;
pub use ids::{DerivedIds, RunIds};
pub use model::{LanguageModel, ModelCall, ModelPurpose, ModelReply, Usage};
pub use stores::{ArtifactStore, CheckpointStore, History};
