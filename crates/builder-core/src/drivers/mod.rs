//! Adapters to the world: the only room that touches it.

pub mod authors;
pub mod clocks;
#[cfg(feature = "stores")]
pub mod stores;
