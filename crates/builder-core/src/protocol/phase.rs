use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Nothing has happened yet.
    Init,
    /// Finding out what is wanted.
    Clarifying,
    /// Designing the game.
    Planning,
    /// Writing its files.
    Building,
    /// Reading them.
    Critiquing,
    /// Playing them.
    Validating,
    /// A game that passed was delivered.
    Done,
    /// It was not; the delivery says what there is.
    Failed,
}

impl Phase {
    /// All phases in order.
    pub const ALL: [Self; 8] = [
        Self::Init,
        Self::Clarifying,
        Self::Planning,
        Self::Building,
        Self::Critiquing,
        Self::Validating,
        Self::Done,
        Self::Failed,
    ];

    /// Its name in JSON, on the command line and in file names.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Init => "init",
            Self::Clarifying => "clarifying",
            Self::Planning => "planning",
            Self::Building => "building",
            Self::Critiquing => "critiquing",
            Self::Validating => "validating",
            Self::Done => "done",
            Self::Failed => "failed",
        }
    }

    /// The phase of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|phase| phase.name() == name)
    }

    /// Whether nothing follows it.
    pub const fn is_end(self) -> bool {
        matches!(self, Self::Done | Self::Failed)
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
