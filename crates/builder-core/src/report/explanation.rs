use serde_json::{Value, json};

use crate::{
    codes::{self, ERRORS, ErrorCode, KINDS, Kind},
    validator,
};

/// A kind of defect as JSON.
pub fn kind_json(kind: &Kind) -> Value {
    json!({
        "code": kind.id, "severity": kind.severity, "group": kind.group.title(), "seen": kind.seen.text(),
        "meaning": kind.meaning, "advice": kind.advice, "decided": validator::decides(kind.id).text(),
    })
}

/// An error as JSON.
pub fn error_json(error: &ErrorCode) -> Value {
    json!({ "code": error.code, "retryable": error.retryable, "meaning": error.meaning, "remedy": error.remedy })
}

/// What a code means as JSON; none when there is no such code.
pub fn explain_json(code: &str) -> Option<Value> {
    codes::kind(code).map(kind_json).or_else(|| codes::error_code(code).map(error_json))
}

/// Codes that share a word with one that does not exist; at most six.
pub fn codes_near(code: &str) -> Vec<&'static str> {
    KINDS
        .iter()
        .map(|kind| kind.id)
        .chain(ERRORS.iter().map(|error| error.code))
        .filter(|known| known.split('-').any(|word| word.len() > 2 && code.contains(word)))
        .take(6)
        .collect()
}
