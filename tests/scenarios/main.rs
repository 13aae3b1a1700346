//! Scenario tests through the public API.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod arrows;
mod docs;
mod golden_prompts;
mod model_runs;
mod models;
mod mutated_replies;
mod play_html;
mod runs;
mod schemas;
mod stores;
