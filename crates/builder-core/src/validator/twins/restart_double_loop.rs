use std::collections::BTreeMap;

use serde_json::Value;

use super::{TwinCheck, broken, number, seen, timer_stacking::callbacks};
use crate::{
    ports::Fault,
    validator::{
        bot::rates::speed_ratio,
        plays::{
            Table,
            script::{Do, Script},
        },
        record::TwinSeen,
    },
};

const KIND: &str = "restart-double-loop";

/// The first game and the second are measured at the same age; the second where an end was reached, see
/// [`first_game`].
pub(super) const CHECK: TwinCheck = TwinCheck {
    id: KIND,
    none: "no second game was seen",
    fix: "Cancel the old frame or timer before a new game starts its own.",
    wrong: |twin| {
        let speed = number(twin, "speed_ratio")?;
        (speed >= 1.5 && number(twin, "callbacks_ratio")? >= 1.35).then(|| {
            format!("The second game runs {speed:.1} times as fast as the first: another loop or timer was started.")
        })
    },
};

/// Frames for which both games are measured.
pub(in crate::validator) const FOR: u32 = 42;

/// Compares a second game, of which callbacks and variables were watched so many frames after its start, with a
/// first one of the same age.
pub(in crate::validator) async fn first_game(
    table: &mut Table<'_>,
    frames: u32,
    second: (f64, Vec<BTreeMap<String, Value>>),
) -> Result<TwinSeen, Fault> {
    let acts = [Do::Begin, Do::Wait(frames.saturating_sub(6)), Do::Look("from", 0), Do::Watch(FOR), Do::Look("to", 0)];
    let done = table.perform_all(vec![Script::new("first game", acts)]).await?;
    let Some(first) = done.first().filter(|done| !done.broken) else { return Ok(broken(KIND, "")) };
    let (speed, moving) = speed_ratio(&first.watched, &second.1);
    Ok(seen(
        KIND,
        "",
        [
            ("speed_ratio", speed.into()),
            ("moving", moving.into()),
            ("callbacks_ratio", (second.0 / callbacks(first).max(1.0)).into()),
        ],
    ))
}
