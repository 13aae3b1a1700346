//! Every stable code: kinds of defects in games, and faults and errors of the world around them.
//!
//! Codes never change their meaning. Scripts, reports, repair prompts and statistics speak of the same
//! thing by them.

mod errors;
mod fault;
mod kinds;

pub use errors::{ERRORS, ErrorCode, error_code};
pub use fault::Fault;
pub use kinds::{Group, KINDS, Kind, Seen, kind};
