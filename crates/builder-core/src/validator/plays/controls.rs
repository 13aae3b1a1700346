use super::{
    Session, Table,
    endings::is_pause,
    script::{Do, Script},
};
use crate::{
    ports::{Fault, Input, Moment},
    source::{codes_of, key_codes_in},
    validator::{
        bot::{
            texts::{has_word, inputs_in, texts},
            values::{numbers_changed, shown_values},
        },
        record::{ControlSeen, PauseSeen, PlayRecord},
    },
};

/// Frames a control is held, and frames until the next one.
pub(super) const HOLD: u32 = 12;
const REST: u32 = 12;

/// Tries every control in play by leaving it out: two plays that differ in one key press only.
pub(super) async fn try_all(table: &mut Table<'_>, record: &mut PlayRecord) -> Result<(), Fault> {
    let mut controls = known(table, record);
    alone(table, &mut controls).await?;
    let order: Vec<usize> = (0..controls.len()).filter(|at| controls[*at].untried.is_none()).collect();
    let reversed: Vec<usize> = order.iter().rev().copied().collect();
    let rotated: Vec<usize> = order.iter().skip(1).chain(order.iter().take(1)).copied().collect();
    // What only the source knows of is tried twice: nobody is promised anything.
    let worth = |control: &ControlSeen, round: usize| {
        !control.noticed && control.untried.is_none() && (round == 0 || control.promised)
    };
    for (round, (order, wait)) in [(order, 18), (reversed, 6), (rotated, 75)].into_iter().enumerate() {
        let open: Vec<usize> = order.iter().copied().filter(|at| worth(&controls[*at], round)).collect();
        if open.is_empty() || !table.time_is_left() {
            break;
        }
        let inputs: Vec<String> = order.iter().map(|at| controls[*at].input.clone()).collect();
        let whole = run(table, &inputs, None, wait, None).await?;
        for at in open {
            let Some(place) = order.iter().position(|other| *other == at) else { continue };
            let without = run(table, &inputs, Some(place), wait, None).await?;
            learn(&mut controls[at], &whole, &without, place);
        }
    }
    insist(table, &mut controls).await?;
    record.controls = controls;
    Ok(())
}

/// A play of one control and nothing else: what goes down and comes up again, or nothing.
pub(in crate::validator) fn single(control: Option<(Do, Do)>) -> Vec<Do> {
    let (down, up) = control.map_or((None, None), |(down, up)| (Some(down), Some(up)));
    let mut acts = vec![Do::Begin, Do::Wait(18), Do::Look("aim", 1), Do::Mark("pressed")];
    acts.extend(down);
    // Twice, since what has just come or was just hit blinks.
    acts.extend([Do::Look("early", HOLD / 2), Do::Look("held", HOLD / 2)]);
    acts.extend(up);
    acts.extend([Do::Wait(REST), Do::Look("tried", 18)]);
    acts
}

/// Each control alone beside a play without any: what most of them need to be seen.
async fn alone(table: &mut Table<'_>, controls: &mut [ControlSeen]) -> Result<(), Fault> {
    let open: Vec<usize> = (0..controls.len()).filter(|at| controls[*at].untried.is_none()).collect();
    let mut scripts = vec![Script::new("nothing", single(None))];
    for at in &open {
        let input = controls[*at].input.clone();
        let acts = if matches!(input.as_str(), "Click" | "Touch" | "Mouse") {
            vec![
                Do::Begin,
                Do::Wait(18),
                Do::Look("aim", 1),
                Do::Mark("pressed"),
                Do::Use(input.clone(), HOLD),
                Do::Wait(REST),
                Do::Look("tried", 18),
            ]
        } else {
            single(Some((Do::Down(input.clone()), Do::Up(input.clone()))))
        };
        scripts.push(Script::new("one control", acts));
    }
    let mut done = table.perform_all(scripts).await?.into_iter();
    let Some(nothing) = done.next() else { return Ok(()) };
    for (at, tried) in open.into_iter().zip(done) {
        let control = &mut controls[at];
        control.tries += 1;
        control.noticed |= tried.after("pressed") != nothing.after("pressed");
        control.remembered |= tried.look("tried").state != nothing.look("tried").state;
        table.tried.insert(control.input.clone(), tried);
    }
    table.tried.insert(String::new(), nothing);
    Ok(())
}

