//! Room: phases.

pub mod clarifying;
pub mod planning;
