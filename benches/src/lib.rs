//! What benches share.
