//! A question as the body of a request.

use serde_json::{Map, Value, json};

use super::{
    capabilities::{Capabilities, SystemRole},
    provider::{Structured, TokenParameter},
};
use crate::{ports::ModelCall, protocol::ModelPurpose};

/// What differs from one attempt at a question to the next.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Variation {
    /// Whether it is said again, in other words, what is harmless about it.
    pub rephrased: bool,
    /// How often the limit of the answer was doubled.
    pub doublings: u32,
    /// What is added to the temperature.
    pub warmer: f64,
}

/// How much chance an answer may have, from 0 on.
const fn temperature(purpose: ModelPurpose) -> f64 {
    match purpose {
        ModelPurpose::Clarify => 0.3,
        ModelPurpose::Plan | ModelPurpose::Repair => 0.2,
        ModelPurpose::Build => 0.4,
    }
}

const HARMLESS: &str = "This is about a small browser game for everybody. Names in the plan are names of things in a \
                        cartoon world; leave out or soften whatever you would not draw for children, and go on.";

const GO_ON: &str = "Your answer was cut off. Go on exactly where it ends, beginning with the next character. Do not \
                     repeat anything and do not comment.";

/// The body of the request.
pub fn body(call: &ModelCall, model: &str, known: &Capabilities, variation: Variation) -> Value {
    let mut body = Map::new();
    body.insert("model".into(), model.into());
    body.insert("messages".into(), messages(call, known, variation));
    let limit = tokens_out(call, known, variation);
    match known.token_parameter {
        TokenParameter::MaxTokens => drop(body.insert("max_tokens".into(), limit.into())),
        TokenParameter::MaxCompletionTokens => drop(body.insert("max_completion_tokens".into(), limit.into())),
        TokenParameter::None => {}
    }
    if known.temperature {
        body.insert("temperature".into(), json!(temperature(call.purpose) + variation.warmer));
    }
    body.insert("stream".into(), known.stream.into());
    if known.stream && known.usage_in_stream {
        body.insert("stream_options".into(), json!({"include_usage": true}));
    }
    if let Some(format) = call.schema.as_ref().and_then(|schema| response_format(call.purpose, schema, known)) {
        body.insert("response_format".into(), format);
    }
    Value::Object(body)
}

/// The most that the answer to this attempt may have, in tokens.
pub fn tokens_out(call: &ModelCall, known: &Capabilities, variation: Variation) -> u32 {
    let wanted = call.tokens_out_max.saturating_mul(1 << variation.doublings.min(4));
    known.tokens_cap.map_or(wanted, |cap| wanted.min(cap))
}

/// One leading message of the system, then user and assistant in turn.
fn messages(call: &ModelCall, known: &Capabilities, variation: Variation) -> Value {
    let mut user = call.user.trim_end().to_owned();
    if variation.rephrased {
        user = format!("{user}\n\n{HARMLESS}");
    }
    // Servers that answer in JSON refuse questions without the word.
    if call.schema.is_some() && !user.contains("JSON") && !call.system.contains("JSON") {
        user.push_str("\n\nAnswer in JSON.");
    }
    let mut messages = Vec::new();
    match known.system {
        SystemRole::System => messages.push(json!({"role": "system", "content": call.system.trim_end()})),
        SystemRole::InUser => user = format!("{}\n\n{user}", call.system.trim_end()),
    }
    messages.push(json!({"role": "user", "content": user}));
    if let Some(begun) = &call.begun {
        messages.push(json!({"role": "assistant", "content": begun}));
        messages.push(json!({"role": "user", "content": GO_ON}));
    }
    Value::Array(messages)
}

fn response_format(purpose: ModelPurpose, schema: &Value, known: &Capabilities) -> Option<Value> {
    match known.structured {
        Structured::JsonSchema => {
            let schema = reduced(schema, known);
            let strict = !known.schema_without.contains("additionalProperties");
            let format = json!({"name": purpose.name(), "strict": strict, "schema": schema});
            Some(json!({"type": "json_schema", "json_schema": format}))
        }
        Structured::JsonObject => Some(json!({"type": "json_object"})),
        Structured::PromptOnly => None,
    }
}

/// The schema in the dialect that all servers share, without the keywords this one refuses: lengths, patterns
/// and counts are checked when the answer is read, not by the server.
fn reduced(schema: &Value, known: &Capabilities) -> Value {
    const NEVER: &[&str] = &[
        "$schema",
        "title",
        "pattern",
        "format",
        "minLength",
        "maxLength",
        "minItems",
        "maxItems",
        "minimum",
        "maximum",
        "default",
    ];
    match schema {
        Value::Object(fields) => fields
            .iter()
            .filter(|(name, value)| {
                // A property may have the name of a keyword; a keyword's value is never an object with a type.
                let property = value.get("type").is_some() || value.get("enum").is_some();
                property || !(NEVER.contains(&name.as_str()) || known.schema_without.contains(*name))
            })
            .map(|(name, value)| (name.clone(), reduced(value, known)))
            .collect::<Map<_, _>>()
            .into(),
        Value::Array(list) => list.iter().map(|value| reduced(value, known)).collect(),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drivers::models::provider::providers;

    fn call() -> ModelCall {
        ModelCall {
            purpose: ModelPurpose::Plan,
            model: "openai".into(),
            system: "Be a designer.".into(),
            user: "Plan it.".into(),
            begun: None,
            schema: Some(json!({
                "$schema": "x", "type": "object", "additionalProperties": false, "required": ["title"],
                "properties": {"title": {"type": "string", "maxLength": 5}}
            })),
            tokens_out_max: 1_000,
        }
    }

    #[test]
    fn the_body_follows_what_is_known() {
        let mut known = Capabilities::of(&providers()[0]);
        let asked = body(&call(), "gpt-x", &known, Variation::default());
        assert_eq!(asked["max_completion_tokens"], 1_000);
        assert_eq!(asked.get("temperature"), None);
        assert_eq!(asked["stream_options"]["include_usage"], true);
        let schema = &asked["response_format"]["json_schema"]["schema"];
        assert_eq!(
            *schema,
            json!({
                "type": "object", "additionalProperties": false, "required": ["title"], "properties": {"title": {"type": "string"}}
            })
        );
        assert_eq!(asked["messages"][0]["role"], "system");
        assert!(asked["messages"][1]["content"].as_str().unwrap().contains("JSON"));

        known.system = SystemRole::InUser;
        known.structured = Structured::PromptOnly;
        known.temperature = true;
        known.token_parameter = TokenParameter::MaxTokens;
        known.tokens_cap = Some(1_500);
        let variation = Variation { rephrased: true, doublings: 1, warmer: 0.5 };
        let asked = body(&call(), "gpt-x", &known, variation);
        assert_eq!(asked["max_tokens"], 1_500);
        assert_eq!(asked["temperature"], 0.7);
        assert_eq!(asked.get("response_format"), None);
        assert_eq!(asked["messages"].as_array().unwrap().len(), 1);
        let said = asked["messages"][0]["content"].as_str().unwrap();
        assert!(said.starts_with("Be a designer.") && said.contains("cartoon"));
    }

    #[test]
    fn a_continuation_keeps_the_roles_in_turn() {
        let call = ModelCall { begun: Some("=== FILE".into()), schema: None, ..call() };
        let asked = body(&call, "m", &Capabilities::of(&providers()[0]), Variation::default());
        let roles: Vec<_> = asked["messages"].as_array().unwrap().iter().map(|one| one["role"].clone()).collect();
        assert_eq!(roles, ["system", "user", "assistant", "user"]);
    }
}
