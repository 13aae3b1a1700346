//! The kinds of things that go wrong with a call, and what is done about each.

use crate::{codes::Fault, protocol::Usage};

/// What a server would not take. Asked otherwise, the same question may go well.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The way the shape of the answer was given.
    ResponseFormat,
    /// A keyword of the JSON Schema.
    SchemaKeyword(String),
    /// The name of the limit of the answer.
    TokenParameter,
    /// The limit itself: this is the highest.
    TokensAbove(u32),
    /// A temperature.
    Temperature,
    /// A message of the role `system`.
    SystemRole,
    /// The wish for usage in a stream.
    StreamOptions,
    /// An answer in a stream.
    Stream,
    /// Something else, by name.
    Parameter(String),
}

/// What went wrong with one call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// Nobody listens there.
    Unreachable,
    /// Nothing came, or nothing more.
    Timeout,
    /// Too many requests; with the wait that was asked for, in milliseconds.
    RateLimited(Option<u64>),
    /// The server failed; with the wait that was asked for, in milliseconds.
    ServerError(Option<u64>),
    /// The account has nothing left.
    NoCredit,
    /// The key is not taken.
    KeyRefused,
    /// There is no such model.
    ModelUnknown,
    /// There is no such API at that address.
    UrlWrong,
    /// A part of the request is not taken.
    Refused(Refusal),
    /// The request is not taken, and it is not clear which part.
    RequestRefused,
    /// The question is longer than the model can read.
    ContextOverflow,
    /// The server cut the question short and answered what was left.
    PromptTruncated,
    /// An answer without a word.
    Empty,
    /// All allowed tokens went into reasoning.
    ReasoningOnly,
    /// An answer whose shape was given ended before it was whole, because no more tokens were allowed.
    Truncated,
    /// The model will not do it.
    ContentRefused,
    /// The connection ended before the answer did.
    Cut,
    /// The answer went round in circles.
    Repetition,
    /// What came is no answer at all.
    Unreadable,
}

/// What went wrong with one call, and how that showed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallFault {
    /// What.
    pub kind: Kind,
    /// How it showed, without the key.
    pub detail: String,
    /// What it used all the same, as far as it is known.
    pub usage: Option<Usage>,
}

impl CallFault {
    /// A fault of that kind.
    pub fn new(kind: Kind, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into(), usage: None }
    }
}

/// What is done about a kind of fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recovery {
    /// Calls in all, the first included, before it is given up at this endpoint.
    pub calls_max: u32,
    /// What changes from one call to the next.
    pub change: Change,
    /// Whether another endpoint is asked then.
    pub falls_back: bool,
    /// Whether it counts against the endpoint in its circuit breaker.
    pub counts_as_failure: bool,
    /// The code that a run sees in the end.
    pub code: &'static str,
}

/// What changes from one call to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Only the time.
    Wait,
    /// Nothing; it is asked again at once.
    Nothing,
    /// The words: it is said what is harmless about it.
    Rephrase,
    /// Twice as many tokens are allowed.
    MoreTokens,
    /// More chance, so that it does not go round in circles again.
    Warmer,
}

impl Kind {
    /// What is done about it.
    pub fn recovery(&self) -> Recovery {
        use Change::{MoreTokens, Nothing, Rephrase, Wait, Warmer};
        let row = |calls_max, change, falls_back, counts_as_failure, code| Recovery {
            calls_max,
            change,
            falls_back,
            counts_as_failure,
            code,
        };
        match self {
            Self::Timeout => row(3, Wait, true, true, "model-failed"),
            Self::Unreachable => row(3, Wait, true, true, "model-unreachable"),
            Self::RateLimited(_) => row(3, Wait, true, true, "model-failed"),
            Self::ServerError(_) => row(3, Wait, true, true, "model-failed"),
            Self::Cut => row(2, Nothing, true, true, "model-failed"),
            Self::Unreadable => row(2, Nothing, true, true, "model-failed"),
            Self::Empty => row(2, Nothing, true, true, "model-failed"),
            Self::Repetition => row(2, Warmer, true, false, "model-failed"),
            Self::ReasoningOnly | Self::Truncated => row(2, MoreTokens, true, false, "model-failed"),
            Self::ContentRefused => row(2, Rephrase, true, false, "model-refused"),
            Self::NoCredit => row(1, Nothing, true, false, "model-no-credit"),
            Self::ContextOverflow | Self::PromptTruncated => row(1, Nothing, true, false, "model-context"),
            Self::KeyRefused => row(1, Nothing, false, false, "model-key-refused"),
            Self::ModelUnknown => row(1, Nothing, false, false, "model-unknown"),
            Self::UrlWrong => row(1, Nothing, false, false, "model-unreachable"),
            Self::Refused(_) | Self::RequestRefused => row(1, Nothing, true, false, "model-request-refused"),
        }
    }

    /// The wait a server asked for, in milliseconds.
    pub const fn asked_wait_ms(&self) -> Option<u64> {
        match self {
            Self::RateLimited(wait) | Self::ServerError(wait) => *wait,
            _ => None,
        }
    }
}

impl From<&CallFault> for Fault {
    fn from(fault: &CallFault) -> Self {
        Self::new(fault.kind.recovery().code, fault.detail.clone())
    }
}
