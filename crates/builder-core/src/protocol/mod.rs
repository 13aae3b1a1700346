//! What machine and driver say to each other: effects and outcomes, checkpoints, limits, the delivery at the
//! end, and the events that others may watch.

mod checkpoint;
mod delivery;
mod effect;
mod event;
mod limits;
mod manifest;
mod model;
mod phase;
mod run_id;

pub use checkpoint::{BuildOrigin, Checkpoint, CheckpointRecord, FallbackReason};
pub use delivery::{Delivery, DeliveryMode, EndReason};
pub use effect::{Composition, Effect, Outcome};
pub use event::{EVENTS_FILE, EVENTS_VERSION, Event, EventRecord};
pub use limits::{Limits, Spend};
pub use manifest::{
    BuildingSummary, ClarifyingSummary, CritiquingSummary, PhaseSummaries, PlanningSummary, RunManifest,
    ValidatingSummary,
};
pub use model::{ModelCallRecord, ModelPurpose, Usage, estimate_tokens};
pub use phase::Phase;
pub use run_id::RunId;