/// Promised controls that nothing came of yet: alone, after each way of steering (a snake cannot turn back), while
/// steering (a dash needs a direction), and again and again in the course of a longer play.
async fn insist(table: &mut Table<'_>, controls: &mut [ControlSeen]) -> Result<(), Fault> {
    let steering: Vec<String> = controls
        .iter()
        .filter(|control| control.noticed && (control.input.starts_with("Arrow") || control.input.starts_with("Key")))
        .map(|control| control.input.clone())
        .take(4)
        .collect();
    for control in controls.iter_mut().filter(|control| control.promised && control.untried.is_none()) {
        let mut befores: Vec<Vec<String>> = vec![Vec::new()];
        befores.extend(steering.iter().map(|key| vec![key.clone()]));
        for before in befores {
            if control.noticed || !table.time_is_left() {
                break;
            }
            let inputs: Vec<String> = before.iter().cloned().chain([control.input.clone()]).collect();
            let last = inputs.len() - 1;
            let with = run(table, &inputs, None, 30, None).await?;
            let without = run(table, &inputs, Some(last), 30, None).await?;
            learn(control, &with, &without, last);
        }
        for key in steering.iter().take(2) {
            if control.noticed || !table.time_is_left() {
                break;
            }
            let inputs = [control.input.clone()];
            let with = run(table, &inputs, None, 30, Some(key)).await?;
            let without = run(table, &inputs, Some(0), 30, Some(key)).await?;
            learn(control, &with, &without, 0);
        }
        let mut walk: Vec<String> = Vec::new();
        for turn in 0..10 {
            walk.extend(steering.get(turn * 7 % steering.len().max(1)).cloned());
            walk.extend(steering.get((turn * 3 + 1) % steering.len().max(1)).cloned());
            walk.push(control.input.clone());
        }
        if !control.noticed && table.time_is_left() && !steering.is_empty() {
            let with = run_without(table, &walk, None).await?;
            let without = run_without(table, &walk, Some(&control.input)).await?;
            learn(control, &with, &without, 0);
        }
    }
    Ok(())
}

/// A longer play in which one control is never used.
async fn run_without(table: &mut Table<'_>, inputs: &[String], without: Option<&str>) -> Result<Tried, Fault> {
    let mut session = table.sit("a longer walk").await?;
    table.begin(&mut session).await?;
    session.step(30).await?;
    for input in inputs {
        if without == Some(input.as_str()) {
            session.step(36).await?;
        } else {
            session.act(input, 36).await?;
        }
        session.step(REST).await?;
    }
    session.look("tried", 36).await?;
    let out = Tried { traces: std::mem::take(&mut session.traces), last: session.seen.clone(), begins: vec![0] };
    table.rise(session).await?;
    Ok(out)
}

/// What two plays that differ in one control tell about it.
fn learn(control: &mut ControlSeen, with: &Tried, without: &Tried, place: usize) {
    let from = with.begins.get(place).copied().unwrap_or(0).min(without.begins.get(place).copied().unwrap_or(0));
    control.tries += 1;
    control.noticed |= with.traces.get(from..) != without.traces.get(from..);
    control.remembered |= with.last.state != without.last.state;
}

