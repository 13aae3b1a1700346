use std::{
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use builder_core::{
    game::{CheckStatus, Severity},
    ports::EventSink,
    protocol::{EVENTS_VERSION, Event, EventRecord, Phase, RunId},
};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::{Paint, clean, json, note};
use crate::settings::Settings;

/// Shows a run while it goes on: events on stdout for programs, a line a phase on stderr for people.
pub(crate) struct RunScreen {
    json: bool,
    quiet: bool,
    paint: Paint,
    live: Mutex<Live>,
}

struct Live {
    bar: ProgressBar,
    began: Instant,
    last: Option<EventRecord>,
}

impl RunScreen {
    pub(crate) fn new(settings: &Settings) -> Self {
        let &Settings { json, quiet, color, animated, .. } = settings;
        let term = console::Term::stderr();
        // A spinner needs a terminal that can go back on a line, and somebody who looks.
        let animated = animated && !json && !quiet && term.is_term();
        let bar = ProgressBar::new_spinner();
        bar.set_draw_target(if animated { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() });
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} {elapsed}") {
            bar.set_style(style);
        }
        if animated {
            bar.enable_steady_tick(Duration::from_millis(120));
        }
        Self {
            json,
            quiet,
            paint: Paint::new(color, &term),
            live: Mutex::new(Live { bar, began: Instant::now(), last: None }),
        }
    }

    /// Takes the spinner away, so that others can print.
    pub(crate) fn clear(&self) {
        self.live().bar.finish_and_clear();
    }

    /// The last line of the stream when a run breaks off: there is always one.
    pub(crate) fn broken_off(&self, run: &RunId, error: &crate::error::CliError) {
        let last = self.live().last.clone();
        if self.json {
            let event = Event::RunFailed {
                delivery: None,
                code: error.code(),
                message: clean(&error.detail()),
                retryable: error.retryable(),
                remedy: error.remedy(),
                exit: error.status(),
            };
            let ts = jiff::Timestamp::now().to_string();
            let seq = last.map_or(0, |last| last.seq + 1);
            json(&EventRecord { v: EVENTS_VERSION, ts, seq, run_id: run.clone(), event });
        }
        self.clear();
    }

    fn live(&self) -> std::sync::MutexGuard<'_, Live> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn say(&self, line: &str) {
        if !self.quiet && !self.json {
            self.live().bar.suspend(|| note(line));
        }
    }

    fn tell(&self, record: &EventRecord) {
        let paint = self.paint;
        match &record.event {
            Event::RunStarted { code_author, resumed, .. } => {
                let how = match (code_author.as_str(), *resumed) {
                    ("composer", false) => "composed from templates".to_owned(),
                    ("composer", true) => "going on, composed from templates".to_owned(),
                    (model, _) => format!("written by {}", clean(model)),
                };
                self.say(&format!("{} {}", paint.strong(record.run_id.as_str()), paint.faint(&format!("· {how}"))));
            }
            Event::PhaseStarted { phase, build } => {
                let doing = match (phase, build) {
                    (Phase::Clarifying, _) => "reading the idea".to_owned(),
                    (Phase::Planning, _) => "designing the game".to_owned(),
                    (Phase::Building, Some(build)) => format!("writing build {build}"),
                    (Phase::Critiquing, Some(build)) => format!("reading build {build}"),
                    (Phase::Validating, Some(build)) => format!("playing build {build}"),
                    (phase, _) => phase.to_string(),
                };
                let mut live = self.live();
                live.began = Instant::now();
                live.bar.reset_elapsed();
                live.bar.set_message(doing);
            }
            Event::PhaseCompleted { phase, summary } => {
                let took = self.live().began.elapsed().as_secs_f64();
                let took = paint.faint(&format!("{took:.1} s"));
                self.say(&format!("  {:<11} {}  {took}", phase.name(), clean(summary)));
            }
            Event::Assumption { assumption } => {
                let line = format!("assumed {}: {} ({})", assumption.about, assumption.assumed, assumption.why);
                self.say(&format!("    {}", paint.faint(&clean(&line))));
            }
            Event::Finding { finding, .. } if finding.severity != Severity::Info => {
                let code = match finding.severity {
                    Severity::Blocker => paint.bad(&finding.code),
                    _ => paint.odd(&finding.code),
                };
                self.say(&format!("    {code} {}", clean(&finding.what)));
            }
            Event::CheckResult { id, status: CheckStatus::Failed, .. } => {
                self.live().bar.set_message(format!("{id} failed"));
            }
            Event::RepairStarted { build, why } => {
                self.say(&format!("  {} build {build}, because of {}", paint.odd("again"), clean(why)));
            }
            Event::Fallback { why } => {
                self.say(&format!("  {} a template: {}", paint.odd("falling back to"), clean(why)))
            }
            Event::LlmCompleted { tokens_in, tokens_out, cost_usd, .. } => {
                let known = |tokens: &Option<u64>| tokens.map_or("?".to_owned(), |tokens| tokens.to_string());
                let cost = cost_usd.map_or("price unknown".to_owned(), |cost| format!("${cost:.4}"));
                let line = format!("model: {} tokens read, {} written, {cost}", known(tokens_in), known(tokens_out));
                self.say(&format!("    {}", paint.faint(&line)));
            }
            Event::RunNote { note } => self.say(&format!("  {} {}", paint.odd("note"), clean(note))),
            Event::LlmNote { note } => self.say(&format!("    {}", paint.faint(&clean(&format!("model: {note}"))))),
            Event::StoodIn { phase, why } => {
                let line = format!("the rules stand in for the model in {}: {why}", phase.name());
                self.say(&format!("  {} {}", paint.odd("note"), clean(&line)));
            }
            Event::BudgetWarning { used, budget } => {
                self.say(&format!("  {} {used} of {budget} tokens are used", paint.odd("budget")));
            }
            Event::Fault { fault } => self.say(&format!("  {} {}", paint.odd("fault"), clean(&fault.to_string()))),
            Event::RunPaused { before } => {
                self.say(&format!("  stopped before {before}; go on with: gamebuilder resume {}", record.run_id));
            }
            Event::RunCompleted { delivery, .. } => {
                let mark =
                    if delivery.proven { paint.good("✓ proven playable") } else { paint.odd("△ not proven") };
                self.say(&format!("{mark} — {}", clean(&delivery.why)));
            }
            Event::RunFailed { message, remedy, .. } => {
                self.say(&format!("{} — {}", paint.bad("✗ failed"), clean(message)));
                self.say(&format!("  try: {}", clean(remedy)));
            }
            _ => {}
        }
    }
}

impl EventSink for RunScreen {
    fn emit(&self, record: &EventRecord) {
        if self.json {
            json(record);
        } else {
            self.tell(record);
        }
        self.live().last = Some(record.clone());
    }
}
