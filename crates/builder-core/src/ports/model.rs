use async_trait::async_trait;
use serde_json::Value;
use thiserror::Error;

use crate::{
    codes::Fault,
    protocol::{ModelPurpose, Usage},
};

/// One question to a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelCall {
    /// What for.
    pub purpose: ModelPurpose,
    /// The model's name, as the author gave it.
    pub model: String,
    /// What it is told to be.
    pub system: String,
    /// What it is asked.
    pub user: String,
    /// What an earlier reply to this question began and was cut off in; only the rest is asked for.
    pub begun: Option<String>,
    /// The shape of the answer when it is to be JSON; none for free text.
    pub schema: Option<Value>,
    /// The most it may answer, in tokens.
    pub tokens_out_max: u32,
}

impl ModelCall {
    /// Tokens the question is estimated to be.
    pub fn tokens_in(&self) -> u64 {
        let texts = [Some(&self.system), Some(&self.user), self.begun.as_ref()];
        texts.into_iter().flatten().map(|text| crate::protocol::estimate_tokens(text)).sum()
    }
}

/// What a model answered.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ModelReply {
    /// The text.
    pub text: String,
    /// Whether the answer ended because no more tokens were allowed.
    pub cut_off: bool,
    /// What all attempts at it used; none when nothing is known.
    pub usage: Option<Usage>,
    /// The provider and model that answered, such as `openai:gpt-5.1`; none when it is the one that was asked.
    pub answered_by: Option<String>,
    /// What was odd about the way here, in sentences for people.
    pub notes: Vec<String>,
}

impl ModelReply {
    /// A reply of this text about which nothing else is known.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}

/// No answer came, though some of it may have been paid for.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{fault}")]
pub struct ModelFault {
    /// Why.
    pub fault: Fault,
    /// What the attempts used, as far as it is known.
    pub usage: Option<Usage>,
}

impl From<Fault> for ModelFault {
    fn from(fault: Fault) -> Self {
        Self { fault, usage: None }
    }
}

/// A language model.
#[async_trait]
pub trait LanguageModel: Send + Sync {
    /// Asks; retries are the implementation's own business.
    ///
    /// # Errors
    /// `model-failed` when it may answer another time; another code of a model when it never will like this.
    async fn complete(&self, call: &ModelCall) -> Result<ModelReply, ModelFault>;
}
