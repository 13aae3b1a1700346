use super::{Session, Table, session::pressable};
use crate::{
    ports::{Fault, Moment},
    source::key_codes_in,
    validator::{
        bot::{
            ends::{self, Signs, signs},
            texts::{AGAIN_WORDS, button_fits, inputs_in},
            values::{Meaning, meaning, numbers_changed, shown_values},
        },
        record::{Attempt, EndSeen, PlayRecord},
        twins::{self, restart_double_loop},
    },
};

/// Simulated seconds after which an idle player has seen enough.
const IDLE_SECONDS: u32 = 75;
/// Simulated seconds after which a game that lets an idle player be is one without that end.
const IDLE_SECONDS_LONG: u32 = 240;
/// Simulated seconds of careless play.
const CARELESS_SECONDS: u32 = 100;

/// Milliseconds after the start within which an end comes at once.
const AT_ONCE_MS: f64 = 1000.0;

/// Goes on with a play that has just been started, doing nothing, and sees what comes of it. Returns whether the
/// page hangs.
pub(super) async fn idle(
    table: &mut Table<'_>,
    record: &mut PlayRecord,
    mut session: Session,
    _nobody: &Moment,
) -> Result<bool, Fault> {
    if session.play.shot("started").is_none() {
        session.look("started", 30).await?;
    }
    let playing = session.seen.clone();
    // Over before anybody could look: then the title is all there is to compare with.
    let title = session.play.shot("load").cloned().unwrap_or_default();
    let at_once = signs(&title, &playing);
    let over_at_once = at_once.certain() && !title.ready.is_empty() && !table.start.by_itself;
    let mut watch = Watch::new(if over_at_once { title } else { playing });
    if over_at_once {
        finish(table, record, &mut session, at_once, &watch, "idle").await?;
        if let Some(end) = &mut record.end {
            end.after_start_ms = AT_ONCE_MS;
        }
    }
    if !over_at_once {
        wait(table, record, &mut session, &mut watch, IDLE_SECONDS).await?;
    }
    let hung = session.hung();
    table.rise(session).await?;
    Ok(hung)
}

/// Does nothing for so many simulated seconds, or until the end.
async fn wait(
    table: &mut Table<'_>,
    record: &mut PlayRecord,
    session: &mut Session,
    watch: &mut Watch,
    seconds: u32,
) -> Result<(), Fault> {
    let play = session.play.name.clone();
    for _ in 0..seconds {
        if session.hung() || !table.time_is_left() {
            break;
        }
        session.look("idle", 60).await?;
        if let Some(signs) = watch.over(&session.seen) {
            return finish(table, record, session, signs, watch, &play).await;
        }
        // Nothing waits to run and nothing moves: it will stay so for ever.
        if session.seen.frames_booked == 0 && session.seen.timers_booked == 0 && watch.still >= 3 {
            break;
        }
    }
    Ok(())
}

/// Waits for long where an end is promised or lives are shown, and no other play came to it.
pub(super) async fn outlast(table: &mut Table<'_>, record: &mut PlayRecord) -> Result<(), Fault> {
    let lives = || table.plays.iter().flat_map(|play| &play.shots).flat_map(|shot| shown_values(&shot.moment));
    let due = table.promises.lose.is_some() || lives().any(|(label, _)| meaning(&label) == Meaning::Lives);
    if record.end.is_some() || !due || !table.time_is_left() {
        return Ok(());
    }
    let mut session = table.sit("idle for long").await?;
    table.begin(&mut session).await?;
    session.look("started", 30).await?;
    let mut watch = Watch::new(session.seen.clone());
    wait(table, record, &mut session, &mut watch, IDLE_SECONDS_LONG).await?;
    table.rise(session).await
}

/// What is watched for while playing.
pub(super) struct Watch {
    playing: Moment,
    last: Moment,
    /// Consecutive looks with words of an end, without a variable to go with them.
    said: u32,
    /// Consecutive looks in which nothing moved.
    still: u32,
    busy: usize,
}

