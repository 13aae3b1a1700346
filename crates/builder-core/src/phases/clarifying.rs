//! tmp
use crate::game::*;
/// tmp
pub fn questions(requirements: &Requirements, _round: u32) -> Vec<Question> {
    requirements
        .missing()
        .filter(|d| d.required())
        .take(4)
        .map(|dimension| Question {
            dimension,
            text: "?".into(),
            choices: vec![],
            default: dimension.default_value().into(),
            why: String::new(),
        })
        .collect()
}
/// tmp
pub fn merge(requirements: &Requirements, answers: &[Answer]) -> Requirements {
    let mut merged = requirements.clone();
    for answer in answers {
        if let Some(value) = &answer.value {
            merged.set(answer.dimension, value, FilledBy::Answer);
        }
    }
    merged
}
/// tmp
pub fn conclude(
    _idea: &str,
    requirements: &Requirements,
    questions: Vec<Question>,
    answers: Vec<Answer>,
    rounds: u32,
) -> ClarificationResult {
    ClarificationResult {
        schema_version: SchemaVersion,
        questions,
        answers,
        confidence: confidence(requirements),
        resolved: requirements.clone(),
        assumptions: vec![],
        rounds,
    }
}
