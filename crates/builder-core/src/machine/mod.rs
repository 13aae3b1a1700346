//! Room: machine.
