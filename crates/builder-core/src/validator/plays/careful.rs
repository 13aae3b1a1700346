use std::collections::BTreeMap;

use super::{
    Session, Table,
    endings::{Watch, finish},
};
use crate::{
    ports::{Fault, Moment},
    validator::{
        bot::{
            ends::signs,
            learner::{Learner, TURN},
            tracks::{FREE_MIN, Tracks},
            values::{Meaning, meaning, shown_values},
        },
        checks::{BIRTHS_MIN, PASSED_MIN},
        plays::controls::HOLD,
        record::{BotSeen, PlayRecord, ThingSeen},
        twins::purpose,
    },
};

/// Decisions in a play, and in one that still has something to decide.
const TURNS: u32 = 240;
const TURNS_LONG: u32 = 1000;
/// Decisions while what has to be cleared becomes less and less.
const TURNS_CLEARING: u32 = 2400;
/// First turns, in which every frame is looked at where something is shot.
const FINE_TURNS: u32 = 110;
/// Simulated seconds for which nothing is done at last.
const LET_GO_SECONDS: u32 = 12;
/// Turns in which there has to be one thing less, for it to be a way to a win.
const CLEARING_TURNS: u32 = 240;
/// Turns after which what goes on along one line may be caught there.
const CAUGHT_TURNS: u32 = 30;
/// Games after which no further one is begun.
const GAMES: u32 = 10;

/// Plays by learning: seeks what gave points and shuns what hurt, for as long as something is open.
pub(super) async fn careful(table: &mut Table<'_>, record: &mut PlayRecord) -> Result<(), Fault> {
    let Some(still) = table.tried.get("") else { return Ok(()) };
    let purposes: Vec<(String, String)> =
        record.controls.iter().map(|control| (control.input.clone(), purpose(&table.plays, control))).collect();
    let tried = table.tried.iter().filter(|(_, done)| !done.broken).map(|(input, done)| {
        let purpose = purposes.iter().find(|(known, _)| known == input).map_or("", |(_, purpose)| purpose.as_str());
        (input.as_str(), purpose, vec![done.look("held"), done.look("early")])
    });
    let Some(mut learner) = Learner::of(&[still.look("held"), still.look("early")], tried, &[HOLD, HOLD / 2]) else {
        return Ok(());
    };
    let mut session = table.sit("careful").await?;
    table.begin(&mut session).await?;
    session.look("playing", 24).await?;
    let mut playing = session.seen.clone();
    let mut held: Option<String> = None;
    let (mut said, mut games, mut longest_ms) = (0, 1, 0.0_f64);
    let mut glance = playing.clone();
    let restart = record.restarts.iter().find(|attempt| attempt.worked).map(|attempt| attempt.input.clone());
    let mut gone_turns = 0;
    let mut goes_on = true;
    for turn in 0..TURNS_CLEARING {
        // Asked now and then: it goes through everything that was seen.
        if turn >= TURNS && turn % 30 == 0 {
            goes_on = clearing(table, record, &learner)
                || turn < TURNS_LONG && (open(table, record, &session) || undecided(&learner));
        }
        if session.hung() || !table.time_is_left() || games > GAMES || turn >= TURNS && !goes_on {
            break;
        }
        let decision = learner.decide(&glance);
        gone_turns = gone_turns.max(learner.gone_turns);
        if gone_turns * TURN > 600 {
            break;
        }
        if decision.hold != held {
            if let Some(key) = held.take() {
                session.up(&key).await?;
            }
            if let Some(key) = &decision.hold {
                session.down(key).await?;
            }
            held = decision.hold;
        }
        for key in &decision.tap {
            session.down(key).await?;
        }
        glance = if learner.shoots() && (turn < FINE_TURNS || too_few_passed(&learner)) {
            for _ in 1..TURN {
                learner.glimpse(&session.glance(1).await?);
            }
            let last = session.glance(1).await?;
            learner.glimpse(&last);
            last
        } else {
            session.glance(TURN).await?
        };
        for key in &decision.tap {
            session.up(key).await?;
        }
        if turn % 30 == 29 {
            session.look("careful", 1).await?;
            glance = session.seen.clone();
        }
        said = if signs(&playing, &glance).words.is_empty() { 0 } else { said + 1 };
        longest_ms = longest_ms.max(glance.ms - playing.ms);
        if said < 3 {
            continue;
        }
        learner.lost();
        if let Some(key) = held.take() {
            session.up(&key).await?;
        }
        session.look("end", 6).await?;
        let found = signs(&playing, &session.seen);
        match &restart {
            Some(input) if record.end.is_some() => {
                session.look("waiting", 60).await?;
                session.act(input, 6).await?;
                session.look("restarted", 3).await?;
            }
            _ => {
                let watch = Watch::new(playing.clone());
                finish(table, record, &mut session, found, &watch, "careful").await?;
            }
        }
        session.look("playing", 24).await?;
        if !signs(&playing, &session.seen).words.is_empty() {
            break;
        }
        playing = session.seen.clone();
        glance = playing.clone();
        learner.again();
        said = 0;
        games += 1;
    }
    if !session.hung() && table.time_is_left() && session.ms - playing.ms > 10_000.0 {
        let_go(&mut session, &playing, held.as_deref(), restart.as_deref()).await?;
    }
    record.bot = Some(BotSeen {
        games,
        longest_ms,
        all_gone: (gone_turns > 0).then(|| {
            let good: Vec<&str> =
                learner.known.iter().filter(|(_, known)| known.good > 0).map(|(name, _)| name.as_str()).collect();
            (good.join(", "), f64::from(gone_turns * TURN) * 1000.0 / 60.0)
        }),
        things: learner
            .known
            .iter()
            .map(|(name, known)| {
                let seen = |tracks: &Tracks| tracks.seen().get(name).copied().unwrap_or_default();
                (name, known, seen(&learner.tracks), seen(&learner.fine))
            })
            .map(|(name, known, seen, fine)| ThingSeen {
                name: name.clone(),
                hurts: known.hurts(),
                shot_through: fine.passed,
                thrown_back: seen.bounced,
                caught_ms: if seen.free >= FREE_MIN { f64::from(seen.caught * TURN) * 1000.0 / 60.0 } else { 0.0 },
                births: seen.births,
                births_on_player: seen.on_player,
                crossing: seen.crossing,
                good: known.good,
                bad: known.bad,
                touched_idle: known.idle,
                shot_idle: known.shot_idle,
                shot_hit: known.shot_hit,
                moves: known.moves,
                off_grid: learner.off_grid.get(name).copied(),
            })
            .collect(),
    });
    table.rise(session).await
}

