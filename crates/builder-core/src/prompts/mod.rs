//! Room: prompts.
