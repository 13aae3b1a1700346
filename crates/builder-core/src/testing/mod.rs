//! Scripted ports, and the contract suites that every implementation of a port must pass.

mod contracts;
mod scripted;
#[cfg(feature = "models")]
mod time;

pub use contracts::{artifact_store_contract, checkpoint_store_contract};
pub use scripted::{EventLog, FailingStore, ManualClock, ScriptedModel};
#[cfg(feature = "models")]
pub use time::VirtualTime;
