use super::{Twin, TwinCheck, broken, number, seen};
use crate::{
    ports::Screen,
    validator::plays::script::{Do, Script},
};

const KIND: &str = "page-scrolls-on-keys";
/// A window as it is beside others, or a frame in a page.
const SMALL: Screen = Screen { width: 1100, height: 520, scale: 1.0, touch: false };

/// Arrows and space are pressed in a window that is lower than the page.
pub(super) const TWIN: Twin = Twin {
    ask: |table, record| {
        Box::pin(async move {
            let keys: Vec<String> = record
                .controls
                .iter()
                .filter(|control| control.promised || control.noticed)
                .filter(|control| matches!(control.input.as_str(), "ArrowDown" | "ArrowUp" | "Space"))
                .map(|control| control.input.clone())
                .collect();
            if keys.is_empty() {
                return Ok(Vec::new());
            }
            let mut acts = vec![Do::Begin, Do::Look("before", 6)];
            // Down before up, else there is nothing to come back from.
            for key in ["ArrowDown", "Space"].into_iter().filter(|key| keys.iter().any(|known| known == key)) {
                acts.extend((0..3).map(|_| Do::Use(key.to_owned(), 6)));
            }
            acts.push(Do::Look("after", 6));
            let done = table.perform_all(vec![Script::new("keys in a small window", acts).on(SMALL)]).await?;
            let Some(done) = done.first().filter(|done| !done.broken) else {
                return Ok(vec![broken(KIND, &keys.join(", "))]);
            };
            let (before, after) = (done.look("before"), done.look("after"));
            Ok(vec![seen(
                KIND,
                &keys.join(", "),
                [
                    ("scrolled", (after.scroll - before.scroll).into()),
                    ("page_height", after.extent[1].into()),
                    ("window_height", after.extent[3].into()),
                ],
            )])
        })
    },
    checks: &[TwinCheck {
        id: KIND,
        none: "neither arrows nor space are controls",
        fix: "Call preventDefault() for the keys of the game.",
        wrong: |twin| {
            let by = number(twin, "scrolled").filter(|by| *by > 2.0)?;
            Some(format!("The page scrolls by {by:.0} px when the keys of the game are pressed ({}).", twin.input))
        },
    }],
};