/// Controls that are promised, told, or found in the source.
fn known(table: &Table<'_>, record: &PlayRecord) -> Vec<ControlSeen> {
    let mut out: Vec<ControlSeen> = Vec::new();
    let mut add = |input: String, action: &str, promised: bool, untried: Option<String>| match out
        .iter_mut()
        .find(|known| known.input == input)
    {
        Some(known) => {
            known.promised |= promised;
            if known.action.is_empty() {
                action.clone_into(&mut known.action);
            }
        }
        None => out.push(ControlSeen {
            input,
            action: action.to_owned(),
            promised,
            noticed: false,
            remembered: false,
            tries: 0,
            untried,
        }),
    };
    for control in &table.promises.controls {
        let codes = key_codes_in(&control.input);
        let lower = control.input.to_lowercase();
        for code in codes {
            let action = control.action.to_lowercase();
            let only_start =
                ["start", "restart", "launch", "relaunch", "begin"].iter().any(|word| has_word(&action, word))
                    && !["jump", "fire", "shoot", "serve", "move", "turn"].iter().any(|word| has_word(&action, word));
            let untried = if is_pause(&action, &code) {
                Some("tried apart, as a pause".to_owned())
            } else if only_start {
                Some("tried apart, as a start".to_owned())
            } else {
                None
            };
            let code =
                if code == "Click" && lower.contains("mouse") && (lower.contains("move") || lower.trim() == "mouse") {
                    "Mouse".to_owned()
                } else {
                    code
                };
            add(code, &control.action, true, untried);
        }
    }
    let mut told: Vec<String> = Vec::new();
    for play in &record.plays {
        for shot in play.shots.iter().take(4) {
            told.extend(texts(&shot.moment));
        }
    }
    for play in &table.plays {
        for shot in play.shots.iter().take(4) {
            told.extend(texts(&shot.moment));
        }
    }
    told.sort();
    told.dedup();
    for input in inputs_in(&told) {
        let apart = is_pause("", &input).then(|| "tried apart, as a pause".to_owned());
        let apart = apart.or_else(|| (input == "Enter").then(|| "tried apart, as a start".to_owned()));
        add(input, "", false, apart);
    }
    // What is promised suffices; without promises the source has to say what to try.
    let promised = !table.promises.controls.is_empty();
    for key in table.facts.running().flat_map(|script| &script.keys).filter(|_| !promised) {
        for code in codes_of(&key.via, &key.value) {
            let apart = is_pause("", &code).then(|| "tried apart, as a pause".to_owned());
            let apart = apart.or_else(|| {
                matches!(code.as_str(), "Enter" | "KeyR" | "KeyM").then(|| "found in the source only".to_owned())
            });
            add(code, "", false, apart);
        }
    }
    out.truncate(16);
    out
}

/// What a play with some controls gives.
struct Tried {
    /// Everything noticed, at intervals.
    traces: Vec<u64>,
    /// How it was in the end.
    last: Moment,
    /// Where in the traces each control begins.
    begins: Vec<usize>,
}

/// One play in which every control is used in turn, but for the one that is left out, with another held throughout.
async fn run(
    table: &mut Table<'_>,
    inputs: &[String],
    without: Option<usize>,
    wait: u32,
    held: Option<&str>,
) -> Result<Tried, Fault> {
    let name = if without.is_some() { "one control left out" } else { "every control" };
    let mut session = table.sit(name).await?;
    table.begin(&mut session).await?;
    session.step(wait).await?;
    if let Some(held) = held {
        session.down(held).await?;
        session.step(6).await?;
    }
    let mut begins = Vec::new();
    for (at, input) in inputs.iter().enumerate() {
        if matches!(input.as_str(), "Click" | "Touch") && session.seen.canvases.is_empty() {
            // Where things of the page are clicked, something has to be there.
            session.look("aim", 1).await?;
        }
        begins.push(session.traces.len());
        if without == Some(at) {
            session.step(HOLD / 2).await?;
            session.step(HOLD / 2).await?;
        } else {
            used(&mut session, input).await?;
        }
        session.step(REST).await?;
    }
    session.look("tried", 36).await?;
    let out = Tried { traces: std::mem::take(&mut session.traces), last: session.seen.clone(), begins };
    table.rise(session).await?;
    Ok(out)
}

/// Something that listens, not a button of the frame if there is anything else.
fn aim(session: &Session) -> Option<(f64, f64)> {
    let all: Vec<_> = session.seen.page.iter().filter(|element| element.acts && !element.disabled).collect();
    let own =
        all.iter().find(|element| element.id.is_empty()).or_else(|| all.iter().find(|element| element.tag != "button"));
    own.or(all.first())
        .map(|element| (element.area[0] + element.area[2] / 2.0, element.area[1] + element.area[3] / 2.0))
}

