//! What a server sent to an answer, or to the kind of fault it is.

use serde_json::Value;

use super::{
    errors,
    faults::{CallFault, Kind},
    sse, watch,
};
use crate::protocol::{Usage, estimate_tokens};

/// What came over the wire for one request.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct Raw {
    /// The status of HTTP.
    pub status: u16,
    /// Headers, with names in small letters.
    pub headers: Vec<(String, String)>,
    /// The body, as far as it came.
    pub body: String,
    /// How the body ended.
    pub end: End,
}

/// How a body ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub enum End {
    /// As it should.
    #[default]
    Whole,
    /// The connection broke.
    Broken,
    /// Nothing more came for too long.
    Idle,
    /// It was ended here, because it went round in circles.
    Circles,
    /// It was ended here, because it is larger than any answer.
    TooLarge,
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Answer {
    /// The text.
    pub text: String,
    /// Whether it ended because no more tokens were allowed.
    pub cut_off: bool,
    /// What it used.
    pub usage: Usage,
    /// What was odd about it.
    pub notes: Vec<String>,
}

/// What was asked, as far as reading the answer needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asked {
    /// Tokens the question was estimated to be.
    pub tokens_in: u64,
    /// The time, since 1970.
    pub now_ms: u64,
}

/// Why a model stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Finish {
    Stop,
    Length,
    Refused,
    Failed,
    Unknown(String),
}

impl Finish {
    /// Reads every spelling that servers have for it.
    fn read(word: &str) -> Option<Self> {
        Some(match word.to_lowercase().as_str() {
            "" => return None,
            "stop" | "eos" | "eos_token" | "end" | "end_turn" | "stop_sequence" | "complete" | "completed"
            | "finished" | "tool_calls" | "function_call" => Self::Stop,
            "length" | "max_tokens" | "max_output_tokens" | "model_length" | "model_context_window_exceeded" => {
                Self::Length
            }
            "content_filter" | "sensitive" | "refusal" | "safety" | "recitation" | "prohibited_content"
            | "blocklist" | "spii" => Self::Refused,
            "error" | "network_error" | "abort" | "insufficient_system_resource" | "malformed_function_call" => {
                Self::Failed
            }
            _ => Self::Unknown(word.to_owned()),
        })
    }
}

/// What the pieces of an answer amount to.
#[derive(Debug, Default)]
struct Draft {
    text: String,
    reasoning: String,
    refusal: String,
    finish: Option<Finish>,
    usage: Option<Usage>,
    choices: usize,
    done: bool,
    streamed: bool,
}

/// Reads what came.
///
/// # Errors
/// The kind of fault it is, and how it shows.
pub fn read(raw: &Raw, asked: Asked) -> Result<Answer, CallFault> {
    if !(200..300).contains(&raw.status) {
        return Err(errors::classify(raw.status, &raw.headers, &raw.body, asked.now_ms));
    }
    match raw.end {
        End::Circles => return Err(CallFault::new(Kind::Repetition, "the answer went round in circles and was ended")),
        End::TooLarge => return Err(CallFault::new(Kind::Unreadable, "the answer is larger than any game")),
        End::Idle if !sse::is_stream(&raw.body) => {
            return Err(CallFault::new(Kind::Timeout, "the server began to answer and then said nothing more"));
        }
        End::Whole | End::Broken | End::Idle => {}
    }
    let draft = if sse::is_stream(&raw.body) { read_stream(raw, asked)? } else { read_object(raw, asked)? };
    judge(draft, raw.end, asked)
}

fn read_object(raw: &Raw, asked: Asked) -> Result<Draft, CallFault> {
    let value: Value = serde_json::from_str(raw.body.trim()).map_err(|error| match (raw.end, raw.body.trim()) {
        (End::Broken, _) => CallFault::new(Kind::Cut, "the connection broke within the answer"),
        (_, "") => CallFault::new(Kind::Empty, "the server answered with nothing"),
        _ => CallFault::new(
            Kind::Unreadable,
            format!("the answer is not JSON ({error}): {}", errors::read(&raw.body).message),
        ),
    })?;
    let value = value.as_array().and_then(|list| list.first()).unwrap_or(&value);
    let mut draft = Draft::default();
    take(&mut draft, value, raw, asked)?;
    Ok(draft)
}

fn read_stream(raw: &Raw, asked: Asked) -> Result<Draft, CallFault> {
    let mut draft = Draft { streamed: true, ..Draft::default() };
    for event in sse::events(&raw.body) {
        if event == sse::DONE {
            draft.done = true;
            break;
        }
        match serde_json::from_str::<Value>(&event) {
            Ok(chunk) => take(&mut draft, &chunk, raw, asked)?,
            // The last piece of a stream that broke is half a piece.
            Err(_) if raw.end != End::Whole => {}
            Err(_) if event.trim().is_empty() => {}
            Err(error) => {
                return Err(CallFault::new(Kind::Unreadable, format!("a piece of the stream is not JSON: {error}")));
            }
        }
    }
    Ok(draft)
}

