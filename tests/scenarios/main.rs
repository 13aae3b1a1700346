//! Scenario tests through the public API.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod arrows;
mod models;
mod play_html;
mod runs;
mod schemas;
mod stores;
