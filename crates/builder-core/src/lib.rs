//! Turns a vague idea into a browser game that is proven playable.

pub mod codes;
pub mod composer;
pub mod critic;
pub mod drive;
pub mod drivers;
pub mod game;
pub mod genres;
pub mod machine;
pub mod phases;
pub mod ports;
pub mod prompts;
pub mod protocol;
pub mod report;
pub mod source;
#[cfg(feature = "testing")]
pub mod testing;
pub mod validator;