/// Takes in a whole reply or one piece of a stream: they differ in a word.
fn take(draft: &mut Draft, value: &Value, raw: &Raw, asked: Asked) -> Result<(), CallFault> {
    if let Some(error) = value.get("error").filter(|error| !error.is_null()) {
        return Err(errors::classify_said(raw.status, &raw.headers, &errors::said(error), asked.now_ms));
    }
    if let Some(usage) = value.get("usage").and_then(usage) {
        draft.usage = Some(usage);
    }
    let Some(choice) = value.get("choices").and_then(|choices| choices.get(0)) else { return Ok(()) };
    draft.choices += 1;
    if let Some(error) = choice.get("error").filter(|error| !error.is_null()) {
        return Err(errors::classify_said(raw.status, &raw.headers, &errors::said(error), asked.now_ms));
    }
    if let Some(finish) = choice.get("finish_reason").and_then(Value::as_str).and_then(Finish::read) {
        draft.finish = Some(finish);
    }
    let said = ["message", "delta"].iter().find_map(|name| choice.get(*name)).unwrap_or(choice);
    let field = |names: &[&str]| names.iter().find_map(|name| said.get(*name).filter(|value| !value.is_null()));
    if let Some(content) = field(&["content", "text"]) {
        parts(content, &mut draft.text, &mut draft.reasoning);
    }
    if let Some(reasoning) = field(&["reasoning_content", "reasoning"]).and_then(Value::as_str) {
        draft.reasoning.push_str(reasoning);
    }
    if let Some(refusal) = field(&["refusal"]).and_then(Value::as_str) {
        draft.refusal.push_str(refusal);
    }
    Ok(())
}

/// A content is a text, or a list of parts of which some are thoughts.
fn parts(content: &Value, text: &mut String, reasoning: &mut String) {
    match content {
        Value::String(said) => text.push_str(said),
        Value::Array(list) => list.iter().for_each(|part| parts(part, text, reasoning)),
        Value::Object(part) => {
            let kind = part.get("type").and_then(Value::as_str).unwrap_or_default();
            let inner = ["text", "thinking", "content"].iter().find_map(|name| part.get(*name));
            match inner {
                Some(inner) if kind.contains("think") || kind.contains("reason") => {
                    parts(inner, &mut *reasoning, &mut String::new());
                }
                Some(inner) => parts(inner, text, reasoning),
                None => {}
            }
        }
        _ => {}
    }
}

fn usage(value: &Value) -> Option<Usage> {
    let number = |names: &[&str]| names.iter().find_map(|name| value.pointer(name)?.as_u64());
    let tokens_in = number(&["/prompt_tokens", "/input_tokens"])?;
    let tokens_out = number(&["/completion_tokens", "/output_tokens"])
        .or_else(|| number(&["/total_tokens"])?.checked_sub(tokens_in))
        .unwrap_or(0);
    let cached =
        number(&["/prompt_tokens_details/cached_tokens", "/prompt_cache_hit_tokens", "/cache_read_input_tokens"]);
    let reasoning = number(&["/completion_tokens_details/reasoning_tokens", "/reasoning_tokens"]).unwrap_or(0);
    let cached = cached.unwrap_or(0);
    Some(Usage {
        // Some servers count what came from their cache apart.
        tokens_in: if cached > tokens_in { tokens_in.saturating_add(cached) } else { tokens_in },
        tokens_out: if reasoning > tokens_out { tokens_out.saturating_add(reasoning) } else { tokens_out },
        tokens_cached: cached,
        tokens_reasoning: reasoning,
        ..Usage::default()
    })
}

/// The smallest question, in tokens, whose length a server's count is compared with.
const COMPARED_FROM: u64 = 1_000;

fn judge(mut draft: Draft, end: End, asked: Asked) -> Result<Answer, CallFault> {
    let usage = draft.usage.take();
    let spent = usage.unwrap_or_else(|| estimate(&draft, asked));
    let known = draft.choices > 0;
    judged(draft, end, asked, usage)
        .map(|answer| Answer { usage: spent, ..answer })
        .map_err(|fault| CallFault { usage: known.then_some(spent), ..fault })
}

fn estimate(draft: &Draft, asked: Asked) -> Usage {
    let thought = estimate_tokens(&draft.reasoning);
    Usage {
        tokens_in: asked.tokens_in,
        tokens_out: estimate_tokens(&draft.text) + thought,
        tokens_reasoning: thought,
        estimated: true,
        ..Usage::default()
    }
}

