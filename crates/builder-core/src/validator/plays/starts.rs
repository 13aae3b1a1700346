use serde_json::Value;

use super::{Session, Table, session::pressable};
use crate::{
    ports::{Fault, Moment},
    source::key_codes_in,
    validator::{
        bot::texts::{START_WORDS, button_fits, inputs_in, start_texts, texts},
        record::Attempt,
    },
};

/// Finds out how the game is started. Gives the play that is going on, and how the game was at the same moment
/// when nobody did anything.
pub(super) async fn find(table: &mut Table<'_>) -> Result<(Option<Session>, Moment), Fault> {
    let mut baseline = table.sit("nobody plays").await?;
    baseline.look("load", 30).await?;
    let title = baseline.seen.clone();
    baseline.step(6).await?;
    baseline.look("idle", 84).await?;
    let idle = baseline.seen.clone();
    if baseline.hung() {
        table.rise(baseline).await?;
        return Ok((None, idle));
    }
    let told_texts = start_texts(&title);
    let told = inputs_in(&told_texts);
    let promised = table.promises.start.as_deref().map(key_codes_in).unwrap_or_default();
    table.start.told.clone_from(&told_texts);
    let mut candidates: Vec<(String, bool, bool)> = Vec::new();
    let mut add = |input: String, is_promised: bool, is_told: bool| {
        if !candidates.iter().any(|(known, ..)| *known == input) {
            candidates.push((input, is_promised, is_told));
        }
    };
    let name = |number: usize, element: &crate::ports::Element| {
        if element.id.is_empty() { format!("Click button {number}") } else { format!("Click #{}", element.id) }
    };
    let starts = |element: &crate::ports::Element| button_fits(element, START_WORDS);
    let beside = [
        "pause",
        "mute",
        "sound",
        "music",
        "help",
        "settings",
        "options",
        "credits",
        "about",
        "back",
        "close",
        "fullscreen",
    ];
    let buttons: Vec<String> = pressable(&title)
        .enumerate()
        .filter(|(_, element)| starts(element))
        .map(|(number, element)| name(number, element))
        .collect();
    let others: Vec<String> = pressable(&title)
        .enumerate()
        .filter(|(_, element)| !starts(element) && !button_fits(element, &beside) && element.tag == "button")
        .map(|(number, element)| name(number, element))
        .take(6)
        .collect();
    let named = |input: &str| !matches!(input, "Click" | "Touch");
    for input in promised.iter().filter(|input| named(input)) {
        add(input.clone(), true, told.contains(input));
    }
    for input in told.iter().filter(|input| named(input)) {
        add(input.clone(), promised.contains(input), true);
    }
    let pointer_promised = promised.iter().any(|input| !named(input));
    let pointer_told = told.iter().any(|input| !named(input));
    for button in buttons {
        // A button that says "Start" tells by itself.
        add(button, pointer_promised, true);
    }
    if pointer_promised || pointer_told {
        add("Click".into(), pointer_promised, pointer_told);
    }
    let asked = !candidates.is_empty();
    if !asked && running(&title, &idle, table) {
        table.start.by_itself = true;
        table.start.certain = true;
        return Ok((Some(baseline), idle));
    }
    let usual = baseline.traces.clone();
    let mut weak: Option<String> = None;
    // Few buttons are a menu; many are a board.
    let menu = if others.len() <= 4 { others } else { Vec::new() };
    let usual_ones =
        menu.into_iter().chain(["Enter", "Space", "Click"].map(str::to_owned)).map(|input| (input, false, false));
    let usual_ones = usual_ones.filter(|(input, ..)| candidates.iter().all(|(known, ..)| known != input));
    let all: Vec<_> = candidates.iter().cloned().chain(usual_ones).collect();
    for (number, (input, promised, told)) in all.into_iter().enumerate() {
        if number == candidates.len() && asked && weak.is_none() {
            // Nothing came of what it tells: once more, later and longer, before anything is said about it.
            let again: Vec<String> = candidates.iter().map(|(input, ..)| input.clone()).collect();
            weak = insist(table, &again).await?;
        }
        if !promised && !told && weak.is_some() && !input.starts_with("Click ") {
            break;
        }
        let mut session = table.sit("idle").await?;
        session.look("load", 30).await?;
        session.act(&input, 6).await?;
        session.look("started", 84).await?;
        let changed = session.traces != usual || session.hung() || reloaded(&session);
        let worked = changed && left(&title, &session.seen, &idle);
        table.start.attempts.push(Attempt { input: input.clone(), promised, told, changed, worked });
        if worked || session.hung() {
            table.start.inputs = vec![input];
            table.start.certain = worked;
            table.rise(baseline).await?;
            further(table, &mut session).await?;
            return Ok((Some(session), idle));
        }
        if changed && weak.is_none() {
            weak = Some(input);
        }
        session.play.name = "start attempt".into();
        table.rise(session).await?;
    }
    // A click is promised as the start, and none does anything: perhaps there is no start screen to leave.
    let vague = told_texts.is_empty() && candidates.iter().all(|(input, ..)| input.starts_with("Click"));
    if weak.is_none() && (!asked || vague) {
        table.start.by_itself = true;
        table.start.certain = !asked;
        return Ok((Some(baseline), idle));
    }
    table.rise(baseline).await?;
    let Some(input) = weak else { return Ok((None, idle)) };
    table.start.inputs = vec![input.clone()];
    let mut session = table.sit("idle").await?;
    session.look("load", 30).await?;
    session.act(&input, 6).await?;
    session.look("started", 84).await?;
    Ok((Some(session), idle))
}

