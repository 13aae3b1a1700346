use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The most a run may use of everything that costs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Rounds of questions to the author.
    pub question_rounds_max: u32,
    /// Confidence from which nothing more is asked, 0 to 1.
    pub confidence_min: f64,
    /// Builds again because of the critic.
    pub critic_rebuilds_max: u32,
    /// Builds again because a build failed when it was played, or could not be built.
    pub retries_max: u32,
    /// Model replies in a row that hold no game before the run falls back.
    pub unreadable_replies_max: u32,
    /// Faults of the world in a row on one effect.
    pub faults_max: u32,
    /// Tokens of models, in and out.
    pub tokens_max: u64,
    /// Time from start to end, pauses between resumes not counted, in milliseconds.
    pub wall_clock_ms_max: u64,
}

impl Limits {
    /// What a run may use when nobody says otherwise.
    pub const DEFAULT: Self = Self {
        question_rounds_max: 3,
        confidence_min: 0.75,
        critic_rebuilds_max: 1,
        retries_max: 2,
        unreadable_replies_max: 3,
        faults_max: 2,
        tokens_max: 70_000,
        wall_clock_ms_max: 600_000,
    };

    /// The most builds any run can have: first, by the critic, by retries, and each of them once more after
    /// falling back.
    pub const fn builds_max(&self) -> u32 {
        2 * (1 + self.critic_rebuilds_max + self.retries_max)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

const _: () = assert!(
    1 <= Limits::DEFAULT.retries_max && 1 <= Limits::DEFAULT.faults_max,
    "a run needs room for at least one repair and one fault"
);

/// What a run has used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spend {
    /// Calls to models.
    pub model_calls: u32,
    /// Tokens read by models.
    pub tokens_in: u64,
    /// Tokens written by models.
    pub tokens_out: u64,
}

impl Spend {
    /// Tokens in and out.
    pub const fn tokens(&self) -> u64 {
        self.tokens_in.saturating_add(self.tokens_out)
    }
}
