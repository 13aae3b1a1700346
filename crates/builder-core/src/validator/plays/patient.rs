use std::collections::BTreeMap;

use super::{
    Table,
    careful::stands_still,
    endings::{Chance, Watch, is_pause, next_game, somewhere},
};
use crate::{
    ports::{Fault, Moment},
    validator::{
        bot::{
            eyes::board,
            learner::way_of,
            values::{Meaning, meaning, shown_values},
        },
        record::PlayRecord,
    },
};

/// Simulated seconds of patient play.
const SECONDS: f64 = 120.0;
/// Frames waited before an act: what swings or fills up is met at another moment each time.
const WAIT: std::ops::Range<usize> = 12..140;
/// Frames for which a key is held: what is charged or turned by holding gets as far as it can.
const HOLDS: [u32; 5] = [4, 4, 14, 32, 70];
/// Frames between the places of a pair, and after both.
const BETWEEN: u32 = 14;
const AFTER: u32 = 24;

/// Plays where thought or the right moment is all. Only where no other play changed the score that is shown.
///
/// On a board one place is chosen together with every other in turn: whatever belongs together is found that way.
/// Else something is done now and then, for a moment or for long, with waits of any length in between.
pub(super) async fn patient(table: &mut Table<'_>, record: &mut PlayRecord) -> Result<(), Fault> {
    let keys: Vec<String> = record
        .controls
        .iter()
        .filter(|control| control.noticed && !is_pause(&control.action, &control.input))
        .map(|control| control.input.clone())
        .filter(|input| !matches!(input.as_str(), "Touch" | "Mouse"))
        .collect();
    if keys.is_empty() || !table.time_is_left() || !stands_still(table, None, Meaning::Score) {
        return Ok(());
    }
    // What acts decides, and what steers only leads up to it.
    let (ways, acts): (Vec<String>, Vec<String>) = keys.iter().cloned().partition(|key| way_of(key).is_some());
    let mut session = table.sit("patient").await?;
    table.begin(&mut session).await?;
    session.look("playing", 24).await?;
    let before = scores(&session.seen);
    let mut watch = Watch::new(session.seen.clone());
    let mut chance = Chance(u64::from(table.world.seed) + 11);
    let began = session.ms;
    let mut pairs = 0;
    while session.ms - began < SECONDS * 1000.0 && !session.hung() && table.time_is_left() {
        let places = if keys.iter().any(|key| key == "Click") { board(&session.seen) } else { Vec::new() };
        // Two rounds tell; what looks like a board and is none must not take all the time.
        if pairs >= places.len() * 2 {
            session.step((WAIT.start + chance.below(WAIT.len())) as u32).await?;
            let from = if ways.is_empty() || !acts.is_empty() && chance.below(5) < 3 { &acts } else { &ways };
            let key = from[chance.below(from.len())].clone();
            if key == "Click" {
                let place = somewhere(&session, &mut chance);
                session.click(place).await?;
            } else {
                session.act(&key, HOLDS[chance.below(HOLDS.len())]).await?;
            }
        } else {
            let (first, second) = pair(pairs, places.len());
            pairs += 1;
            session.click(places[first]).await?;
            session.step(BETWEEN).await?;
            session.click(places[second]).await?;
        }
        session.look("patient", AFTER).await?;
        if scores(&session.seen).iter().any(|(label, now)| before.get(label).is_some_and(|was| was != now)) {
            break;
        }
        if let Some(signs) = watch.over(&session.seen)
            && !next_game(table, record, &mut session, signs, &mut watch).await?
        {
            break;
        }
    }
    table.rise(session).await
}

/// The scores that are shown, by their labels.
fn scores(moment: &Moment) -> BTreeMap<String, f64> {
    shown_values(moment).into_iter().filter(|(label, _)| meaning(label) == Meaning::Score).collect()
}

/// The pair of places with that number: the first place with each other one, then the second with each other one.
fn pair(number: usize, places: usize) -> (usize, usize) {
    let others = places.saturating_sub(1).max(1);
    let first = number / others % places.max(1);
    (first, (first + 1 + number % others) % places.max(1))
}

#[cfg(test)]
mod tests {
    use super::pair;

    #[test]
    fn one_place_is_tried_with_every_other() {
        let pairs: Vec<(usize, usize)> = (0..6).map(|number| pair(number, 4)).collect();
        assert_eq!(pairs, [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (1, 0)]);
        assert_eq!(pair(0, 1), (0, 0));
    }
}
