//! Room: validator.
