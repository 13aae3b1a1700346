//! The only loop that awaits.