impl Watch {
    pub(super) fn new(playing: Moment) -> Self {
        Self { last: playing.clone(), playing, said: 0, still: 0, busy: 0 }
    }

    /// Whether the game is over by now, and what says so.
    pub(super) fn over(&mut self, now: &Moment) -> Option<Signs> {
        let moved = numbers_changed(&self.last, now);
        self.still = if moved == 0 && self.last.picture == now.picture { self.still + 1 } else { 0 };
        let slow = moved * 3 < self.busy;
        self.busy = self.busy.max(moved);
        self.last = now.clone();
        let signs = signs(&self.playing, now);
        self.said = if signs.words.is_empty() { 0 } else { self.said + 1 };
        let over = signs.certain() || self.said >= 2 || signs.mode.is_some() && (slow || self.still > 0);
        (over && signs.any()).then_some(signs)
    }
}

/// The end has come: sees what happens after it, and tries to play again.
pub(super) async fn finish(
    table: &mut Table<'_>,
    record: &mut PlayRecord,
    session: &mut Session,
    signs: Signs,
    watch: &Watch,
    play: &str,
) -> Result<(), Fault> {
    let first = record.end.is_none();
    session.look("end", 6).await?;
    if first {
        table.picture("end", session).await?;
        record.end = Some(EndSeen {
            play: play.to_owned(),
            after_start_ms: session.ms - watch.playing.ms,
            won: ends::is_victory(&signs.words, signs.mode.as_ref().map(|mode| mode.2.as_str())),
            words: signs.words,
            mode: signs.mode,
        });
    }
    if !first {
        return Ok(());
    }
    // What still moves two seconds after the end is not an animation of the end.
    session.look("end settled", 150).await?;
    for _ in 0..5 {
        session.look("after end", 60).await?;
    }
    let words = &record.end.as_ref().map(|end| end.words.clone()).unwrap_or_default();
    let inputs = candidates(table, session, words);
    for round in 0..3 {
        for (input, promised, told) in &inputs {
            let before = session.seen.clone();
            let reloads = count(session, "reload");
            session.act(input, 6).await?;
            // Soon, since a game that runs too fast may be over again; later, since a lead-in may keep the words.
            let (mut reloaded, mut changed, mut worked, mut frames) = (false, false, false, 6);
            for wait in [3, 45, 60] {
                if frames > 40 && !changed {
                    break;
                }
                session.look("restart attempt", wait).await?;
                frames += wait;
                reloaded = count(session, "reload") > reloads;
                changed |= session.seen.trace != before.trace;
                worked = reloaded || !signs_left(&watch.playing, &session.seen);
                if worked {
                    break;
                }
            }
            match record.restarts.iter_mut().find(|attempt| attempt.input == *input) {
                Some(attempt) => {
                    attempt.changed |= changed;
                    attempt.worked |= worked;
                }
                None => record.restarts.push(Attempt {
                    input: input.clone(),
                    promised: *promised,
                    told: *told,
                    changed,
                    worked,
                }),
            }
            if worked {
                session.look("restarted", 1).await?;
                frames += 1;
                // At the same age as in the first game.
                let callbacks = |moment: &Moment| moment.counts.frame + moment.counts.timer;
                session.look("second from", 0).await?;
                let before = callbacks(&session.seen);
                let watched = session.watch(restart_double_loop::FOR).await?;
                session.look("again", 0).await?;
                let ran = callbacks(&session.seen).saturating_sub(before) as f64;
                if !reloaded && !session.hung() {
                    let seen = twins::first_game(table, frames, (ran, watched)).await?;
                    record.twins.push(seen);
                }
                return Ok(());
            }
        }
        if round < 2 {
            session.look("waiting", 90).await?;
        }
    }
    Ok(())
}

/// The end has come: sees to it and begins the next game. Whether there is one.
pub(super) async fn next_game(
    table: &mut Table<'_>,
    record: &mut PlayRecord,
    session: &mut Session,
    signs: Signs,
    watch: &mut Watch,
) -> Result<bool, Fault> {
    let play = session.play.name.clone();
    finish(table, record, session, signs, watch, &play).await?;
    let Some(again) = record.restarts.iter().find(|attempt| attempt.worked).map(|attempt| attempt.input.clone()) else {
        return Ok(false);
    };
    if signs_left(&watch.playing, &session.seen) {
        session.act(&again, 6).await?;
    }
    session.look("playing", 30).await?;
    *watch = Watch::new(session.seen.clone());
    Ok(true)
}

