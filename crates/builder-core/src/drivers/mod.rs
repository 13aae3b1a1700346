//! Adapters to the world: the only room that touches it.
#![allow(clippy::disallowed_methods, reason = "this is where the world is touched")]

pub mod authors;
#[cfg(feature = "chromium")]
pub mod chromium;
pub mod clocks;
#[cfg(feature = "models")]
pub mod models;
#[cfg(feature = "stores")]
pub mod stores;
