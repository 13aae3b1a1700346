use std::io;

use builder_core::{codes, drive::DriveError, ports::Fault};
use thiserror::Error;

/// Why a command ended without a result.
#[derive(Debug, Error)]
pub(crate) enum CliError {
    /// What was asked for makes no sense.
    #[error("{0}")]
    Settings(String),
    /// A file that was named cannot be used.
    #[error("{code}: {detail}")]
    Input { code: &'static str, detail: String },
    /// The world failed.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The run broke off.
    #[error(transparent)]
    Drive(#[from] DriveError),
    /// Ctrl-C or a request to end.
    #[error("interrupted")]
    Interrupted { status: u8, resume: Option<String> },
    /// The process itself cannot work.
    #[error("{0}")]
    Io(#[from] io::Error),
}

impl CliError {
    pub(crate) fn input(code: &'static str, detail: impl Into<String>) -> Self {
        Self::Input { code, detail: detail.into() }
    }

    /// A stable code.
    pub(crate) fn code(&self) -> String {
        match self {
            Self::Settings(_) => "settings-invalid".to_owned(),
            Self::Input { code, .. } => (*code).to_owned(),
            Self::Fault(fault) => fault.code.clone(),
            Self::Drive(error) => error.code().to_owned(),
            Self::Interrupted { .. } => "interrupted".to_owned(),
            Self::Io(_) => "output-unwritable".to_owned(),
        }
    }

    /// What happened, without the code.
    pub(crate) fn detail(&self) -> String {
        let whole = self.to_string();
        whole.strip_prefix(&format!("{}: ", self.code())).unwrap_or(&whole).to_owned()
    }

    pub(crate) fn retryable(&self) -> bool {
        matches!(self, Self::Interrupted { .. }) || codes::error_code(&self.code()).is_some_and(|error| error.retryable)
    }

    /// What to do about it.
    pub(crate) fn remedy(&self) -> String {
        if let Self::Interrupted { resume, .. } = self {
            return resume.as_ref().map_or_else(
                || "nothing was begun; start again".to_owned(),
                |run| format!("gamebuilder resume {run}"),
            );
        }
        codes::error_code(&self.code()).map_or("report it", |error| error.remedy).to_owned()
    }

    /// The exit status that stands for it.
    pub(crate) fn status(&self) -> u8 {
        match self {
            Self::Settings(_) => 2,
            Self::Interrupted { status, .. } => *status,
            other => match other.code().as_str() {
                "game-unreadable" | "plan-unreadable" | "record-unreadable" | "changes-unknown" | "run-unknown"
                | "settings-invalid" => 2,
                "answers-needed" => 3,
                code if code.starts_with("model-") && code != "model-failed" => 4,
                _ => 75,
            },
        }
    }
}
