//! What models are asked for as JSON: the shapes, their schemas, and how they become what a run goes by.

use schemars::{JsonSchema, generate::SchemaSettings};
use serde::Deserialize;
use serde_json::Value;

use super::{
    fit::fit,
    json::{Flag, read_json},
};
use crate::{
    game::{
        ControlScheme, Dimension, Entity, EntityRole, GamePlan, GameStateModel, Mechanic, Requirements, ScoringSpec,
        Suggestion,
    },
    source::right_key_name,
};

/// What an idea says and leaves open, as a model reads it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct ClarifyAnswer {
    /// Two or three sentences on what would make this idea fun.
    pub aim: String,
    /// One entry for each open thing.
    pub open: Vec<OpenAnswer>,
}

/// One thing that the idea leaves open.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct OpenAnswer {
    /// Which.
    pub dimension: Dimension,
    /// The words of the idea that settle it, copied exactly; empty when there are none.
    pub quote: String,
    /// What fits this idea best.
    pub value: String,
    /// Why that.
    pub why: String,
    /// A question to the author about it.
    pub question: String,
    /// Two to four answers to choose from.
    pub choices: Vec<String>,
}

/// A design, as a model makes it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct PlanAnswer {
    /// Two or three sentences on what the player feels and why.
    pub aim: String,
    /// The title on the start screen.
    pub title: String,
    /// What the game is, in two or three sentences.
    pub concept: String,
    /// What the player does and what the world does back.
    pub mechanics: Vec<MechanicAnswer>,
    /// Every input and what it does.
    pub controls: Vec<ControlAnswer>,
    /// Everything that takes part, the player first.
    pub entities: Vec<EntityAnswer>,
    /// What follows when they meet.
    pub relationships: Vec<String>,
    /// The states of the game, the one at load first.
    pub states: Vec<String>,
    /// What leads from one to another, such as `menu -> playing: Enter`.
    pub transitions: Vec<String>,
    /// Input that starts play, as in `controls`.
    pub start: String,
    /// Input that starts again after the end.
    pub restart: String,
    /// What earns points; empty when there is no score.
    pub scoring: String,
    /// When it is won; empty when it cannot be.
    pub win: String,
    /// When it is lost; empty when it cannot be.
    pub lose: String,
    /// How it gets harder.
    pub difficulty: String,
    /// How it looks, in a few words.
    pub style: String,
    /// Four to six colours as `#rrggbb`.
    pub palette: Vec<String>,
    /// Sentences that a play-test can decide.
    pub checks: Vec<String>,
}

/// A rule of play.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct MechanicAnswer {
    /// A short name.
    pub name: String,
    /// What it does.
    pub description: String,
}

/// An input and what it does.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct ControlAnswer {
    /// A value of `KeyboardEvent.code`, or `Mouse` or `Touch`.
    pub input: String,
    /// What it does.
    pub action: String,
}

/// Something that takes part.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct EntityAnswer {
    /// Its name in the theme.
    pub name: String,
    /// What it is to the player.
    pub role: EntityRole,
    /// What it looks like and does.
    pub description: String,
}

/// The JSON Schema of a type in the form that every provider takes: nothing by reference, every field required.
pub fn schema_of<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::default().with(|settings| settings.inline_subschemas = true);
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    close(&mut schema);
    schema
}

