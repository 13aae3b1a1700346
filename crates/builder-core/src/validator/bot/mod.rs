//! How to play: reading what a game tells, and noticing starts and ends.

pub(super) mod ends;
pub(super) mod eyes;
pub(super) mod learner;
pub(super) mod rates;
pub(super) mod texts;
pub(super) mod tracks;
pub(super) mod values;
