//! Room: composer.