/// Ends a long game by doing nothing, and starts the next: what a long game changed must not be there.
async fn let_go(
    session: &mut Session,
    playing: &Moment,
    held: Option<&str>,
    restart: Option<&str>,
) -> Result<(), Fault> {
    if let Some(key) = held {
        session.up(key).await?;
    }
    let Some(restart) = restart else { return Ok(()) };
    for _ in 0..LET_GO_SECONDS {
        session.look("careful", 60).await?;
        if session.hung() {
            return Ok(());
        }
        if !signs(playing, &session.seen).words.is_empty() {
            session.look("end", 12).await?;
            session.look("waiting", 60).await?;
            session.act(restart, 6).await?;
            session.look("restarted", 3).await?;
            return session.look("again", 24).await;
        }
    }
    Ok(())
}

/// Whether a little more play decides what was seen once: shots going through things, danger out of nothing, a ball
/// that goes on along one line.
fn undecided(learner: &Learner) -> bool {
    too_few_passed(learner) || uncounted_births(learner) || learner.tracks.caught_for() > CAUGHT_TURNS
}

/// Whether a shot was seen to go through something, and too few for a verdict.
fn too_few_passed(learner: &Learner) -> bool {
    let passed = learner.fine.seen().values().map(|seen| seen.passed).max().unwrap_or(0);
    (1..PASSED_MIN).contains(&passed)
}

/// Whether danger was seen to appear on the player, and too little of it was seen for a verdict.
fn uncounted_births(learner: &Learner) -> bool {
    let dangers = || {
        learner.known.iter().filter(|(_, known)| known.hurts()).filter_map(|(name, _)| learner.tracks.seen().get(name))
    };
    dangers().any(|seen| seen.on_player > 0) && dangers().map(|seen| seen.births).sum::<u32>() < BIRTHS_MIN
}

/// Whether a win is promised, and what gives points becomes less and less: it may be cleared.
fn clearing(table: &Table<'_>, record: &PlayRecord, learner: &Learner) -> bool {
    let open = table.promises.win.is_some() && !record.end.as_ref().is_some_and(|end| end.won);
    let lately = learner.fewest.is_some_and(|(_, at)| learner.turns < at + CLEARING_TURNS);
    open && (lately || learner.gone_turns > 0)
}

/// Whether something is promised that has not been seen yet.
fn open(table: &Table<'_>, record: &PlayRecord, session: &Session) -> bool {
    let stands = |wanted| stands_still(table, Some(session), wanted);
    stands(Meaning::Score) || stands(Meaning::Level) || table.promises.lose.is_some() && record.end.is_none()
}

/// Whether a value of that meaning is shown and was the same whenever it was seen in a long play.
pub(super) fn stands_still(table: &Table<'_>, session: Option<&Session>, wanted: Meaning) -> bool {
    let plays = table.plays.iter().chain(session.map(|session| &session.play));
    let looks = plays.filter(|play| play.is_long()).flat_map(|play| &play.shots);
    let mut seen: BTreeMap<String, f64> = BTreeMap::new();
    let shown = looks.filter(|shot| !shot.moment.ready.is_empty()).flat_map(|shot| shown_values(&shot.moment));
    for (label, value) in shown.filter(|(label, _)| meaning(label) == wanted) {
        if *seen.entry(label).or_insert(value) != value {
            return false;
        }
    }
    !seen.is_empty()
}
