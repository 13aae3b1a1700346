use super::{Twin, TwinCheck, broken, number, seen};
use crate::{
    ports::Screen,
    validator::plays::script::{Do, Script},
};

const KIND: &str = "blurry-on-hidpi";
const DENSE: Screen = Screen { scale: 2.0, ..Screen::DESKTOP };

/// The game is opened on a screen with two device pixels to a CSS pixel.
pub(super) const TWIN: Twin = Twin {
    ask: |table, _| {
        Box::pin(async move {
            let script = Script::new("dense screen", [Do::Begin, Do::Look("shown", 12)]).on(DENSE);
            let done = table.perform_all(vec![script]).await?;
            let Some(done) = done.first().filter(|done| !done.broken) else { return Ok(vec![broken(KIND, "")]) };
            let canvases = done.look("shown").canvases.iter().filter(|canvas| canvas.shown && canvas.draws > 0);
            let largest = canvases.max_by(|a, b| (a.area[2] * a.area[3]).total_cmp(&(b.area[2] * b.area[3])));
            let Some(canvas) = largest.filter(|canvas| canvas.area[2] > 0.0 && !canvas.pixelated) else {
                return Ok(Vec::new());
            };
            let density = canvas.width / canvas.area[2];
            Ok(vec![seen(KIND, "", [("pixels_per_css_pixel", density.into()), ("canvas_width", canvas.width.into())])])
        })
    },
    checks: &[TwinCheck {
        id: KIND,
        none: "there is no canvas, or it is meant to show its pixels",
        fix: "Multiply the canvas size by devicePixelRatio and scale the context by it.",
        wrong: |twin| {
            let density = number(twin, "pixels_per_css_pixel").filter(|density| *density < 1.5)?;
            Some(format!("On a screen with 2 pixels to a CSS pixel the canvas has {density:.2}: it looks blurred."))
        },
    }],
};
