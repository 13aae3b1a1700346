use super::{Twin, TwinCheck, broken, fact, keys, seen};
use crate::{
    ports::Input,
    validator::plays::script::{Do, Done, Script},
};

const KIND: &str = "duplicate-listeners";

/// A key is pressed in a second game. The twin has lost the listeners that were attached again.
pub(super) const TWIN: Twin = Twin {
    ask: |table, record| {
        Box::pin(async move {
            let mut out = Vec::new();
            let ended = record.end.as_ref().filter(|end| end.play == "idle" && end.after_start_ms < 60_000.0);
            let restart = record.restarts.iter().find(|attempt| attempt.worked).map(|attempt| attempt.input.clone());
            // Into the first game, and into the second: what acts three times may look like what acts once.
            let mut ways = vec![vec![Do::Begin, Do::Look("first", 6), Do::Wait(24), Do::Look("again", 1)]];
            if let (Some(end), Some(restart)) = (ended, restart) {
                let frames = (end.after_start_ms / 1000.0 * 60.0) as u32 + 240;
                ways.push(vec![
                    Do::Begin,
                    Do::Look("first", 6),
                    Do::Wait(frames),
                    Do::Look("end", 1),
                    Do::Use(restart, 6),
                    Do::Look("again", 48),
                ]);
            }
            let count = |play: &crate::validator::record::Play| {
                let looks: Vec<u64> = play
                    .shots
                    .iter()
                    .filter(|shot| !shot.moment.ready.is_empty())
                    .map(|shot| shot.moment.counts.listener)
                    .collect();
                (looks.get(1).copied().unwrap_or_default(), looks.last().copied().unwrap_or_default())
            };
            // Where no listener was ever added after the start there is nothing to try.
            let grows =
                table.plays.iter().filter(|play| matches!(play.name.as_str(), "idle" | "careless")).any(|play| {
                    let (first, last) = count(play);
                    last > first
                });
            if !grows {
                return Ok(out);
            }
            let tried: Vec<String> = record
                .controls
                .iter()
                .filter(|control| control.untried.as_deref().is_some_and(|why| why.contains("pause")))
                .map(|control| control.input.clone())
                .chain(keys(record).into_iter().map(|control| control.input.clone()).take(3))
                .collect();
            let mut pairs: Vec<(String, Vec<Do>)> = Vec::new();
            for key in &tried {
                for way in &ways {
                    pairs.push((key.clone(), way.clone()));
                }
            }
            for (key, way) in pairs {
                let play = |drop: bool| {
                    let mut acts = way.clone();
                    if drop {
                        acts.push(Do::Input(Input::DropRepeatedListeners));
                    }
                    acts.extend([
                        Do::Mark("pressed"),
                        Do::Down(key.clone()),
                        Do::Look("at once", 1),
                        Do::Up(key.clone()),
                        Do::Look("pressed", 35),
                    ]);
                    Script::new("listeners attached again", acts)
                };
                let Some((all, few)) = table.pair(play(false), play(true)).await? else {
                    out.push(broken(KIND, &key));
                    continue;
                };
                let state = |done: &Done, name: &str| done.look(name).state.clone();
                let differs = all.after("pressed") != few.after("pressed")
                    || ["at once", "pressed"].iter().any(|name| state(&all, name) != state(&few, name));
                out.push(seen(KIND, &key, [("differs", differs.into())]));
                if differs {
                    break;
                }
            }
            Ok(out)
        })
    },
    checks: &[TwinCheck {
        id: KIND,
        none: "no listener is attached after the start",
        fix: "Attach listeners once, or remove the old one before the new one is attached.",
        wrong: |twin| {
            fact(twin, "differs").then(|| {
                format!("One press of {} acts more than once, since the same listener was attached again.", twin.input)
            })
        },
    }],
};