fn close(schema: &mut Value) {
    // Words with a description each are written as a choice of constants; a plain list says the same.
    if let Some(choices) = schema.get("oneOf").and_then(Value::as_array)
        && let Some(words) = choices.iter().map(|one| one.get("const").cloned()).collect::<Option<Vec<_>>>()
    {
        *schema = serde_json::json!({"type": "string", "enum": words});
        return;
    }
    match schema {
        Value::Object(fields) => {
            if let Some(properties) = fields.get("properties").and_then(Value::as_object) {
                let names: Vec<Value> = properties.keys().map(|name| name.clone().into()).collect();
                let required =
                    fields.get("required").and_then(Value::as_array).filter(|known| known.len() == names.len());
                let required = required.cloned().unwrap_or(names);
                fields.insert("required".into(), Value::Array(required));
                fields.insert("additionalProperties".into(), false.into());
            }
            fields.remove("$schema");
            // A property may be called title; the keyword of that name is a text.
            if fields.get("title").is_some_and(Value::is_string) {
                fields.remove("title");
            }
            fields.values_mut().for_each(close);
        }
        Value::Array(list) => list.iter_mut().for_each(close),
        _ => {}
    }
}

/// Reads an answer of that type out of a reply, whatever stands around it.
///
/// # Errors
/// What is wrong with the best candidate, in words for whoever wrote it.
pub fn read_answer<T: JsonSchema + for<'de> Deserialize<'de>>(reply: &str) -> Result<(T, Vec<Flag>), String> {
    let schema = schema_of::<T>();
    let mut complaint = None;
    for (value, mut flags) in read_json(reply) {
        match fit(value, &schema, &mut flags) {
            Ok(value) => match serde_json::from_value(value) {
                Ok(answer) => return Ok((answer, flags)),
                Err(error) => drop(complaint.get_or_insert(error.to_string())),
            },
            Err(wrong) => drop(complaint.get_or_insert(wrong)),
        }
    }
    Err(complaint.unwrap_or_else(|| "there is no JSON object in the answer".to_owned()))
}

const TEXT_CHARS_MAX: usize = 400;
const LIST_MAX: usize = 16;

/// A text without control characters, on one line and not longer than a few sentences.
fn tidy(text: &str) -> String {
    let plain: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(TEXT_CHARS_MAX).collect()
}

fn tidy_list(list: &[String]) -> Vec<String> {
    list.iter().map(|text| tidy(text)).filter(|text| !text.is_empty()).take(LIST_MAX).collect()
}

impl ClarifyAnswer {
    /// One suggestion for each dimension that is open; what says nothing, what is not open, and what only repeats the
    /// example in the question `asked` is left out. A quote counts only if the idea has these words.
    ///
    /// # Errors
    /// When nothing is left.
    pub fn suggestions(&self, asked: &str, idea: &str, known: &Requirements) -> Result<Vec<Suggestion>, String> {
        let lower = tidy(idea).to_lowercase();
        let mut suggestions: Vec<Suggestion> = Vec::new();
        for answer in &self.open {
            let (value, quote) = (tidy(&answer.value), tidy(&answer.quote));
            let echoed = asked.contains(&format!("\"{value}\"")) && !lower.contains(&value.to_lowercase());
            let taken = suggestions.iter().any(|one| one.dimension == answer.dimension);
            if value.is_empty() || echoed || taken || known.get(answer.dimension).is_some() {
                continue;
            }
            suggestions.push(Suggestion {
                dimension: answer.dimension,
                value: value.chars().take(200).collect(),
                why: tidy(&answer.why),
                said: quote.chars().count() >= 4 && lower.contains(&quote.to_lowercase()),
                question: tidy(&answer.question),
                choices: tidy_list(&answer.choices).into_iter().take(4).collect(),
            });
        }
        if suggestions.is_empty() {
            Err("open has no entry for a dimension that is open".to_owned())
        } else {
            Ok(suggestions)
        }
    }
}

