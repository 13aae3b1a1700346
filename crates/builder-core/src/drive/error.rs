use thiserror::Error;

use crate::{machine::MachineError, ports::Fault, protocol::RunId};

/// Why a run broke off. What was stored before stays, and the run can be resumed.
#[derive(Debug, Error)]
pub enum DriveError {
    /// Something could not be stored or read.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// A contract was broken.
    #[error(transparent)]
    Machine(#[from] MachineError),
    /// There is no such run.
    #[error("run-unknown: there is no run {0}")]
    RunUnknown(RunId),
}

impl DriveError {
    /// A code of [`crate::codes::ERRORS`].
    pub fn code(&self) -> &str {
        match self {
            Self::Fault(fault) => &fault.code,
            Self::Machine(error) => error.code(),
            Self::RunUnknown(_) => "run-unknown",
        }
    }
}
