use super::{Twin, TwinCheck, broken, number, seen};
use crate::{
    ports::{Input, Moment},
    validator::{
        bot::eyes::{Moved, moved},
        plays::script::{Do, Done, Script},
    },
};

const KIND: &str = "pointer-offset";
/// Parts of the canvas's width at which the pointer rests. What is off stops at an edge, so there are pairs at both.
const PARTS: [f64; 4] = [0.1, 0.3, 0.7, 0.9];
const PAIRS: [(usize, usize); 3] = [(1, 2), (0, 1), (2, 3)];

/// The mouse rests at several places. What follows it must be where it is.
pub(super) const TWIN: Twin = Twin {
    ask: |table, _| {
        Box::pin(async move {
            if !table.facts.running().any(follows_pointer) {
                return Ok(Vec::new());
            }
            let Some(still) = table.tried.get("").cloned() else { return Ok(Vec::new()) };
            let canvases = still.look("held").canvases.iter().enumerate().filter(|(_, canvas)| canvas.shown);
            let largest = canvases.max_by(|(_, a), (_, b)| (a.area[2] * a.area[3]).total_cmp(&(b.area[2] * b.area[3])));
            let Some((number, canvas)) = largest.filter(|(_, canvas)| canvas.area[2] > 0.0) else {
                return Ok(Vec::new());
            };
            let [x, y, w, h] = canvas.area;
            let density = canvas.width / w;
            let point = |part: f64| (x + w * part, y + h * 0.55);
            let play = |part: f64| {
                let (x, y) = point(part);
                Script::new(
                    "pointer rests",
                    [
                        Do::Begin,
                        Do::Wait(6),
                        Do::Input(Input::Move { x: x - 12.0, y }),
                        Do::Wait(6),
                        Do::Input(Input::Move { x, y }),
                        Do::Look("there", 30),
                    ],
                )
            };
            let done = table.perform_all(PARTS.iter().map(|part| play(*part)).collect()).await?;
            if done.iter().any(|done| done.broken) {
                return Ok(vec![broken(KIND, "Mouse")]);
            }
            let found = PAIRS.iter().find_map(|(one, other)| {
                let (left, right) = (done.get(*one)?, done.get(*other)?);
                let way = w * (PARTS[*other] - PARTS[*one]) * density;
                Some((follower(left, right, number, way)?, PARTS[*one], PARTS[*other], way))
            });
            let Some((follows, one, other, way)) = found else { return Ok(Vec::new()) };
            let wanted = |part: f64| w * part * density;
            let offsets = (follows.from.center().0 - wanted(one), follows.to.center().0 - wanted(other));
            Ok(vec![seen(
                KIND,
                "Mouse",
                [
                    ("offset_left", offsets.0.into()),
                    ("offset_right", offsets.1.into()),
                    ("width", follows.from.area[2].into()),
                    ("canvas_width", canvas.width.into()),
                    ("way_ratio", (follows.by().0 / way).into()),
                ],
            )])
        })
    },
    checks: &[TwinCheck {
        id: KIND,
        none: "nothing follows the pointer",
        fix: "Subtract the canvas's getBoundingClientRect() and divide by its scale.",
        wrong: |twin| {
            let (left, right) = (number(twin, "offset_left")?, number(twin, "offset_right")?);
            let limit = (number(twin, "width")? * 0.75).max(number(twin, "canvas_width")? * 0.06);
            (left.abs() > limit || right.abs() > limit).then(|| {
                        format!("What follows the pointer is {left:.0} px off where it should be at the left, {right:.0} px at the right.")
                    })
        },
    }],
};

/// Whether a script asks where the pointer goes. What it listens to by a name that only the run knows may be that.
fn follows_pointer(script: &crate::source::ScriptFacts) -> bool {
    let moves = |event: &str| event.is_empty() || event.contains("move");
    script.listeners.iter().any(|listener| moves(&listener.event))
        || script.on_properties.iter().any(|(name, _)| name.contains("move"))
        || script.strings.iter().any(|(text, _)| matches!(text.as_str(), "mousemove" | "pointermove"))
}

/// What went along with the pointer: the same way, or at least a good part of it. A thing that stops at an edge, or
/// one that only leans that way, is not told.
fn follower(left: &Done, right: &Done, canvas: usize, way: f64) -> Option<Moved> {
    let look = |done: &Done| -> Moment { done.look("there").clone() };
    moved(&look(left), &look(right))
        .into_iter()
        .filter(|moved| moved.from.looks.canvas == Some(canvas))
        .filter(|moved| moved.by().0 >= way * 0.35 && moved.by().0 <= way * 2.5 && moved.by().1.abs() < way * 0.1)
        .max_by(|a, b| (a.from.area[2] * a.from.area[3]).total_cmp(&(b.from.area[2] * b.from.area[3])))
}
