use thiserror::Error;

use crate::protocol::Phase;

/// A broken contract between machine and driver, or a history that no run can have.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MachineError {
    /// A phase cannot follow another.
    #[error("illegal-transition: {to} cannot follow {from}")]
    IllegalTransition {
        /// The phase before.
        from: Phase,
        /// The phase asked for.
        to: Phase,
    },
    /// The outcome is not one of the effect that is due.
    #[error("outcome-unexpected: {outcome} reported while {effect} was due")]
    OutcomeUnexpected {
        /// What was due.
        effect: String,
        /// What was reported.
        outcome: String,
    },
    /// A history does not begin with [`crate::protocol::Checkpoint::Started`].
    #[error("checkpoint-corrupt: the history does not begin with a start")]
    NoStart,
}

impl MachineError {
    /// A code of [`crate::codes::ERRORS`].
    pub const fn code(&self) -> &'static str {
        match self {
            Self::IllegalTransition { .. } => "illegal-transition",
            Self::OutcomeUnexpected { .. } => "outcome-unexpected",
            Self::NoStart => "checkpoint-corrupt",
        }
    }
}
