//! Language models: servers that speak chat completions, and programs on this machine.
//!
//! `provider` and `request` say how a question is put, `reply` and `faults` what came of it, `retry` what
//! follows; all of them are pure. `wire` sends, and `chain` does what the others say.

pub mod breaker;
pub mod capabilities;
mod chain;
mod command;
mod errors;
pub mod faults;
pub mod provider;
pub mod rate;
pub mod reply;
pub mod request;
pub mod retry;
mod retry_after;
mod sse;
mod time;
mod watch;
mod wire;

pub use chain::{ChainSettings, Member, ModelChain, Notice};
pub use command::CommandModel;
pub use retry_after::retry_after_ms;
pub use time::Timer;
pub use wire::Timeouts;
