//! Everything that is printed, and nothing else prints.

mod judgement;
mod run;

use std::{
    io::{self, Write},
    process::ExitCode,
    sync::atomic::{AtomicBool, Ordering},
};

use serde::Serialize;

pub(crate) use judgement::{Subject, judgement};
pub(crate) use run::RunScreen;

use crate::error::CliError;

/// Whether something that was to be on stdout is not.
static LOST: AtomicBool = AtomicBool::new(false);

/// A line on stdout. A reader who went away is no error: there is just nobody left to tell.
pub(crate) fn out(line: &str) {
    if let Err(error) = writeln!(io::stdout().lock(), "{line}").and_then(|()| io::stdout().flush())
        && error.kind() != io::ErrorKind::BrokenPipe
        && !LOST.swap(true, Ordering::Relaxed)
    {
        note(&format!("error: standard output cannot be written: {error} [output-unwritable]"));
    }
}

/// The exit status of a command that ended with `status`: 75 when its answer could not be printed.
pub(crate) fn status(status: u8) -> u8 {
    if LOST.load(Ordering::Relaxed) { 75 } else { status }
}

/// A line on stderr.
pub(crate) fn note(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}

/// One JSON object on stdout.
pub(crate) fn json(value: &impl Serialize) {
    if let Ok(text) = serde_json::to_string(value) {
        out(&text);
    }
}

/// Says why a command ended without a result, and answers with its exit status.
pub(crate) fn error(error: &CliError, as_json: bool) -> ExitCode {
    let (code, detail, remedy) = (error.code(), clean(&error.detail()), error.remedy());
    if as_json {
        json(&serde_json::json!({
            "error": { "code": code, "message": detail, "retryable": error.retryable(), "remedy": remedy },
            "exit": error.status(),
        }));
    }
    match error {
        CliError::Interrupted { resume: Some(_), .. } => {
            note(&format!("interrupted; the state is saved. Go on with: {remedy}"))
        }
        _ => {
            note(&format!("error: {detail} [{code}]"));
            note(&format!("  try: {remedy}"));
        }
    }
    ExitCode::from(error.status())
}

/// Text from outside without anything a terminal would obey.
pub(crate) fn clean(text: &str) -> String {
    text.chars()
        .map(|letter| if letter == '\n' || letter == '\t' { ' ' } else { letter })
        .filter(|letter| {
            !letter.is_control()
                && !matches!(*letter, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        })
        .collect()
}

/// Colours, where the terminal has them and nobody minds.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Paint {
    on: bool,
}

impl Paint {
    pub(crate) fn new(allowed: bool, term: &console::Term) -> Self {
        Self { on: allowed && term.features().colors_supported() && term.is_term() }
    }

    fn style(self, text: &str, style: console::Style) -> String {
        style.force_styling(self.on).apply_to(text).to_string()
    }

    pub(crate) fn good(self, text: &str) -> String {
        self.style(text, console::Style::new().green().bold())
    }

    pub(crate) fn bad(self, text: &str) -> String {
        self.style(text, console::Style::new().red().bold())
    }

    pub(crate) fn odd(self, text: &str) -> String {
        self.style(text, console::Style::new().yellow().bold())
    }

    pub(crate) fn faint(self, text: &str) -> String {
        self.style(text, console::Style::new().dim())
    }

    pub(crate) fn strong(self, text: &str) -> String {
        self.style(text, console::Style::new().bold())
    }
}