impl PlanAnswer {
    /// The plan of a run: what the model designed, and for the rest what the rules say.
    ///
    /// # Errors
    /// What is missing, in words for whoever wrote it.
    pub fn plan(&self, rules: &GamePlan) -> Result<GamePlan, String> {
        let mut key_mappings = std::collections::BTreeMap::new();
        for control in &self.controls {
            for input in inputs(&control.input) {
                key_mappings.entry(input).or_insert_with(|| tidy(&control.action));
            }
        }
        if key_mappings.is_empty() {
            return Err("controls names no input".to_owned());
        }
        let primary =
            ["Mouse", "Touch"].iter().find(|name| key_mappings.len() == 1 && key_mappings.contains_key(**name));
        let palette: Vec<String> = self.palette.iter().filter_map(|text| color(text)).take(8).collect();
        let plan = GamePlan {
            game_title: tidy(&self.title).chars().take(80).collect(),
            game_concept: tidy(&self.concept),
            core_mechanics: self
                .mechanics
                .iter()
                .map(|one| Mechanic { name: tidy(&one.name), description: tidy(&one.description) })
                .take(LIST_MAX)
                .collect(),
            controls: ControlScheme { primary: primary.map_or("keyboard", |name| if *name == "Mouse" { "mouse" } else { "touch" }).to_owned(), key_mappings },
            entities: self
                .entities
                .iter()
                .map(|one| Entity { name: tidy(&one.name), role: one.role, description: tidy(&one.description) })
                .take(LIST_MAX)
                .collect(),
            entity_relationships: tidy_list(&self.relationships),
            state_model: GameStateModel {
                states: tidy_list(&self.states),
                transitions: tidy_list(&self.transitions),
                start: inputs(&self.start).into_iter().next().unwrap_or_else(|| tidy(&self.start)),
                restart: inputs(&self.restart).into_iter().next().unwrap_or_else(|| tidy(&self.restart)),
                pause: None,
            },
            scoring: ScoringSpec {
                rule: tidy(&self.scoring),
                display: if self.scoring.trim().is_empty() { String::new() } else { rules.scoring.display.clone() },
            },
            win_condition: condition(&self.win),
            lose_condition: condition(&self.lose),
            difficulty_curve: tidy(&self.difficulty),
            visual_style: tidy(&self.style),
            color_palette: if palette.is_empty() { rules.color_palette.clone() } else { palette },
            js_architecture: "One classic script without dependencies: a loop by elapsed time, an input map, the rules, drawing, and a state machine of the states".to_owned(),
            acceptance_checks: tidy_list(&self.checks),
            ..rules.clone()
        };
        plan.check().map_err(|problem| problem.to_string())?;
        Ok(plan)
    }
}

/// A condition, which models also leave out in words.
fn condition(text: &str) -> String {
    let text = tidy(text);
    let plain = text.trim_end_matches('.').to_lowercase();
    if matches!(plain.as_str(), "none" | "never" | "n/a" | "no" | "-" | "not applicable") {
        String::new()
    } else {
        text
    }
}

fn color(text: &str) -> Option<String> {
    let digits = text.trim().trim_start_matches('#').to_lowercase();
    let hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    match digits.len() {
        6 | 8 if hex => Some(format!("#{}", &digits[..6])),
        3 if hex => Some(digits.chars().fold("#".to_owned(), |all, digit| format!("{all}{digit}{digit}"))),
        _ => None,
    }
}

/// The inputs that words name, as browsers call them.
fn inputs(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let lower = text.to_lowercase();
    for (words, codes) in [
        ("wasd", &["KeyW", "KeyA", "KeyS", "KeyD"][..]),
        ("arrow keys", &["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"][..]),
        ("arrows", &["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"][..]),
    ] {
        if lower.contains(words) {
            found.extend(codes.iter().map(|code| (*code).to_owned()));
        }
    }
    if found.is_empty() {
        let words = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
        found.extend(words.filter_map(input));
    }
    found.dedup();
    found
}