fn judged(draft: Draft, end: End, asked: Asked, usage: Option<Usage>) -> Result<Answer, CallFault> {
    if draft.finish == Some(Finish::Failed) {
        return Err(CallFault::new(Kind::ServerError(None), "the server gave up within the answer"));
    }
    let refused = draft.finish == Some(Finish::Refused) || !draft.refusal.trim().is_empty();
    if refused && !draft.text.contains("=== END:") {
        let words = if draft.refusal.trim().is_empty() { &draft.text } else { &draft.refusal };
        let words: String = words.trim().chars().take(200).collect();
        return Err(CallFault::new(Kind::ContentRefused, format!("the model will not do it: {words}")));
    }
    if draft.streamed && draft.finish.is_none() && !draft.done {
        let how = if end == End::Idle { "nothing more came" } else { "the connection ended" };
        let detail = format!("{how} within the answer, after {} characters", draft.text.chars().count());
        return Err(CallFault::new(Kind::Cut, detail));
    }
    if draft.choices == 0 {
        return Err(CallFault::new(Kind::Empty, "the answer has no choices"));
    }
    read_whole(usage, asked)?;
    let mut notes = Vec::new();
    let (text, thought) = without_thoughts(&draft.text);
    if thought {
        notes.push("thoughts before the answer were left out".to_owned());
    }
    let cut_off = draft.finish == Some(Finish::Length);
    let empty = text.trim().is_empty();
    let text = if empty { out_of_reasoning(&draft.reasoning, cut_off, usage, &mut notes)? } else { text };
    if watch::goes_in_circles(&text) {
        return Err(CallFault::new(Kind::Repetition, "the answer goes round in circles at its end"));
    }
    if let Some(Finish::Unknown(word)) = &draft.finish {
        notes.push(format!("the server ended the answer with the unknown word {word:?}; taken as its end"));
    }
    Ok(Answer { text, cut_off, usage: Usage::default(), notes })
}

/// Whether a server read all of the question. Estimates err by half; who read less did not read it all.
fn read_whole(usage: Option<Usage>, asked: Asked) -> Result<(), CallFault> {
    let Some(read) = usage.map(|used| used.tokens_in).filter(|read| *read > 16) else { return Ok(()) };
    if asked.tokens_in < COMPARED_FROM || read.saturating_mul(10) >= asked.tokens_in.saturating_mul(6) {
        return Ok(());
    }
    let asked = asked.tokens_in;
    let detail = format!("the server read {read} tokens of a question of about {asked}: it cut the question short");
    Err(CallFault::new(Kind::PromptTruncated, detail))
}

/// The answer of a model whose server put it where the thoughts belong.
fn out_of_reasoning(
    reasoning: &str,
    cut_off: bool,
    usage: Option<Usage>,
    notes: &mut Vec<String>,
) -> Result<String, CallFault> {
    let whole = reasoning.contains("=== END:") || reasoning.trim_end().ends_with('}');
    match (reasoning.trim().is_empty(), cut_off) {
        (false, false) if whole => {
            notes.push("the server put the answer where reasoning belongs; taken from there".to_owned());
            Ok(reasoning.to_owned())
        }
        (false, true) => Err(CallFault::new(Kind::ReasoningOnly, "all the tokens allowed went into reasoning")),
        (true, true) if usage.is_some_and(|used| used.tokens_out > 1) => {
            Err(CallFault::new(Kind::ReasoningOnly, "all the tokens allowed went into reasoning that was not shown"))
        }
        (true, true) => {
            let read = usage.map_or(0, |used| used.tokens_in);
            let detail =
                format!("the question of {read} tokens fills the model's whole context; no room is left for an answer");
            Err(CallFault::new(Kind::ContextOverflow, detail))
        }
        _ => Err(CallFault::new(Kind::Empty, "the answer is empty")),
    }
}

/// A text without the thoughts before it, and whether there were any.
fn without_thoughts(text: &str) -> (String, bool) {
    let start = text.trim_start();
    for (open, close) in
        [("<think>", "</think>"), ("<thinking>", "</thinking>"), ("<|channel|>analysis", "<|channel|>final<|message|>")]
    {
        if let Some(rest) = start.strip_prefix(open) {
            return match rest.split_once(close) {
                Some((_, answer)) => (answer.trim_start().to_owned(), true),
                None => (String::new(), true),
            };
        }
    }
    // Servers that take the opening mark away leave the closing one behind.
    match start.split_once("</think>") {
        Some((before, answer)) if !before.contains("=== FILE:") => (answer.trim_start().to_owned(), true),
        _ => (text.to_owned(), false),
    }
}
