//! Answers and errors as an assistant gets them, and how large they may become.

use builder_core::{codes, drive::DriveError, ports::Fault};
use serde_json::{Map, Value, json};

/// The most an answer may have, in bytes of JSON: about ten thousand tokens.
pub const ANSWER_BYTES_MAX: usize = 36_000;

/// What cannot be done, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolError {
    /// A code of [`codes::ERRORS`].
    pub code: String,
    /// What happened.
    pub message: String,
    /// What to do, where the code's own advice speaks of the command line.
    pub remedy: Option<&'static str>,
}

impl ToolError {
    /// An error of that code.
    pub fn new(code: &str, message: impl Into<String>) -> Self {
        Self { code: code.to_owned(), message: message.into(), remedy: None }
    }

    /// Arguments that make no sense.
    pub fn arguments(message: impl Into<String>) -> Self {
        Self {
            remedy: Some("call the tool again with arguments of its input schema"),
            ..Self::new("settings-invalid", message)
        }
    }

    /// A run that does not exist here.
    pub fn run_unknown(run: &str) -> Self {
        Self {
            remedy: Some("list_builds shows the runs there are; name the output_dir if they are elsewhere"),
            ..Self::new("run-unknown", format!("there is no run {run:?} here"))
        }
    }

    /// The error as JSON: code, message, retryable, remedy.
    pub fn to_json(&self) -> Value {
        let known = codes::error_code(&self.code);
        json!({
            "code": self.code,
            "message": self.message,
            "retryable": known.is_some_and(|error| error.retryable),
            "remedy": self.remedy.or(known.map(|error| error.remedy)).unwrap_or("report it"),
        })
    }
}

impl From<Fault> for ToolError {
    fn from(fault: Fault) -> Self {
        Self::new(&fault.code, fault.detail)
    }
}

impl From<DriveError> for ToolError {
    fn from(error: DriveError) -> Self {
        let (code, whole) = (error.code().to_owned(), error.to_string());
        let message = whole.strip_prefix(&format!("{code}: ")).unwrap_or(&whole).to_owned();
        Self { code, message, remedy: None }
    }
}

/// The longest beginning of a text that has no more bytes than that.
fn head(text: &str, bytes_max: usize) -> &str {
    let mut end = bytes_max.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// The beginning of a text, up to a line's end, and a note of what was left out and where it is.
pub fn cut(text: &str, bytes_max: usize, rest_at: &str) -> String {
    if text.len() <= bytes_max {
        return text.to_owned();
    }
    let kept = head(text, bytes_max);
    let kept = kept.rfind('\n').map_or(kept, |end| &kept[..=end]);
    format!("{kept}[cut: {} of {} bytes are shown; the rest is at {rest_at}]", kept.len(), text.len())
}

/// An answer that is small enough. What is too long in it is shortened, the longest first, and `shortened` says so.
pub fn bounded(answer: Value) -> Value {
    let size = |value: &Value| value.to_string().len();
    if size(&answer) <= ANSWER_BYTES_MAX {
        return answer;
    }
    let mut small = answer;
    for (text_max, list_max) in [(8_000, 200), (2_000, 60), (600, 30), (200, 12), (80, 5)] {
        small = shortened(small, text_max, list_max);
        if let Value::Object(fields) = &mut small {
            fields.insert(
                "shortened".to_owned(),
                json!("this answer was too long; the resources of the run have all of it"),
            );
        }
        if size(&small) <= ANSWER_BYTES_MAX {
            return small;
        }
    }
    json!({ "shortened": "this answer was too long; the resources of the run have all of it" })
}

fn shortened(value: Value, text_max: usize, list_max: usize) -> Value {
    match value {
        Value::String(text) if text.len() > text_max => Value::String(format!("{}…", head(&text, text_max))),
        Value::Array(mut items) => {
            items.truncate(list_max);
            Value::Array(items.into_iter().map(|item| shortened(item, text_max, list_max)).collect())
        }
        Value::Object(fields) => Value::Object(
            fields.into_iter().map(|(name, field)| (name, shortened(field, text_max, list_max))).collect::<Map<_, _>>(),
        ),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_at_a_line_and_says_where_the_rest_is() {
        assert_eq!(cut("ab\ncd", 5, "x"), "ab\ncd");
        assert_eq!(cut("ab\ncdé", 6, "builds://r"), "ab\n[cut: 3 of 7 bytes are shown; the rest is at builds://r]");
        assert!(cut(&"é".repeat(40), 9, "x").starts_with("éééé[cut: 8 of 80"));
    }

    #[test]
    fn no_answer_is_larger_than_the_limit() {
        let small = json!({ "a": [1, 2, 3] });
        assert_eq!(bounded(small.clone()), small);
        for big in [
            json!({ "text": "x".repeat(200_000) }),
            json!({ "list": vec!["finding"; 50_000] }),
            json!({ "deep": vec![json!({ "what": "y".repeat(3_000), "more": vec!["z".repeat(100); 100] }); 300] }),
            json!((0..9_000).map(|name| (name.to_string(), json!("v"))).collect::<Map<_, _>>()),
        ] {
            let answer = bounded(big);
            assert!(answer.to_string().len() <= ANSWER_BYTES_MAX);
            assert!(answer["shortened"].is_string());
        }
    }

    #[test]
    fn an_error_says_whether_to_try_again_and_what_to_do() {
        let error = ToolError::from(Fault::new("browser-lost", "gone")).to_json();
        assert_eq!((error["code"].as_str(), error["retryable"].as_bool()), (Some("browser-lost"), Some(true)));
        assert!(ToolError::run_unknown("x").to_json()["remedy"].as_str().unwrap().contains("list_builds"));
    }
}