fn count(session: &Session, kind: &str) -> usize {
    session.play.incidents().filter(|incident| incident.kind == kind).count()
}

/// Whether anything still says that it is over.
fn signs_left(playing: &Moment, now: &Moment) -> bool {
    let signs = signs(playing, now);
    !signs.words.is_empty() || signs.mode.is_some()
}

/// What may start a new game: promised, told, buttons, and what is usual.
fn candidates(table: &Table<'_>, session: &Session, words: &[String]) -> Vec<(String, bool, bool)> {
    let promised = table.promises.restart.as_deref().map(key_codes_in).unwrap_or_default();
    let told = inputs_in(words);
    let mut out: Vec<(String, bool, bool)> = Vec::new();
    let mut add = |input: String, promised: bool, told: bool| {
        if !out.iter().any(|(known, ..)| *known == input) {
            out.push((input, promised, told));
        }
    };
    for input in promised.iter().filter(|input| !matches!(input.as_str(), "Click" | "Touch")) {
        add(input.clone(), true, told.contains(input));
    }
    for input in told.iter().filter(|input| !matches!(input.as_str(), "Click" | "Touch")) {
        add(input.clone(), false, true);
    }
    for (number, element) in pressable(&session.seen).enumerate() {
        if button_fits(element, AGAIN_WORDS) {
            let input =
                if element.id.is_empty() { format!("Click button {number}") } else { format!("Click #{}", element.id) };
            add(input, promised.iter().any(|input| input == "Click"), true);
        }
    }
    add(
        "Click".into(),
        promised.iter().any(|input| matches!(input.as_str(), "Click" | "Touch")),
        told.iter().any(|input| matches!(input.as_str(), "Click" | "Touch")),
    );
    let start = table.start.inputs.last().cloned().into_iter();
    for input in start.chain(["Enter", "Space", "KeyR"].map(str::to_owned)) {
        add(input, false, false);
    }
    for (number, element) in pressable(&session.seen).enumerate() {
        let input =
            if element.id.is_empty() { format!("Click button {number}") } else { format!("Click #{}", element.id) };
        add(input, false, false);
    }
    out.truncate(14);
    out
}

/// Where the first end came within a second of the start: starts again with other inputs at once.
pub(super) async fn quick(table: &mut Table<'_>, record: &PlayRecord) -> Result<(), Fault> {
    if record.end.as_ref().is_none_or(|end| end.after_start_ms > 1200.0) {
        return Ok(());
    }
    let keys =
        record.controls.iter().filter(|control| control.untried.is_none()).map(|control| Some(control.input.clone()));
    let tries: Vec<Option<String>> = std::iter::once(None).chain(keys).take(6).collect();
    for input in tries {
        let mut session = table.sit("quick").await?;
        table.begin(&mut session).await?;
        let before = session.play.shot("load").cloned().unwrap_or_default();
        // Nobody reacts sooner.
        session.step(12).await?;
        match input {
            Some(input) => session.act(&input, 3).await?,
            None => session.step(3).await?,
        }
        session.look("quick", 39).await?;
        let over = signs(&before, &session.seen);
        if over.certain() || !over.words.is_empty() && session.seen.frames_booked + session.seen.timers_booked == 0 {
            session.mark("over at once");
        }
        table.rise(session).await?;
    }
    Ok(())
}

