//! Questions that are answered by twins: plays of the same world that differ in one thing. What differs between them
//! is caused by it, and what does not differ is not.
//!
//! Each file holds a question, which plays and writes down facts, and the check that judges those facts.

mod blurry_on_hidpi;
mod case_sensitive_keys;
mod duplicate_listeners;
mod focused_button_retrigger;
mod infinite_jump;
mod key_repeat;
mod keys_stuck_after_blur;
mod page_scrolls_on_keys;
mod player;
mod pointer_offset;
pub(super) mod restart_double_loop;
mod self_reversal;
mod time_jump_after_hidden;
mod timer_stacking;

use std::{future::Future, pin::Pin};

use serde_json::Value;

use super::{
    bot::texts::has_word,
    evidence::{Evidence, Outcome},
    plays::Table,
    record::{ControlSeen, Play, PlayRecord, TwinSeen},
};
use crate::ports::Fault;

pub(super) use self::restart_double_loop::first_game;

/// What a question writes down.
pub(super) type Asked<'a> = Pin<Box<dyn Future<Output = Result<Vec<TwinSeen>, Fault>> + Send + 'a>>;

/// A question.
#[derive(Debug, Clone, Copy)]
pub(super) struct Twin {
    /// Plays.
    pub(super) ask: for<'a, 'b> fn(&'a mut Table<'b>, &'a PlayRecord) -> Asked<'a>,
    /// Judges.
    pub(super) checks: &'static [TwinCheck],
}

/// How the facts of a kind are judged.
#[derive(Debug, Clone, Copy)]
pub(super) struct TwinCheck {
    /// The kind of defect it decides.
    pub(super) id: &'static str,
    /// Why there may be nothing to ask.
    none: &'static str,
    /// What to change.
    fix: &'static str,
    /// What the facts say is wrong.
    wrong: fn(&TwinSeen) -> Option<String>,
}

/// All questions, in the order they are asked.
pub(super) const ALL: &[Twin] = &[
    keys_stuck_after_blur::TWIN,
    case_sensitive_keys::TWIN,
    key_repeat::TWIN,
    focused_button_retrigger::TWIN,
    page_scrolls_on_keys::TWIN,
    blurry_on_hidpi::TWIN,
    time_jump_after_hidden::TWIN,
    timer_stacking::TWIN,
    duplicate_listeners::TWIN,
    self_reversal::TWIN,
    player::TWIN,
    pointer_offset::TWIN,
    infinite_jump::TWIN,
];

/// The checks of all questions, and of the second game, which is measured where one is reached.
pub(super) fn checks() -> impl Iterator<Item = &'static TwinCheck> {
    ALL.iter().flat_map(|twin| twin.checks).chain([&restart_double_loop::CHECK])
}

/// Asks everything.
pub(super) async fn ask_all(table: &mut Table<'_>, record: &mut PlayRecord) -> Result<(), Fault> {
    for twin in ALL {
        if !table.time_is_left() {
            break;
        }
        let mut seen = (twin.ask)(table, record).await?;
        record.twins.append(&mut seen);
    }
    Ok(())
}

/// Facts that were written down.
fn seen(kind: &str, input: &str, facts: impl IntoIterator<Item = (&'static str, Value)>) -> TwinSeen {
    TwinSeen {
        kind: kind.to_owned(),
        input: input.to_owned(),
        facts: facts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
    }
}

/// What could not be asked, since the page hung or was loaded anew while it was played.
fn broken(kind: &str, input: &str) -> TwinSeen {
    seen(kind, input, [(BROKEN, true.into())])
}

const BROKEN: &str = "broken_off";

/// Judges a kind by its facts: a finding for the first that says what is wrong.
pub(super) fn judge(evidence: &Evidence<'_>, check: &TwinCheck) -> Outcome {
    let TwinCheck { id: kind, none, fix, wrong } = *check;
    if let Some(unplayed) = evidence.unplayed() {
        return unplayed;
    }
    let mut asked = evidence.record.twins.iter().filter(|twin| twin.kind == kind).peekable();
    if asked.peek().is_none() && evidence.record.cut_short {
        return Outcome::undecided("time ran out before it was asked");
    }
    if asked.peek().is_none() {
        return Outcome::passed_because(none);
    }
    let all: Vec<&TwinSeen> = asked.filter(|twin| !fact(twin, BROKEN)).collect();
    if all.is_empty() {
        return Outcome::undecided("the page hung or was loaded anew while this was asked");
    }
    for twin in &all {
        if let Some(what) = wrong(twin) {
            let mut finding = evidence.finding(kind, what, fix);
            finding.evidence.extend(twin.facts.clone());
            if !twin.input.is_empty() {
                finding.evidence.insert("input".into(), twin.input.clone().into());
            }
            return Outcome::of(vec![finding]);
        }
    }
    let mut outcome = Outcome::passed();
    outcome.measured = all.first().map(|twin| twin.facts.clone()).unwrap_or_default();
    outcome
}

/// Controls of the keyboard that a player notices, pauses left out.
fn keys(record: &PlayRecord) -> Vec<&ControlSeen> {
    record
        .controls
        .iter()
        .filter(|control| {
            control.noticed
                && control.untried.is_none()
                && !matches!(control.input.as_str(), "Click" | "Touch" | "Mouse" | "Escape" | "KeyP")
        })
        .collect()
}

/// What a control is for, by the plan or by what the game tells in the same breath.
pub(super) fn purpose(plays: &[Play], control: &ControlSeen) -> String {
    if !control.action.is_empty() {
        return control.action.to_lowercase();
    }
    let texts = super::plays::told(plays).into_values().flatten();
    let told: Vec<String> = texts
        .filter(|text| text.chars().count() < 160 && crate::source::key_codes_in(text).contains(&control.input))
        .map(|text| text.to_lowercase())
        .collect();
    told.join(" ")
}

fn speaks_of(purpose: &str, words: &[&str]) -> bool {
    words.iter().any(|word| has_word(purpose, word))
}

fn fact(twin: &TwinSeen, name: &str) -> bool {
    twin.facts.get(name).and_then(Value::as_bool).unwrap_or_default()
}

fn number(twin: &TwinSeen, name: &str) -> Option<f64> {
    twin.facts.get(name).and_then(Value::as_f64)
}

fn text<'a>(twin: &'a TwinSeen, name: &str) -> &'a str {
    twin.facts.get(name).and_then(Value::as_str).unwrap_or_default()
}
