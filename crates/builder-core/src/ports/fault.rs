use thiserror::Error;

use crate::codes::error_code;

/// A bad world: the browser, the disk or a server did not do its part. Never a verdict on a game.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{detail}")]
pub struct Fault {
    /// A code of [`crate::codes::ERRORS`].
    pub code: &'static str,
    /// What happened, for a person.
    pub detail: String,
}

impl Fault {
    /// A fault of that code.
    pub fn new(code: &'static str, detail: impl Into<String>) -> Self {
        Self { code, detail: detail.into() }
    }

    /// Whether the same again may go well.
    pub fn retryable(&self) -> bool {
        error_code(self.code).is_some_and(|error| error.retryable)
    }
}
