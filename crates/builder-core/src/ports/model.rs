use async_trait::async_trait;

use crate::{
    codes::Fault,
    protocol::{ModelPurpose, Usage},
};

/// One question to a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelCall {
    /// What for.
    pub purpose: ModelPurpose,
    /// The model's name.
    pub model: String,
    /// What it is told to be.
    pub system: String,
    /// What it is asked.
    pub user: String,
    /// The most it may answer, in tokens.
    pub tokens_out_max: u32,
}

/// What a model answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelReply {
    /// The text.
    pub text: String,
    /// What it used; none when the server does not say.
    pub usage: Option<Usage>,
}

/// A language model.
#[async_trait]
pub trait LanguageModel: Send + Sync {
    /// Asks once; retries are the implementation's own business.
    ///
    /// # Errors
    /// `model-failed` when it may answer another time, `model-unavailable` when it never will.
    async fn complete(&self, call: &ModelCall) -> Result<ModelReply, Fault>;
}
