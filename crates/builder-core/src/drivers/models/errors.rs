//! Error bodies of every shape to kinds of faults.

use serde_json::Value;

use super::{
    faults::{CallFault, Kind, Refusal},
    retry_after::retry_after_ms,
};

/// The most of a server's message that is shown, in characters.
const MESSAGE_CHARS_MAX: usize = 300;

/// What an error body says, whatever its shape.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Said {
    /// In words.
    pub(super) message: String,
    /// The words for programs: type, code and status, in small letters.
    pub(super) codes: Vec<String>,
    /// The parameter it is about.
    pub(super) param: Option<String>,
    /// A status of HTTP inside the body.
    pub(super) status: Option<u16>,
}

/// Reads an error body: an object in any of the usual shapes, a list of them, or plain text.
pub(super) fn read(body: &str) -> Said {
    let Ok(value) = serde_json::from_str::<Value>(body.trim()) else {
        return Said { message: short(&without_tags(body)), ..Said::default() };
    };
    let value = value.as_array().and_then(|list| list.first()).unwrap_or(&value).clone();
    said(value.get("error").filter(|error| !error.is_null()).unwrap_or(&value))
}

/// Reads the value of `error`, wherever it was found.
pub(super) fn said(error: &Value) -> Said {
    let mut said = Said::default();
    if let Some(text) = error.as_str() {
        said.message = short(text);
        return said;
    }
    let message = ["message", "detail", "error", "msg", "title"].iter().find_map(|name| error.get(name));
    let details = message.and_then(|message| message.get("detail").or(Some(message)));
    said.message = short(&details.map(|value| words(value, &mut said.param)).unwrap_or_else(|| error.to_string()));
    for name in ["type", "code", "status"] {
        match error.get(name) {
            Some(Value::String(text)) => {
                said.status = said.status.or(text.parse().ok());
                said.codes.push(text.to_lowercase());
            }
            Some(Value::Number(number)) => {
                said.status = said.status.or(number.as_u64().and_then(|number| u16::try_from(number).ok()));
            }
            _ => {}
        }
    }
    if let Some(param) = error.get("param").and_then(Value::as_str) {
        said.param = Some(param.to_owned());
    }
    said.status = said.status.filter(|status| (400..600).contains(status));
    said
}

/// A message that may be a text, or a list of complaints with their places.
fn words(value: &Value, param: &mut Option<String>) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().map(|one| words(one, param)).collect::<Vec<_>>().join("; "),
        Value::Object(one) => {
            if let Some(place) = one.get("loc").and_then(Value::as_array) {
                *param = place.last().and_then(Value::as_str).map(str::to_owned);
            }
            let text = ["msg", "message"].iter().find_map(|name| one.get(*name)?.as_str());
            match (text, &param) {
                (Some(text), Some(param)) => format!("{param}: {text}"),
                (Some(text), None) => text.to_owned(),
                (None, _) => value.to_string(),
            }
        }
        other => other.to_string(),
    }
}

