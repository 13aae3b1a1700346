use super::{Twin, TwinCheck, broken, fact, purpose, seen, speaks_of, text};
use crate::{
    ports::Input,
    validator::plays::script::{Do, Script},
};

const KIND: &str = "key-repeat";
/// What is meant to happen once for one press.
const ONCE: &[&str] =
    &["flap", "hop", "jump", "pause", "mute", "toggle", "flip", "gravity", "sound", "music", "switch"];

/// A key is held and the keyboard repeats it. For what is meant once a press, that must make no difference.
pub(super) const TWIN: Twin = Twin {
    ask: |table, record| {
        Box::pin(async move {
            let mut out = Vec::new();
            let wanted: Vec<(String, String)> = record
                .controls
                .iter()
                .filter(|control| control.noticed || control.untried.is_some())
                .filter(|control| !matches!(control.input.as_str(), "Click" | "Touch" | "Mouse" | "Enter"))
                .map(|control| (control.input.clone(), purpose(&table.plays, control)))
                .filter(|(_, purpose)| speaks_of(purpose, ONCE))
                .take(3)
                .collect();
            for (key, purpose) in wanted {
                let play = |repeats: bool| {
                    let mut acts =
                        vec![Do::Begin, Do::Wait(18), Do::Mark("pressed"), Do::Down(key.clone()), Do::Wait(6)];
                    for _ in 0..3 {
                        if repeats {
                            acts.push(Do::Input(Input::KeyDown { code: key.clone(), repeat: true, capital: false }));
                        }
                        acts.push(Do::Wait(6));
                    }
                    Script::new(if repeats { "key repeats" } else { "key held" }, acts)
                };
                let Some((repeated, held)) = table.pair(play(true), play(false)).await? else {
                    out.push(broken(KIND, &key));
                    continue;
                };
                let differs = repeated.after("pressed") != held.after("pressed");
                if differs {
                    // Only a game that does the same twice can be accused of doing something else.
                    let same = table.pair(play(false), play(false)).await?;
                    if same.is_none_or(|(one, other)| one.after("pressed") != other.after("pressed")) {
                        out.push(broken(KIND, &key));
                        continue;
                    }
                }
                out.push(seen(KIND, &key, [("differs", differs.into()), ("purpose", purpose.into())]));
            }
            Ok(out)
        })
    },
    checks: &[TwinCheck {
        id: KIND,
        none: "no control is meant once a press",
        fix: "Ignore keydown events whose repeat is true.",
        wrong: |twin| {
            fact(twin, "differs").then(|| {
                format!(
                    "Holding {} acts again with every repeat of the keyboard ({}).",
                    twin.input,
                    text(twin, "purpose")
                )
            })
        },
    }],
};
