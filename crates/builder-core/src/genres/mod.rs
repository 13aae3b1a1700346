//! Room: genres.