fn input(word: &str) -> Option<String> {
    const FILLERS: &[&str] =
        &["or", "and", "to", "the", "a", "press", "key", "keys", "bar", "arrow", "any", "on", "in", "hold"];
    let lower = word.to_lowercase();
    match lower.as_str() {
        "mouse" | "click" | "pointer" | "drag" => return Some("Mouse".to_owned()),
        "touch" | "tap" | "swipe" => return Some("Touch".to_owned()),
        _ if FILLERS.contains(&lower.as_str()) => return None,
        _ => {}
    }
    let coded = word.len() == 4 && word.starts_with("Key") || word.len() == 6 && word.starts_with("Digit");
    const CODES: &[&str] = &[
        "ArrowUp",
        "ArrowDown",
        "ArrowLeft",
        "ArrowRight",
        "Space",
        "Enter",
        "Escape",
        "Tab",
        "Backspace",
        "ShiftLeft",
        "ShiftRight",
        "ControlLeft",
        "ControlRight",
    ];
    if coded || CODES.contains(&word) {
        return Some(word.to_owned());
    }
    if lower == "shift" {
        return Some("ShiftLeft".to_owned());
    }
    right_key_name("code", word)
        .map(|(name, _)| name)
        .filter(|name| CODES.contains(&name.as_str()) || name.starts_with("Key") || name.starts_with("Digit"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemas_keep_to_what_every_provider_takes() {
        for schema in [schema_of::<ClarifyAnswer>(), schema_of::<PlanAnswer>()] {
            let text = schema.to_string();
            for keyword in ["$ref", "$defs", "oneOf", "anyOf", "allOf", "pattern", "maxItems", "\"format\"", "minimum"]
            {
                assert!(!text.contains(keyword), "{keyword} in {text}");
            }
            check(&schema);
            assert!(text.len() < 8_000);
        }
        let first = schema_of::<PlanAnswer>();
        let properties: Vec<_> = first["properties"].as_object().unwrap().keys().collect();
        assert_eq!(properties[0], "aim", "thinking comes before deciding, and servers write in this order");
    }

    /// Every object is closed and asks for all of its fields: what strict modes demand.
    fn check(schema: &Value) {
        if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
            assert_eq!(schema["additionalProperties"], false);
            assert_eq!(schema["required"].as_array().unwrap().len(), properties.len());
            properties.values().for_each(check);
        }
        if let Some(items) = schema.get("items") {
            check(items);
        }
    }

    #[test]
    fn inputs_are_called_what_browsers_call_them() {
        for (text, wanted) in [
            ("ArrowLeft", vec!["ArrowLeft"]),
            ("Left arrow key", vec!["ArrowLeft"]),
            ("space bar", vec!["Space"]),
            ("W", vec!["KeyW"]),
            ("Press Enter or tap", vec!["Enter", "Touch"]),
            ("WASD", vec!["KeyW", "KeyA", "KeyS", "KeyD"]),
            ("Mouse click", vec!["Mouse"]),
            ("KeyP", vec!["KeyP"]),
        ] {
            assert_eq!(inputs(text), wanted, "{text}");
        }
    }

    #[test]
    fn a_quote_counts_only_when_the_idea_has_it() {
        let answer = |dimension, quote: &str| OpenAnswer {
            dimension,
            quote: quote.into(),
            value: "v".into(),
            why: "w".into(),
            question: "q?".into(),
            choices: vec!["a".into(), "b".into()],
        };
        let answers = ClarifyAnswer {
            aim: String::new(),
            open: vec![
                answer(Dimension::Win, "Catch ten mice"),
                answer(Dimension::Lose, "three foxes"),
                answer(Dimension::Win, "x"),
            ],
        };
        let suggestions = answers.suggestions("", "An owl. Catch  ten mice!", &Requirements::default()).unwrap();
        let said: Vec<_> = suggestions.iter().map(|one| (one.dimension, one.said)).collect();
        assert_eq!(said, [(Dimension::Win, true), (Dimension::Lose, false)]);
        let example = r#"{"value": "v"}"#;
        assert!(answers.suggestions(example, "An owl", &Requirements::default()).is_err(), "only the example again");
        assert!(answers.suggestions(example, "an owl called v", &Requirements::default()).is_ok());
        assert!(ClarifyAnswer { open: Vec::new(), ..answers }.suggestions("", "x", &Requirements::default()).is_err());
    }
}