/// Uses a control for as long as all of them are used.
pub(super) async fn used(session: &mut Session, input: &str) -> Result<(), Fault> {
    if matches!(input, "Click" | "Touch")
        && session.seen.canvases.is_empty()
        && let Some(place) = aim(session)
    {
        session.click(place).await?;
        session.step(HOLD / 2).await?;
        return session.step(HOLD / 2).await;
    }
    if input == "Mouse" {
        // First over the game, then with the button held: some games follow, others are dragged.
        let (x, y) = session.middle();
        session.inputs(&[Input::Move { x: x - 90.0, y: y + 40.0 }]).await?;
        session.step(HOLD / 2).await?;
        session.inputs(&[Input::Press { x: x - 90.0, y: y + 40.0 }, Input::Move { x: x + 110.0, y: y - 30.0 }]).await?;
        session.step(HOLD / 2).await?;
        return session.inputs(&[Input::Release { x: x + 110.0, y: y - 30.0 }]).await;
    }
    session.act(input, HOLD).await
}

/// Pauses and goes on, if the game offers it.
pub(super) async fn pause(table: &mut Table<'_>, record: &mut PlayRecord) -> Result<(), Fault> {
    let promised = table
        .promises
        .controls
        .iter()
        .filter(|control| is_pause(&control.action, ""))
        .flat_map(|control| key_codes_in(&control.input))
        .find(|code| code.starts_with("Key") || code == "Escape" || code == "Space");
    let told = record
        .controls
        .iter()
        .find(|control| control.input == "KeyP" && !control.promised)
        .map(|control| control.input.clone());
    let Some(input) = promised.clone().or(told) else { return Ok(()) };
    let mut session = table.sit("pause").await?;
    table.begin(&mut session).await?;
    session.look("playing", 24).await?;
    session.look("before pause", 30).await?;
    let (playing, before) = (session.play.shot("playing").cloned().unwrap_or_default(), session.seen.clone());
    session.act(&input, 3).await?;
    session.look("paused", 9).await?;
    let paused = session.seen.clone();
    session.look("still paused", 120).await?;
    let still = session.seen.clone();
    session.act(&input, 3).await?;
    session.look("resumed", 30).await?;
    let resumed = session.seen.clone();
    session.look("resumed", 30).await?;
    let words: Vec<String> = texts(&paused)
        .into_iter()
        .filter(|text| text.to_lowercase().contains("paus") && !texts(&before).contains(text))
        .collect();
    let shown = shown_values(&still);
    let went_on = shown_values(&paused)
        .into_iter()
        .filter_map(|(label, was)| {
            let now = *shown.get(&label)?;
            (now != was).then(|| (label, was.to_string(), now.to_string()))
        })
        .collect();
    record.pause = Some(PauseSeen {
        promised: promised.is_some(),
        input,
        changed: !words.is_empty() || paused.page.len() != before.page.len() || state_changed(&before, &paused),
        words,
        went_on,
        moved: (
            numbers_changed(&playing, &before) > 0,
            numbers_changed(&paused, &still) > 0,
            numbers_changed(&resumed, &session.seen) > 0,
        ),
    });
    table.rise(session).await
}

/// Whether a variable that is no number changed: a state by name.
fn state_changed(before: &Moment, after: &Moment) -> bool {
    before.state.iter().any(|(path, value)| {
        !value.is_number() && !path.contains('[') && after.state.get(path).is_some_and(|other| other != value)
    })
}

/// The same second of play at 60 and at 120 frames a second, with the first control held and without it.
pub(super) async fn rates(table: &mut Table<'_>, record: &mut PlayRecord) -> Result<(), Fault> {
    let held = record
        .controls
        .iter()
        .find(|control| control.noticed && (control.input.starts_with("Arrow") || control.input.starts_with("Key")))
        .map(|control| control.input.clone());
    let Some(input) = held else { return Ok(()) };
    let play = |name: &str, hz: u32, press: bool| {
        let mut acts = vec![Do::Begin, Do::Wait(6), Do::Look("started", 6)];
        acts.extend(press.then(|| Do::Down(input.clone())));
        acts.extend([Do::WaitAt(24 * hz / 60, hz), Do::Look("there", 1)]);
        Script::new(name, acts)
    };
    table
        .perform_all(vec![
            play("slow", 60, true),
            play("fast", 120, true),
            play("slow idle", 60, false),
            play("fast idle", 120, false),
        ])
        .await?;
    Ok(())
}
