use std::collections::BTreeMap;

use serde_json::Value;

use super::{Twin, TwinCheck, broken, number, seen, text};
use crate::{
    ports::{Input, Moment},
    validator::{
        bot::values::as_number,
        plays::script::{Do, Script},
    },
};

const KIND: &str = "time-jump-after-hidden";
const AWAY_MS: f64 = 10_000.0;
/// Frames after the return in which everything must still be about where it was.
const RETURN_FRAMES: u32 = 3;

/// The tab is hidden for ten seconds. The twin stays. What went on by hundreds of frames at once has jumped.
pub(super) const TWIN: Twin = Twin {
    ask: |table, _| {
        Box::pin(async move {
            let hidden = Script::new(
                "tab hidden",
                [
                    Do::Begin,
                    Do::Wait(60),
                    Do::Input(Input::Hide { on: true }),
                    Do::Input(Input::Skip { ms: AWAY_MS }),
                    Do::Look("before", 0),
                    Do::Input(Input::Hide { on: false }),
                    Do::Look("after", RETURN_FRAMES),
                ],
            );
            let stayed = Script::new(
                "tab not hidden",
                [Do::Begin, Do::Wait(60), Do::Look("before", 0), Do::Look("after", RETURN_FRAMES)],
            );
            let Some((hidden, stayed)) = table.pair(hidden, stayed).await? else {
                return Ok(vec![broken(KIND, "")]);
            };
            let usual = steps(stayed.look("before"), stayed.look("after"));
            let now = steps(hidden.look("before"), hidden.look("after"));
            let mut moving = 0_u32;
            let mut jumped = Vec::new();
            for (path, step) in usual.iter().filter(|(_, step)| step.abs() > 1e-6) {
                if is_clock(*step) {
                    continue;
                }
                let Some(jump) = now.get(path) else { continue };
                moving += 1;
                if jump.abs() > step.abs() * 25.0 {
                    jumped.push((path.clone(), *step, *jump));
                }
            }
            let example = jumped.first().cloned().unwrap_or_default();
            Ok(vec![seen(
                KIND,
                "",
                [
                    ("moving", moving.into()),
                    ("jumped", jumped.len().into()),
                    ("example", example.0.into()),
                    ("usual_step", example.1.into()),
                    ("step_after_return", example.2.into()),
                ],
            )])
        })
    },
    checks: &[TwinCheck {
        id: KIND,
        none: "the game could not be left and come back to",
        fix: "Limit the time of one step, or forget the old time on visibilitychange.",
        wrong: |twin| {
            let (moving, jumped) = (number(twin, "moving")?, number(twin, "jumped")?);
            (jumped >= 1.0 && jumped * 3.0 >= moving).then(|| {
                let path = text(twin, "example");
                let name = path.split_once(':').map_or(path, |(_, name)| name);
                format!(
                    "After the tab was hidden for 10 s everything jumps: {name} by {:.1} at once instead of {:.1}.",
                    number(twin, "step_after_return").unwrap_or_default(),
                    number(twin, "usual_step").unwrap_or_default()
                )
            })
        },
    }],
};

fn steps(before: &Moment, after: &Moment) -> BTreeMap<String, f64> {
    let number = |value: &Value| as_number(value).filter(|number| number.is_finite());
    before
        .state
        .iter()
        .filter_map(|(path, value)| Some((path.clone(), number(after.state.get(path)?)? - number(value)?)))
        .collect()
}

/// Whether a step is that of a clock in seconds, milliseconds or frames: it goes on whoever looks.
fn is_clock(step: f64) -> bool {
    let frames = f64::from(RETURN_FRAMES);
    [1.0 / 60.0, 1000.0 / 60.0, 1.0].iter().any(|unit| {
        let expected = unit * frames;
        (step.abs() - expected).abs() < expected * 0.02
    })
}
