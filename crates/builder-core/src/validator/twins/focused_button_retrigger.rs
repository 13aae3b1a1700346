use super::{Twin, TwinCheck, fact, seen};
use crate::{
    ports::Input,
    validator::{
        checks::mentioned,
        plays::script::{Do, Script},
    },
};

const KIND: &str = "focused-button-retrigger";

/// The game is started by a click on a button; then a key of the game is pressed that also presses buttons. The twin
/// differs in that the button has lost the focus before.
pub(super) const TWIN: Twin = Twin {
    ask: |table, record| {
        Box::pin(async move {
            let mut out = Vec::new();
            if !table.start.inputs.iter().any(|input| input.starts_with("Click ")) {
                return Ok(out);
            }
            for key in ["Space", "Enter"] {
                let known = record.controls.iter().any(|control| control.input == key) || mentioned(table.facts, key);
                if !known {
                    continue;
                }
                let play = |unfocus: bool| {
                    let mut acts = vec![Do::Begin, Do::Wait(24), Do::Mark("pressed")];
                    if unfocus {
                        acts.push(Do::Input(Input::Unfocus));
                    }
                    acts.extend([Do::Use(key.to_owned(), 6), Do::Wait(30)]);
                    Script::new("key after the button", acts)
                };
                let done = table.perform_all(vec![play(false), play(true)]).await?;
                let [focused, free] = done.as_slice() else { continue };
                let differs = focused.broken != free.broken || focused.after("pressed") != free.after("pressed");
                out.push(seen(KIND, key, [("differs", differs.into())]));
            }
            Ok(out)
        })
    },
    checks: &[TwinCheck {
        id: KIND,
        none: "the game is not started by a button, or no key of its own presses buttons",
        fix: "Call blur() on the button when it was clicked, or hide it.",
        wrong: |twin| {
            fact(twin, "differs").then(|| {
                format!("{} presses the start button again in play, since the button keeps the focus.", twin.input)
            })
        },
    }],
};
