use super::{Twin, TwinCheck, broken, number, seen};
use crate::validator::{
    bot::rates::speed_ratio,
    plays::script::{Do, Done, Script},
};

const KIND: &str = "timer-stacking";

/// What starts the game is used again while it runs. The twin waits for as long.
pub(super) const TWIN: Twin = Twin {
    ask: |table, _| {
        Box::pin(async move {
            let Some(start) = table.start.inputs.last().cloned() else { return Ok(Vec::new()) };
            let play = |again: bool| {
                let act = if again { Do::Use(start.clone(), 6) } else { Do::Wait(6) };
                Script::new(
                    if again { "started twice" } else { "started once" },
                    [
                        Do::Begin,
                        Do::Look("between", 24),
                        act,
                        Do::Wait(6),
                        Do::Look("from", 0),
                        Do::Watch(120),
                        Do::Look("to", 0),
                    ],
                )
            };
            let Some((once, twice)) = table.pair(play(false), play(true)).await? else {
                return Ok(vec![broken(KIND, &start)]);
            };
            let (speed, moving) = speed_ratio(&once.watched, &twice.watched);
            Ok(vec![seen(
                KIND,
                &start,
                [
                    ("speed_ratio", speed.into()),
                    ("moving", moving.into()),
                    ("callbacks_ratio", (callbacks(&twice) / callbacks(&once).max(1.0)).into()),
                ],
            )])
        })
    },
    checks: &[TwinCheck {
        id: KIND,
        none: "nothing starts the game",
        fix: "Clear the running timer or frame before a new one is started, or ignore a start while play runs.",
        wrong: |twin| {
            let speed = number(twin, "speed_ratio")?;
            (speed >= 1.5 && number(twin, "callbacks_ratio")? >= 1.35)
                .then(|| format!("Using {} again while play runs makes it {speed:.1} times as fast.", twin.input))
        },
    }],
};

/// Callbacks of frames and timers between the two looks.
pub(super) fn callbacks(done: &Done) -> f64 {
    let total = |name: &str| done.look(name).counts.frame + done.look(name).counts.timer;
    total("to").saturating_sub(total("from")) as f64
}
