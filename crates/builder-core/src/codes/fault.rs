use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::errors::error_code;

/// The world failed: a disk, a browser, a network, an author who went away. Never a verdict on a game.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize, Deserialize, JsonSchema)]
#[error("{code}: {detail}")]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// A code of [`super::ERRORS`].
    pub code: String,
    /// What happened, with the names and numbers of this time.
    pub detail: String,
}

impl Fault {
    /// A fault of that code.
    pub fn new(code: &'static str, detail: impl Into<String>) -> Self {
        debug_assert!(error_code(code).is_some(), "{code} is not in codes::ERRORS");
        Self { code: code.to_owned(), detail: detail.into() }
    }

    /// Whether the same again may go well.
    pub fn retryable(&self) -> bool {
        error_code(&self.code).is_some_and(|error| error.retryable)
    }

    /// What a person can do about it.
    pub fn remedy(&self) -> &'static str {
        error_code(&self.code).map_or("report it", |error| error.remedy)
    }
}
