use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::phase::Phase;

/// What kind of game was delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeliveryMode {
    /// A model's game that passed.
    Generated,
    /// A template's game that passed; no model was asked for.
    Composed,
    /// A template's game that passed; a model was wanted and failed.
    DegradedFallback,
    /// The best build there is: safe, loads and answers its controls, but it did not pass.
    Partial,
}

impl DeliveryMode {
    /// Its name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Generated => "generated",
            Self::Composed => "composed",
            Self::DegradedFallback => "degraded_fallback",
            Self::Partial => "partial",
        }
    }
}

/// Why a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// A build passed.
    Passed,
    /// It passed, but proof was asked for and there was no browser.
    Unproven,
    /// All retries are used up.
    RetriesUsedUp,
    /// The time is used up.
    TimeUsedUp,
    /// The tokens are used up.
    BudgetUsedUp,
    /// The idea leaves questions open and nothing may be assumed.
    AnswersNeeded,
    /// The provider, the key or the model's name is wrong.
    Provider,
    /// Nothing that is safe to open was built.
    NothingSafe,
    /// No verdict could be reached now.
    CannotJudge,
    /// Nothing could be built at all: a defect of a template or of this program.
    CannotBuild,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Delivery {
    /// [`Phase::Done`] or [`Phase::Failed`].
    pub final_state: Phase,
    /// What was delivered; none when nothing was.
    pub mode: Option<DeliveryMode>,
    /// Why it ended.
    pub reason: EndReason,
    /// The same in a sentence.
    pub why: String,
    /// The build in `game/`.
    pub build: Option<u32>,
    /// SHA-256 of its bytes in hex.
    pub files_hash: Option<String>,
    /// Whether that build was proven by playing it in Chromium.
    pub proven: bool,
}

impl Delivery {
    /// The exit status that stands for it.
    pub fn exit_status(&self, fail_on_degraded: bool) -> u8 {
        match (self.final_state, self.mode, self.reason) {
            (Phase::Done, Some(DeliveryMode::DegradedFallback), _) if fail_on_degraded => 6,
            (Phase::Done, ..) => 0,
            (_, _, EndReason::AnswersNeeded) => 3,
            (_, _, EndReason::Provider) => 4,
            (_, None, EndReason::BudgetUsedUp) => 5,
            (_, _, EndReason::CannotJudge) => 75,
            (_, Some(_), _) | (_, _, EndReason::Unproven) => 1,
            (_, None, _) => 7,
        }
    }
}