/// A menu may lead to a screen that tells to press something again: does so, twice at most.
async fn further(table: &mut Table<'_>, session: &mut Session) -> Result<(), Fault> {
    for _ in 0..2 {
        let told = start_texts(&session.seen);
        let inputs = inputs_in(&told);
        let Some(input) = inputs.iter().find(|input| !table.start.inputs.contains(input)).cloned() else { break };
        session.act(&input, 6).await?;
        session.look("started", 54).await?;
        let left = told.iter().all(|text| !texts(&session.seen).contains(text));
        if !left {
            break;
        }
        table.start.inputs.push(input);
        // Only now is it play: what was looked at before was a menu.
        for shot in session.play.shots.iter_mut().rev().skip(1).filter(|shot| shot.label == "started") {
            shot.label = "between".into();
        }
    }
    Ok(())
}

/// Presses everything once more at other moments. What then differs from a play without it started something.
async fn insist(table: &mut Table<'_>, inputs: &[String]) -> Result<Option<String>, Fault> {
    let mut quiet = table.sit("nobody plays longer").await?;
    quiet.look("load", 30).await?;
    for _ in inputs {
        // In the same portions as below, so that the two can be compared.
        for frames in [15, 45, 3, 87] {
            quiet.step(frames).await?;
        }
    }
    for input in inputs {
        let mut session = table.sit("start attempt").await?;
        session.look("load", 30).await?;
        for _ in 0..inputs.len() {
            session.act(input, 15).await?;
            session.step(45).await?;
            session.act(input, 3).await?;
            session.step(87).await?;
        }
        let changed = session.traces != quiet.traces;
        table.rise(session).await?;
        if let Some(attempt) = table.start.attempts.iter_mut().find(|attempt| attempt.input == *input) {
            attempt.changed |= changed;
        }
        if changed {
            table.rise(quiet).await?;
            return Ok(Some(input.clone()));
        }
    }
    table.rise(quiet).await?;
    Ok(None)
}

fn reloaded(session: &Session) -> bool {
    session.play.incidents().any(|incident| incident.kind == "reload")
}

/// Whether the game goes on by itself, or waits for moves with nothing in front of it.
fn running(title: &Moment, idle: &Moment, table: &Table<'_>) -> bool {
    table.start.told.is_empty()
        && (title.picture != idle.picture || title.trace != idle.trace || title.state != idle.state)
        || table.promises.start.is_none() && start_texts(title).is_empty() && !title.page.is_empty()
}

/// Whether the start screen was left: what told to start is gone, or what the game calls its state changed, or
/// something in the page came or went.
fn left(title: &Moment, now: &Moment, idle: &Moment) -> bool {
    let before = start_texts(title);
    let after = texts(now);
    if !before.is_empty() && before.iter().all(|text| !after.contains(text)) {
        return true;
    }
    let mode = now.state.iter().any(|(path, value)| {
        let shallow = !path.contains('[') && path.matches('.').count() <= 2;
        shallow
            && matches!(value, Value::String(_) | Value::Bool(_))
            && idle.state.get(path).is_some_and(|other| other != value && !other.is_null())
    });
    let elements = |moment: &Moment| {
        moment
            .page
            .iter()
            .filter(|element| element.acts || !element.id.is_empty())
            .map(|element| (element.id.clone(), element.acts))
            .collect::<Vec<_>>()
    };
    mode || elements(now) != elements(idle)
}
