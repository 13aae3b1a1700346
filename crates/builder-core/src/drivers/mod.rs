//! Adapters to the world: the only room that touches it.

pub mod authors;
#[cfg(feature = "chromium")]
pub mod chromium;
pub mod clocks;
#[cfg(feature = "models")]
pub mod models;
#[cfg(feature = "stores")]
pub mod stores;