/// Plays without thought: holds this and that, presses what acts, and starts again after an end.
pub(super) async fn careless(table: &mut Table<'_>, record: &mut PlayRecord) -> Result<(), Fault> {
    let mut session = table.sit("careless").await?;
    table.begin(&mut session).await?;
    session.look("playing", 24).await?;
    let mut watch = Watch::new(session.seen.clone());
    let keys: Vec<String> = record
        .controls
        .iter()
        .filter(|control| control.noticed && !is_pause(&control.action, &control.input))
        .map(|control| control.input.clone())
        .filter(|input| !matches!(input.as_str(), "Touch"))
        .collect();
    let act = table.start.inputs.last().cloned();
    let mut chance = Chance(u64::from(table.world.seed) + 7);
    let mut ended = 0;
    for second in 0..CARELESS_SECONDS {
        if session.hung() || !table.time_is_left() {
            break;
        }
        // Half of the time one key is held for long, so that walls, edges and pits are reached.
        let mut held = None;
        if !keys.is_empty() {
            let key = &keys[chance.below(keys.len())];
            if matches!(key.as_str(), "Click" | "Mouse") {
                let place = somewhere(&session, &mut chance);
                session.click(place).await?;
            } else {
                session.down(key).await?;
                held = Some(key.clone());
            }
        }
        for _ in 0..2 {
            session.step(15).await?;
            if !keys.is_empty() {
                let key = keys[chance.below(keys.len())].clone();
                if Some(&key) != held.as_ref() && !matches!(key.as_str(), "Click" | "Mouse") {
                    session.act(&key, 6).await?;
                } else {
                    session.step(6).await?;
                }
            } else {
                session.step(6).await?;
            }
            pop_targets(&mut session, &mut chance).await?;
        }
        if session.seen.canvases.is_empty() {
            session.look("careless step", 6).await?;
            pop_targets(&mut session, &mut chance).await?;
        }
        session.look(if second % 10 == 9 { "careless" } else { "careless step" }, 18).await?;
        if let Some(key) = held {
            session.up(&key).await?;
        }
        if let Some(signs) = watch.over(&session.seen) {
            ended += 1;
            if !next_game(table, record, &mut session, signs, &mut watch).await? || ended > 6 {
                break;
            }
        } else if let Some(input) = act.as_ref().filter(|_| record.end.is_none() && second % 3 == 2) {
            // Serves the ball again, lifts off again: what the start does in the middle of play.
            session.act(input, 6).await?;
        }
        if record.end.is_some() && second >= 35 {
            break;
        }
    }
    table.rise(session).await
}

/// Presses things in the page that are not buttons of the frame, such as targets made by the script.
async fn pop_targets(session: &mut Session, chance: &mut Chance) -> Result<(), Fault> {
    let targets: Vec<[f64; 4]> = session
        .seen
        .page
        .iter()
        .filter(|element| {
            element.acts && !element.disabled && !element.covered && (element.id.is_empty() || element.tag != "button")
        })
        .map(|element| element.area)
        .collect();
    if session.seen.canvases.is_empty() && !targets.is_empty() {
        let area = targets[chance.below(targets.len())];
        session.click((area[0] + area[2] / 2.0, area[1] + area[3] / 2.0)).await?;
    }
    Ok(())
}

pub(super) fn somewhere(session: &Session, chance: &mut Chance) -> (f64, f64) {
    let area = session
        .seen
        .canvases
        .iter()
        .filter(|canvas| canvas.shown)
        .map(|canvas| canvas.area)
        .max_by(|a, b| (a[2] * a[3]).total_cmp(&(b[2] * b[3])))
        .unwrap_or([200.0, 150.0, 880.0, 420.0]);
    let part = |chance: &mut Chance| 0.08 + 0.84 * (chance.below(1000) as f64 / 1000.0);
    let x = (area[0] + area[2] * part(chance)).clamp(1.0, f64::from(session.play.screen.width) - 2.0);
    let y = (area[1] + area[3] * part(chance)).clamp(1.0, f64::from(session.play.screen.height) - 2.0);
    (x, y)
}

/// Whether a control pauses.
pub(super) fn is_pause(action: &str, input: &str) -> bool {
    let action = action.to_lowercase();
    action.contains("pause") || action.is_empty() && matches!(input, "KeyP" | "Escape")
}

/// Numbers that look random and are the same every time.
pub(super) struct Chance(pub(super) u64);

impl Chance {
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound.max(1)
    }
}
