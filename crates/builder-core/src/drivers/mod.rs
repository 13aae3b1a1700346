//! Adapters to the world: the only room that touches it.
#[cfg(feature = "chromium")]
pub mod chromium;
