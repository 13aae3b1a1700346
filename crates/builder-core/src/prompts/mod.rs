//! Typed values to text for a model, and a model's text to typed values. A prompt is a file under `prompts/`.

mod reply;

use std::collections::BTreeMap;

use minijinja::{Environment, UndefinedBehavior, Value, context, syntax::SyntaxConfig, value::Serde};
use thiserror::Error;

pub use reply::{Unreadable, read_files};

use crate::{
    game::{Finding, GamePlan, digest},
    ports::ModelCall,
    protocol::ModelPurpose,
};

const FILES: &[(&str, &str)] = &[
    ("builder_system.md", include_str!("../../prompts/builder_system.md")),
    ("builder_user.md", include_str!("../../prompts/builder_user.md")),
    ("repair_user.md", include_str!("../../prompts/repair_user.md")),
];

/// The prompt files in use: those compiled in, or an author's own in their place.
#[derive(Debug, Clone, Default)]
pub struct Prompts {
    replaced: BTreeMap<String, String>,
}

/// A prompt that cannot be made.
#[derive(Debug, Error)]
#[error("prompt {name}: {source}")]
pub struct PromptError {
    name: String,
    source: minijinja::Error,
}

impl Prompts {
    /// The prompts compiled in, with these files in the place of those of the same name.
    pub fn with(replaced: BTreeMap<String, String>) -> Self {
        Self { replaced }
    }

    /// The first 12 hex digits of each file's SHA-256.
    pub fn hashes(&self) -> BTreeMap<String, String> {
        FILES.iter().map(|(name, _)| ((*name).to_owned(), digest(self.file(name))[..12].to_owned())).collect()
    }

    /// What a model is asked for a build, or for a repair of `last` with its findings.
    ///
    /// # Errors
    /// When a prompt file is not a valid template.
    pub fn build_call(
        &self,
        purpose: ModelPurpose,
        model: &str,
        plan: &GamePlan,
        last: Option<(&crate::game::GameFolder, &[Finding])>,
    ) -> Result<ModelCall, PromptError> {
        let user = match purpose {
            ModelPurpose::Repair => "repair_user.md",
            _ => "builder_user.md",
        };
        let files: BTreeMap<&str, &str> = last
            .iter()
            .flat_map(|(folder, _)| folder.files.keys())
            .filter_map(|name| last.and_then(|(folder, _)| folder.text(name)).map(|text| (name.as_str(), text)))
            .collect();
        let values = context! {
            plan => serde_json::to_string_pretty(plan).unwrap_or_default(),
            title => plan.game_title.as_str(),
            files => Value::from(Serde(files)),
            findings => Value::from(Serde(last.map(|(_, findings)| findings).unwrap_or_default())),
        };
        Ok(ModelCall {
            purpose,
            model: model.to_owned(),
            system: self.render("builder_system.md", &values)?,
            user: self.render(user, &values)?,
            begun: None,
            schema: None,
            tokens_out_max: 16_000,
        })
    }

    fn file(&self, name: &str) -> &str {
        let compiled = || FILES.iter().find(|(known, _)| *known == name).map_or("", |(_, text)| *text);
        self.replaced.get(name).map_or_else(compiled, String::as_str)
    }

    fn render(&self, name: &str, values: &Value) -> Result<String, PromptError> {
        let fault = |source| PromptError { name: name.to_owned(), source };
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_syntax(SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build().map_err(fault)?);
        environment.set_auto_escape_callback(|_| minijinja::AutoEscape::None);
        environment.add_template(name, self.file(name)).map_err(fault)?;
        environment.get_template(name).and_then(|template| template.render(values)).map_err(fault)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_known_by_twelve_digits_and_a_replaced_one_by_others() {
        let own = Prompts::with([("builder_user.md".to_owned(), "Build {{ title }}.".to_owned())].into());
        let (ours, theirs) = (Prompts::default().hashes(), own.hashes());
        assert_eq!(ours.len(), FILES.len());
        assert!(ours.values().all(|hash| hash.len() == 12));
        assert_ne!(ours["builder_user.md"], theirs["builder_user.md"]);
        assert_eq!(ours["builder_system.md"], theirs["builder_system.md"]);
    }
}
