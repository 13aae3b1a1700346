use super::{Twin, TwinCheck, broken, fact, keys, seen};
use crate::{
    ports::Input,
    validator::plays::script::{Do, Script},
};

const KIND: &str = "keys-stuck-after-blur";

/// A key is held when the window loses the focus. If play goes on just as if nobody had left, and letting the key go
/// at that moment would have made a difference, it is stuck.
pub(super) const TWIN: Twin = Twin {
    ask: |table, record| {
        Box::pin(async move {
            let mut out = Vec::new();
            for control in keys(record).into_iter().take(2) {
                let key = control.input.clone();
                let play = |then: Option<Do>| {
                    let acts = [Do::Begin, Do::Wait(18), Do::Down(key.clone()), Do::Wait(12), Do::Mark("left")];
                    Script::new(
                        "held while the window loses the focus",
                        acts.into_iter().chain(then).chain([Do::Wait(60)]),
                    )
                };
                let twins = table.pair(play(None), play(Some(Do::Up(key.clone())))).await?;
                let Some((held, released)) = twins else {
                    out.push(broken(KIND, &key));
                    continue;
                };
                let matters = held.after("left") != released.after("left");
                if !matters {
                    out.push(seen(KIND, &key, [("release_matters", false.into())]));
                    continue;
                }
                let done = table.perform_all(vec![play(Some(Do::Input(Input::Focus { on: false })))]).await?;
                let Some(left) = done.first().filter(|left| !left.broken) else {
                    out.push(broken(KIND, &key));
                    continue;
                };
                out.push(seen(
                    KIND,
                    &key,
                    [
                        ("release_matters", matters.into()),
                        ("goes_on_as_held", (left.after("left") == held.after("left")).into()),
                    ],
                ));
                break;
            }
            Ok(out)
        })
    },
    checks: &[TwinCheck {
        id: KIND,
        none: "no key is held in this game",
        fix: "Let go of all held keys when the window fires blur.",
        wrong: |twin| {
            (fact(twin, "release_matters") && fact(twin, "goes_on_as_held")).then(|| {
                format!(
                    "{} stays held when the window loses the focus: play goes on as if it were still down.",
                    twin.input
                )
            })
        },
    }],
};
