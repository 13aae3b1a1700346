use super::{Twin, TwinCheck, broken, fact, keys, seen, text};
use crate::{
    ports::Input,
    validator::plays::{
        controls,
        script::{Do, Script},
    },
};

const KIND: &str = "case-sensitive-keys";

/// A letter is pressed as a capital, as with Caps Lock on. If nothing comes of it, and no key that is no letter does
/// the same, the control dies.
pub(super) const TWIN: Twin = Twin {
    ask: |table, record| {
        Box::pin(async move {
            let letters: Vec<String> = keys(record)
                .into_iter()
                .filter(|control| control.input.starts_with("Key"))
                .map(|control| control.input.clone())
                .take(2)
                .collect();
            let mut scripts = Vec::new();
            for letter in &letters {
                let down = Do::Input(Input::KeyDown { code: letter.clone(), repeat: false, capital: true });
                let up = Do::Input(Input::KeyUp { code: letter.clone(), capital: true });
                scripts.push(Script::new("capital letter", controls::single(Some((down, up)))));
            }
            let done = table.perform_all(scripts).await?;
            let mut out = Vec::new();
            for (letter, capital) in letters.iter().zip(&done) {
                let (Some(small), Some(nothing)) = (table.tried.get(letter), table.tried.get("")) else { continue };
                if small.broken || capital.broken {
                    out.push(broken(KIND, letter));
                    continue;
                }
                if small.after("pressed") == nothing.after("pressed") {
                    continue;
                }
                let other = table.tried.iter().find(|(input, done)| {
                    !input.is_empty() && !input.starts_with("Key") && done.after("pressed") == small.after("pressed")
                });
                out.push(seen(
                    KIND,
                    letter,
                    [
                        ("dead_as_capital", (capital.after("pressed") == nothing.after("pressed")).into()),
                        ("other_key", other.map(|(input, _)| input.clone()).unwrap_or_default().into()),
                    ],
                ));
            }
            Ok(out)
        })
    },
    checks: &[TwinCheck {
        id: KIND,
        none: "no letter is a control",
        fix: "Compare event.code, or event.key in lower case.",
        wrong: |twin| {
            (fact(twin, "dead_as_capital") && text(twin, "other_key").is_empty()).then(|| {
                format!("{} does nothing with Caps Lock on or Shift held, and no other key does the same.", twin.input)
            })
        },
    }],
};
