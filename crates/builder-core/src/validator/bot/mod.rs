//! How to play: reading what a game tells, and noticing starts and ends.

pub(super) mod ends;
pub(super) mod texts;
pub(super) mod values;
