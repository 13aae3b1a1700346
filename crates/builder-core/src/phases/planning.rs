//! tmp
pub use crate::game::{Complexity, Tier};
