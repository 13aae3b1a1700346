use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::model::Usage;

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
    /// Times a reply that was cut off is continued before it counts as one without a game.
    pub continuations_max: u32,
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
        continuations_max: 2,
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
    /// Tokens written by models, those of reasoning included.
    pub tokens_out: u64,
    /// Tokens of reasoning.
    #[serde(default)]
    pub tokens_reasoning: u64,
    /// What models cost, as far as it is known, in millionths of a US dollar.
    #[serde(default)]
    pub cost_microusd: u64,
    /// Calls whose price is unknown.
    #[serde(default)]
    pub unpriced_calls: u32,
}

impl Spend {
    /// Tokens in and out.
    pub const fn tokens(&self) -> u64 {
        self.tokens_in.saturating_add(self.tokens_out)
    }

    /// Tokens that count against a budget: reasoning has an allowance of its own, as large as the budget.
    pub const fn counted(&self, budget: u64) -> u64 {
        let free = if self.tokens_reasoning < budget { self.tokens_reasoning } else { budget };
        self.tokens().saturating_sub(free)
    }

    /// What everything cost in US dollars; none when one price is unknown.
    pub fn cost_usd(&self) -> Option<f64> {
        (self.unpriced_calls == 0).then(|| self.cost_microusd as f64 / 1e6)
    }

    /// Takes in a call.
    pub fn add(&mut self, usage: Option<Usage>) {
        self.model_calls += 1;
        let usage = usage.unwrap_or_default();
        self.tokens_in = self.tokens_in.saturating_add(usage.tokens_in);
        self.tokens_out = self.tokens_out.saturating_add(usage.tokens_out);
        self.tokens_reasoning = self.tokens_reasoning.saturating_add(usage.tokens_reasoning);
        match usage.cost_microusd {
            Some(cost) => self.cost_microusd = self.cost_microusd.saturating_add(cost),
            None => self.unpriced_calls += 1,
        }
    }
}
