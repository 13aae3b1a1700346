use super::{PlayCheck, Twin, fact, judged, keys, seen};
use crate::{
    ports::Input,
    validator::plays::script::{Do, Script},
};

const KIND: &str = "duplicate-listeners";

/// A key is pressed in a second game. The twin has lost the listeners that were attached again.
pub(super) const TWIN: Twin = Twin {
    ask: |table, record| {
        Box::pin(async move {
            let mut out = Vec::new();
            let ended = record.end.as_ref().filter(|end| end.play == "idle" && end.after_start_ms < 60_000.0);
            let restart = record.restarts.iter().find(|attempt| attempt.worked).map(|attempt| attempt.input.clone());
            // Into the second game, or far into the first where no second one can be had at once.
            let way: Vec<Do> = match (ended, restart) {
                (Some(end), Some(restart)) => {
                    let frames = (end.after_start_ms / 1000.0 * 60.0) as u32 + 240;
                    vec![Do::Begin, Do::Look("first", 6), Do::Wait(frames), Do::Look("end", 1), Do::Use(restart, 6), Do::Look("again", 48)]
                }
                _ => vec![Do::Begin, Do::Look("first", 6), Do::Wait(120), Do::Look("again", 1)],
            };
            let count = |play: &crate::validator::record::Play| {
                let looks: Vec<u64> = play.shots.iter().filter(|shot| !shot.moment.ready.is_empty()).map(|shot| shot.moment.counts.listener).collect();
                (looks.get(1).copied().unwrap_or_default(), looks.last().copied().unwrap_or_default())
            };
            // Where no listener was ever added after the start there is nothing to try.
            let grows = record.plays.iter().filter(|play| matches!(play.name.as_str(), "idle" | "careless")).any(|play| {
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
            for key in tried {
                let play = |drop: bool| {
                    let mut acts = way.clone();
                    if drop {
                        acts.push(Do::Input(Input::DropRepeatedListeners));
                    }
                    acts.extend([Do::Mark("pressed"), Do::Use(key.clone(), 6), Do::Look("pressed", 30)]);
                    Script::new("second game", acts)
                };
                let done = table.perform_all(vec![play(false), play(true)]).await?;
                let [all, few] = done.as_slice() else { continue };
                if all.broken || few.broken {
                    continue;
                }
                let differs = all.after("pressed") != few.after("pressed") || all.look("pressed").state != few.look("pressed").state;
                out.push(seen(KIND, &key, [("differs", differs.into())]));
                if differs {
                    break;
                }
            }
            Ok(out)
        })
    },
    checks: &[PlayCheck {
        id: KIND,
        run: |evidence| {
            judged(
                evidence,
                KIND,
                "no listener is attached after the start",
                "Attach listeners once, or remove the old one before the new one is attached.",
                |twin| {
                    fact(twin, "differs").then(|| {
                        format!("One press of {} acts more than once, since the same listener was attached again.", twin.input)
                    })
                },
            )
        },
    }],
};
