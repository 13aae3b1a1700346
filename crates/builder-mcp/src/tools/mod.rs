//! What an assistant can do, a file a family, and their table.

mod build;
mod judge;
mod look;
mod status;

use std::{future::Future, pin::Pin};

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

pub use status::describe;

use crate::{Server, answer::ToolError};

/// Whoever waits for a call, where they want to be told of progress.
#[async_trait]
pub trait Progress: Send + Sync {
    /// Tells how far it is; `done` grows from call to call.
    async fn tell(&self, done: f64, message: String);
}

/// What a call comes to: an object, told as structured content and as text.
pub type ToolAnswer = Result<Value, ToolError>;

/// A call under way.
pub type Calling<'a> = Pin<Box<dyn Future<Output = ToolAnswer> + Send + 'a>>;

/// A tool.
pub struct Tool {
    /// Its name.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What a model is told of it.
    pub description: &'static str,
    /// JSON Schema of its arguments.
    pub input: fn() -> Map<String, Value>,
    /// Whether it changes nothing that lasts.
    pub read_only: bool,
    /// Whether it may ask the model that is configured, and so reach beyond this machine.
    pub may_ask_model: bool,
    /// Does it.
    pub call: for<'a> fn(&'a Server, Map<String, Value>, &'a dyn Progress) -> Calling<'a>,
}

/// All tools, in the order in which they are usually called.
pub const ALL: &[Tool] = &[
    build::BUILD_GAME,
    build::BUILD_STATUS,
    build::CANCEL_BUILD,
    build::RESUME_BUILD,
    look::LIST_BUILDS,
    look::GET_BUILD_FILES,
    judge::VALIDATE_GAME,
    judge::CRITIQUE_GAME,
    look::EXPLAIN_CODE,
];

/// The tool of that name.
pub fn find(name: &str) -> Option<&'static Tool> {
    ALL.iter().find(|tool| tool.name == name)
}

/// The schema of a tool's arguments, without what says nothing to a model.
fn input<T: JsonSchema>() -> Map<String, Value> {
    let mut schema = schemars::schema_for!(T).to_value();
    match schema.as_object_mut() {
        Some(fields) => {
            fields.remove("$schema");
            fields.remove("title");
            fields.remove("description");
            std::mem::take(fields)
        }
        None => Map::new(),
    }
}

/// A tool's arguments, checked.
fn arguments<T: DeserializeOwned>(given: Map<String, Value>) -> Result<T, ToolError> {
    serde_json::from_value(Value::Object(given)).map_err(|error| ToolError::arguments(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tool_is_described_and_closed_against_unknown_arguments() {
        let mut names: Vec<&str> = ALL.iter().map(|tool| tool.name).collect();
        for tool in ALL {
            let schema = (tool.input)();
            assert_eq!(schema["type"], "object", "{}", tool.name);
            assert_eq!(schema["additionalProperties"], false, "{}", tool.name);
            for (name, field) in schema["properties"].as_object().unwrap() {
                assert!(field["description"].is_string(), "{} {name} is not described", tool.name);
            }
            assert!(tool.description.len() > 40, "{}", tool.name);
        }
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), ALL.len());
    }
}
