//! One room a phase: pure functions that say what to do and how to read what came back.

pub mod clarifying;
pub mod planning;