fn without_tags(text: &str) -> String {
    let mut inside = false;
    let plain: String = text
        .chars()
        .map(|letter| {
            inside = letter == '<' || (inside && letter != '>');
            if inside || letter == '>' { ' ' } else { letter }
        })
        .collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn short(text: &str) -> String {
    let clean: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    let clean = clean.trim();
    if clean.chars().count() <= MESSAGE_CHARS_MAX {
        return clean.to_owned();
    }
    clean.chars().take(MESSAGE_CHARS_MAX).chain(['…']).collect()
}

/// What went wrong, from a status, headers and a body that tells of an error.
pub(super) fn classify(status: u16, headers: &[(String, String)], body: &str, now_ms: u64) -> CallFault {
    classify_said(status, headers, &read(body), now_ms)
}

pub(super) fn classify_said(status: u16, headers: &[(String, String)], said: &Said, now_ms: u64) -> CallFault {
    // An error inside a good answer has its status in its body, or nowhere.
    let status = if (200..300).contains(&status) { said.status.unwrap_or(status) } else { status };
    let text = said.message.to_lowercase();
    let detail = match (said.message.is_empty(), status) {
        (true, status) => format!("the server answered with status {status} and said nothing"),
        (false, 200..=299) => format!("the server reported: {}", said.message),
        (false, status) => format!("status {status}: {}", said.message),
    };
    let kind = kind(status, said, &text, || retry_after_ms(headers, now_ms));
    CallFault::new(kind, detail)
}

fn kind(status: u16, said: &Said, text: &str, wait: impl Fn() -> Option<u64>) -> Kind {
    let says =
        |words: &[&str]| words.iter().any(|word| text.contains(word) || said.codes.iter().any(|c| c.contains(word)));
    if says(&[
        "insufficient_quota",
        "billing",
        "usage limit",
        "credit balance",
        "insufficient credit",
        "insufficient balance",
    ]) || status == 402
    {
        return Kind::NoCredit;
    }
    if says(&[
        "context_length",
        "context length",
        "context size",
        "maximum context",
        "too many tokens",
        "prompt is too long",
    ]) {
        return Kind::ContextOverflow;
    }
    if says(&["content_filter", "content_policy", "content policy", "safety system"]) {
        return Kind::ContentRefused;
    }
    // Templates of chat models fail with 500 when they meet a role they do not know.
    if says(&[
        "message role",
        "system role",
        "roles must alternate",
        "role 'system'",
        "role \"system\"",
        "system message",
    ]) && status != 401
    {
        return Kind::Refused(Refusal::SystemRole);
    }
    match status {
        401 => Kind::KeyRefused,
        403 => {
            if says(&["model"]) && !says(&["key"]) {
                Kind::ModelUnknown
            } else {
                Kind::KeyRefused
            }
        }
        404 | 405 => not_found(said, text),
        408 | 504 | 524 => Kind::Timeout,
        429 => Kind::RateLimited(wait()),
        400 | 413 | 415 | 422 => refused(said, text),
        300..=399 => Kind::UrlWrong,
        400..=499 => Kind::RequestRefused,
        500..=599 if says(&["grammar"]) => Kind::Refused(Refusal::ResponseFormat),
        500..=599 => Kind::ServerError(wait()),
        _ if says(&["rate limit", "rate_limit", "too many requests"]) => Kind::RateLimited(wait()),
        _ if says(&["invalid api key", "invalid_api_key", "unauthorized"]) => Kind::KeyRefused,
        _ => Kind::ServerError(wait()),
    }
}

fn not_found(said: &Said, text: &str) -> Kind {
    let of_model = text.contains("model") || said.codes.iter().any(|code| code.contains("model"));
    if of_model { Kind::ModelUnknown } else { Kind::UrlWrong }
}

/// Which part of a request was refused.
fn refused(said: &Said, text: &str) -> Kind {
    let param = said.param.as_deref().unwrap_or_default().to_lowercase();
    let about = |words: &[&str]| words.iter().any(|word| param.contains(word) || text.contains(word));
    if text.contains("api key not valid") || text.contains("invalid api key") {
        return Kind::KeyRefused;
    }
    if about(&["max_tokens", "max_completion_tokens", "maximum tokens", "max tokens"]) {
        return match cap(text) {
            Some(cap) if !text.contains("unsupported") && !text.contains("not supported") => {
                Kind::Refused(Refusal::TokensAbove(cap))
            }
            _ => Kind::Refused(Refusal::TokenParameter),
        };
    }
    if about(&["temperature"]) {
        return Kind::Refused(Refusal::Temperature);
    }
    if about(&["stream_options", "include_usage"]) {
        return Kind::Refused(Refusal::StreamOptions);
    }
    if let Some(keyword) = schema_keyword(text) {
        return Kind::Refused(Refusal::SchemaKeyword(keyword.to_owned()));
    }
    if about(&["response_format", "response format", "json_schema", "json_object", "grammar", "structured output"]) {
        return Kind::Refused(Refusal::ResponseFormat);
    }
    if about(&["stream"]) {
        return Kind::Refused(Refusal::Stream);
    }
    let names_model = param == "model" || said.codes.iter().any(|code| code.contains("model_not_found"));
    if names_model
        || (text.contains("model")
            && ["not exist", "not found", "unknown model", "invalid model"].iter().any(|word| text.contains(word)))
    {
        return Kind::ModelUnknown;
    }
    if param.is_empty() { Kind::RequestRefused } else { Kind::Refused(Refusal::Parameter(param)) }
}

/// The keyword of JSON Schema that a message complains of.
fn schema_keyword(text: &str) -> Option<&'static str> {
    const KEYWORDS: &[(&str, &str)] = &[
        ("additionalproperties", "additionalProperties"),
        ("additional_properties", "additionalProperties"),
        ("minitems", "minItems"),
        ("maxitems", "maxItems"),
        ("minimum", "minimum"),
        ("maxlength", "maxLength"),
        ("description", "description"),
        ("$ref", "$ref"),
        ("$defs", "$defs"),
    ];
    let complains = ["unknown name", "unsupported", "not supported", "not permitted", "not allowed", "unrecognized"];
    if !complains.iter().any(|word| text.contains(word)) {
        return None;
    }
    KEYWORDS.iter().find(|(written, _)| text.contains(written)).map(|(_, keyword)| *keyword)
}

