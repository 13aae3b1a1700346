//! What an endpoint can do, and what is learned of it from its refusals.

use std::collections::BTreeSet;

use super::{
    faults::Refusal,
    provider::{Provider, Structured, TokenParameter},
};

/// Where the words about what the model is to be go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SystemRole {
    /// In a message of the role `system`.
    System,
    /// At the head of the first message of the role `user`.
    InUser,
}

/// How one endpoint wants to be asked for one model. Kept for the life of the process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Capabilities {
    /// How it is told the shape of an answer.
    pub structured: Structured,
    /// What it calls the limit of an answer.
    pub token_parameter: TokenParameter,
    /// The highest limit it takes; none when none was met.
    pub tokens_cap: Option<u32>,
    /// Whether it takes a temperature.
    pub temperature: bool,
    /// Where it takes words about what it is to be.
    pub system: SystemRole,
    /// Whether answers come in a stream.
    pub stream: bool,
    /// Whether it takes the wish for usage at the end of a stream.
    pub usage_in_stream: bool,
    /// Keywords of JSON Schema it refuses.
    pub schema_without: BTreeSet<String>,
}

impl Capabilities {
    /// What is known of a provider before anything was sent.
    pub fn of(provider: &Provider) -> Self {
        Self {
            structured: provider.structured,
            token_parameter: provider.token_parameter,
            tokens_cap: None,
            temperature: provider.temperature,
            system: SystemRole::System,
            stream: true,
            usage_in_stream: provider.usage_in_stream,
            schema_without: provider.schema_without.clone(),
        }
    }

    /// What to do otherwise after a refusal; none when nothing can be done.
    pub fn after(&self, refusal: &Refusal) -> Option<Self> {
        let mut next = self.clone();
        match refusal {
            Refusal::ResponseFormat => next.structured = weaker(self.structured)?,
            Refusal::SchemaKeyword(keyword) => {
                if self.structured != Structured::JsonSchema {
                    return None;
                }
                // The same keyword again means that leaving it out did not help.
                if !next.schema_without.insert(keyword.clone()) {
                    next.structured = weaker(self.structured)?;
                }
            }
            Refusal::TokenParameter => {
                next.token_parameter = match self.token_parameter {
                    TokenParameter::MaxTokens => TokenParameter::MaxCompletionTokens,
                    TokenParameter::MaxCompletionTokens => TokenParameter::MaxTokens,
                    TokenParameter::None => return None,
                }
            }
            Refusal::TokensAbove(cap) => next.tokens_cap = Some(*cap),
            Refusal::Temperature => next.temperature = false,
            Refusal::SystemRole => next.system = SystemRole::InUser,
            Refusal::StreamOptions => next.usage_in_stream = false,
            Refusal::Stream => next.stream = false,
            Refusal::Parameter(_) => return None,
        }
        (next != *self).then_some(next)
    }
}

const fn weaker(structured: Structured) -> Option<Structured> {
    match structured {
        Structured::JsonSchema => Some(Structured::JsonObject),
        Structured::JsonObject => Some(Structured::PromptOnly),
        Structured::PromptOnly => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drivers::models::provider::providers;

    #[test]
    fn each_refusal_changes_one_thing_and_the_ladder_has_an_end() {
        let mut known = Capabilities::of(&providers()[0]);
        for wanted in [Structured::JsonObject, Structured::PromptOnly] {
            known = known.after(&Refusal::ResponseFormat).unwrap();
            assert_eq!(known.structured, wanted);
        }
        assert_eq!(known.after(&Refusal::ResponseFormat), None);
        assert_eq!(known.after(&Refusal::Temperature), None, "it was not sent in the first place");
        assert_eq!(known.after(&Refusal::TokensAbove(16_384)).unwrap().tokens_cap, Some(16_384));
        assert_eq!(known.after(&Refusal::SystemRole).unwrap().system, SystemRole::InUser);
        assert_eq!(known.after(&Refusal::Parameter("logit_bias".into())), None);
    }

    #[test]
    fn a_keyword_refused_twice_ends_the_schema() {
        let known = Capabilities::of(&providers()[0]);
        let without = known.after(&Refusal::SchemaKeyword("minItems".into())).unwrap();
        assert_eq!(without.structured, Structured::JsonSchema);
        assert_eq!(
            without.after(&Refusal::SchemaKeyword("minItems".into())).unwrap().structured,
            Structured::JsonObject
        );
    }
}
