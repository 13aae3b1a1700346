//! Room: source.