/// The largest limit a message names: the last number of at least three digits that is not the one refused first.
fn cap(text: &str) -> Option<u32> {
    let numbers: Vec<u32> = text
        .split(|letter: char| !letter.is_ascii_digit() && letter != ',')
        .filter_map(|word| word.trim_matches(',').replace(',', "").parse().ok())
        .filter(|number| *number >= 256)
        .collect();
    // "must be less than or equal to 16384, you asked for 40960": what is allowed is the smaller of them.
    numbers.into_iter().min()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind_of(status: u16, body: &str) -> Kind {
        classify(status, &[], body, 0).kind
    }

    #[test]
    fn bodies_of_every_shape_are_read() {
        for (body, message, status) in [
            (r#"{"error":{"message":"nope","type":"x","code":404}}"#, "nope", Some(404)),
            (r#"{"error":"Unexpected endpoint"}"#, "Unexpected endpoint", None),
            (r#"[{"error":{"code":400,"message":"bad","status":"INVALID_ARGUMENT"}}]"#, "bad", Some(400)),
            (r#"{"object":"error","message":{"detail":[{"loc":["body","foo"],"msg":"extra"}]}}"#, "foo: extra", None),
            (r#"{"detail":"gone"}"#, "gone", None),
            (r#"{"message":"plain"}"#, "plain", None),
            ("<html><h1>502</h1>Bad Gateway</html>", "502 Bad Gateway", None),
            ("upstream sent nothing", "upstream sent nothing", None),
            ("", "", None),
        ] {
            let said = read(body);
            assert_eq!((said.message.as_str(), said.status), (message, status), "{body}");
        }
        assert_eq!(read(&"x".repeat(9_000)).message.chars().count(), MESSAGE_CHARS_MAX + 1);
        assert_eq!(read(r#"{"error":{"message":"a\u001b[2J"}}"#).message, "a [2J");
    }

    #[test]
    fn kinds_follow_status_and_words() {
        let message = |text: &str| format!(r#"{{"error":{{"message":{}}}}}"#, serde_json::to_string(text).unwrap());
        for (status, text, wanted) in [
            (401, "Incorrect API key provided", Kind::KeyRefused),
            (400, "API key not valid. Please pass a valid API key.", Kind::KeyRefused),
            (404, "The model `x` does not exist", Kind::ModelUnknown),
            (404, "Not Found", Kind::UrlWrong),
            (429, "You exceeded your current quota, please check your plan and billing details", Kind::NoCredit),
            (429, "slow down", Kind::RateLimited(None)),
            (402, "This request requires more credits", Kind::NoCredit),
            (400, "This model's maximum context length is 8192 tokens", Kind::ContextOverflow),
            (
                400,
                "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
                Kind::Refused(Refusal::TokenParameter),
            ),
            (
                400,
                "`max_completion_tokens` must be less than or equal to `16384`, the maximum value",
                Kind::Refused(Refusal::TokensAbove(16_384)),
            ),
            (
                400,
                "max_tokens is too large: 40960. This model supports at most 16,384 completion tokens",
                Kind::Refused(Refusal::TokensAbove(16_384)),
            ),
            (
                400,
                "Unsupported value: 'temperature' does not support 0.4 with this model.",
                Kind::Refused(Refusal::Temperature),
            ),
            (400, "'response_format.type' must be 'json_schema' or 'text'", Kind::Refused(Refusal::ResponseFormat)),
            (400, "This response_format type is unavailable now", Kind::Refused(Refusal::ResponseFormat)),
            (
                400,
                "Invalid JSON payload received. Unknown name \"additionalProperties\" at 'generation_config'",
                Kind::Refused(Refusal::SchemaKeyword("additionalProperties".into())),
            ),
            (400, "failed to parse grammar", Kind::Refused(Refusal::ResponseFormat)),
            (500, "Jinja Exception: Unexpected message role.", Kind::Refused(Refusal::SystemRole)),
            (400, "System role not supported", Kind::Refused(Refusal::SystemRole)),
            (422, "stream_options: missing field include_usage", Kind::Refused(Refusal::StreamOptions)),
            (400, "who knows", Kind::RequestRefused),
            (503, "overloaded", Kind::ServerError(None)),
            (524, "", Kind::Timeout),
            (302, "", Kind::UrlWrong),
            (200, "Rate limit exceeded: free-models-per-min", Kind::RateLimited(None)),
        ] {
            assert_eq!(kind_of(status, &message(text)), wanted, "{status} {text}");
        }
    }

    #[test]
    fn a_field_that_is_not_permitted_is_named() {
        let body = r#"{"object":"error","message":{"detail":[{"type":"extra_forbidden","loc":["body","max_completion_tokens"],"msg":"Extra inputs are not permitted"}]}}"#;
        assert_eq!(kind_of(422, body), Kind::Refused(Refusal::TokenParameter));
        let body = body.replace("max_completion_tokens", "logit_bias");
        assert_eq!(kind_of(422, &body), Kind::Refused(Refusal::Parameter("logit_bias".into())));
    }

    #[test]
    fn the_wait_comes_along() {
        let headers = [("retry-after".to_owned(), "2".to_owned())];
        assert_eq!(classify(429, &headers, "", 0).kind, Kind::RateLimited(Some(2_000)));
        assert_eq!(classify(503, &headers, "", 0).kind, Kind::ServerError(Some(2_000)));
    }
}
