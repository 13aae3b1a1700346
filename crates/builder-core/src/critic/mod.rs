//! Room: critic.
