//! Typed values to text for a model, and a model's text to typed values. A prompt is a file under `prompts/`.

mod answers;
mod edits;
mod fit;
mod json;
mod reply;

use std::collections::BTreeMap;

use minijinja::{Environment, UndefinedBehavior, Value, context, syntax::SyntaxConfig, value::Serde};
use thiserror::Error;

pub use answers::{
    ClarifyAnswer, ControlAnswer, EntityAnswer, MechanicAnswer, OpenAnswer, PlanAnswer, read_answer, schema_of,
};
pub use edits::{EditProblem, apply as apply_edits};
pub use json::{Flag, read_json};
pub use reply::{Unreadable, begun, joined, read_files, read_repair};

use crate::{
    game::{ClarificationResult, Complexity, Finding, GameFiles, GamePlan, Requirements, digest},
    ports::ModelCall,
    protocol::{ModelPurpose, estimate_tokens},
};

const FILES: &[(&str, &str)] = &[
    ("builder_system.md", include_str!("../../prompts/builder_system.md")),
    ("builder_user.md", include_str!("../../prompts/builder_user.md")),
    ("clarify_system.md", include_str!("../../prompts/clarify_system.md")),
    ("clarify_user.md", include_str!("../../prompts/clarify_user.md")),
    ("plan_system.md", include_str!("../../prompts/plan_system.md")),
    ("plan_user.md", include_str!("../../prompts/plan_user.md")),
    ("repair_user.md", include_str!("../../prompts/repair_user.md")),
];

/// Files from this size on are repaired by changes instead of being written anew, in bytes.
pub const EDITED_FROM: usize = 12_000;

/// The most that an answer in JSON may have, in tokens: reasoning needs room besides.
const JSON_TOKENS_MAX: u32 = 4_000;

/// A build that did not pass, and what was found in it.
#[derive(Debug, Clone, Copy)]
pub struct LastBuild<'a> {
    /// Its files.
    pub files: &'a GameFiles,
    /// What was found.
    pub findings: &'a [Finding],
}

/// What is said about a question besides the question.
#[derive(Debug, Clone, Copy, Default)]
pub struct Asking<'a> {
    /// The model's name.
    pub model: &'a str,
    /// What was wrong with the last answer.
    pub complaint: Option<&'a str>,
}

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

    /// What a model is asked about an idea, of which `known` is known already.
    ///
    /// # Errors
    /// When a prompt file is not a valid template.
    pub fn clarify_call(&self, asking: Asking<'_>, idea: &str, known: &Requirements) -> Result<ModelCall, PromptError> {
        let open: Vec<&str> = known.missing().map(|dimension| dimension.name()).collect();
        let values = context! { idea, known => named(known), open, complaint => asking.complaint };
        let schema = Some(schema_of::<ClarifyAnswer>());
        let call = self.call(ModelPurpose::Clarify, asking.model, &values, JSON_TOKENS_MAX)?;
        Ok(ModelCall { schema, ..call })
    }

    /// What a model is asked for a plan.
    ///
    /// # Errors
    /// When a prompt file is not a valid template.
    pub fn plan_call(
        &self,
        asking: Asking<'_>,
        idea: &str,
        clarified: &ClarificationResult,
    ) -> Result<ModelCall, PromptError> {
        let values = context! { idea, wanted => named(&clarified.resolved), complaint => asking.complaint };
        let schema = Some(schema_of::<PlanAnswer>());
        let call = self.call(ModelPurpose::Plan, asking.model, &values, JSON_TOKENS_MAX)?;
        Ok(ModelCall { schema, ..call })
    }

    /// What a model is asked for a build.
    ///
    /// # Errors
    /// When a prompt file is not a valid template.
    pub fn build_call(
        &self,
        asking: Asking<'_>,
        plan: &GamePlan,
        complexity: Option<&Complexity>,
    ) -> Result<ModelCall, PromptError> {
        let values = context! {
            plan => serde_json::to_string_pretty(plan).unwrap_or_default(),
            title => plan.game_title.as_str(),
            complaint => asking.complaint,
        };
        let expected = complexity.map_or(8_000, |known| known.estimated_builder_tokens);
        let room = u32::try_from(expected.saturating_mul(2)).unwrap_or(u32::MAX).clamp(8_000, 24_000);
        self.call(ModelPurpose::Build, asking.model, &values, room)
    }

    /// What a model is asked for a repair. Long files are to be changed and short ones written anew; after an
    /// answer that could not be used, all of them are.
    ///
    /// # Errors
    /// When a prompt file is not a valid template.
    pub fn repair_call(
        &self,
        asking: Asking<'_>,
        plan: &GamePlan,
        last: LastBuild<'_>,
    ) -> Result<ModelCall, PromptError> {
        let files = last.files;
        let files = [("index.html", &files.index_html), ("style.css", &files.style_css), ("game.js", &files.game_js)];
        let long = |text: &str| asking.complaint.is_none() && text.len() >= EDITED_FROM;
        let edits: Vec<&str> = files.iter().filter(|(_, text)| long(text)).map(|(name, _)| *name).collect();
        let written: u64 = files.iter().filter(|(_, text)| !long(text)).map(|(_, text)| estimate_tokens(text)).sum();
        let findings: Vec<_> = last.findings.iter().map(told).collect();
        let values = context! {
            plan => serde_json::to_string_pretty(plan).unwrap_or_default(),
            title => plan.game_title.as_str(),
            files => Value::from(Serde(files.into_iter().collect::<BTreeMap<_, _>>())),
            findings => Value::from(Serde(findings)),
            edits,
            complaint => asking.complaint,
        };
        let room = u32::try_from(written + written / 2 + 3_000).unwrap_or(u32::MAX).min(24_000);
        self.call(ModelPurpose::Repair, asking.model, &values, room)
    }

    fn call(
        &self,
        purpose: ModelPurpose,
        model: &str,
        values: &Value,
        tokens_out_max: u32,
    ) -> Result<ModelCall, PromptError> {
        let (system, user) = match purpose {
            ModelPurpose::Clarify => ("clarify_system.md", "clarify_user.md"),
            ModelPurpose::Plan => ("plan_system.md", "plan_user.md"),
            ModelPurpose::Build => ("builder_system.md", "builder_user.md"),
            ModelPurpose::Repair => ("builder_system.md", "repair_user.md"),
        };
        Ok(ModelCall {
            purpose,
            model: model.to_owned(),
            system: self.render(system, values)?,
            user: self.render(user, values)?,
            begun: None,
            schema: None,
            tokens_out_max,
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

/// What is known, by the names of the dimensions.
fn named(known: &Requirements) -> Value {
    let named: BTreeMap<&str, &str> =
        known.dimensions.iter().map(|(dimension, filled)| (dimension.name(), filled.value.as_str())).collect();
    Value::from(Serde(named))
}

/// A finding as a model is told of it: with its evidence on one line, if that is short enough to help.
fn told(finding: &Finding) -> serde_json::Value {
    let mut told = serde_json::to_value(finding).unwrap_or_default();
    let evidence = told.get("evidence").filter(|value| value.as_object().is_some_and(|fields| !fields.is_empty()));
    let evidence = evidence.map(ToString::to_string).filter(|text| text.len() <= 600).unwrap_or_default();
    told["evidence"] = evidence.into();
    told
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
