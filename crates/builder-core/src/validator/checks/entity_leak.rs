use std::collections::BTreeMap;

use super::PlayCheck;
use crate::{
    ports::Moment,
    validator::{bot::values::as_number, evidence::Outcome},
};

/// By how many a list has to grow in one game without ever shrinking.
const GROWN: u32 = 20;

pub(super) const CHECK: PlayCheck = PlayCheck {
    id: "entity-leak",
    run: |evidence| {
        if let Some(unplayed) = evidence.unplayed() {
            return unplayed;
        }
        let mut looked = false;
        for play in evidence.long_plays() {
            // Lengths since the game began, and whether they ever fell.
            let mut lengths: BTreeMap<&str, (u32, u32, bool)> = BTreeMap::new();
            for shot in &play.shots {
                if matches!(shot.label.as_str(), "restarted" | "playing" | "started") {
                    lengths.clear();
                }
                for (path, length) in &shot.moment.lists {
                    looked = true;
                    let entry = lengths.entry(path).or_insert((*length, *length, true));
                    entry.2 &= *length >= entry.1;
                    entry.1 = *length;
                }
                for (path, (first, last, grows)) in &lengths {
                    if !*grows || last.saturating_sub(*first) < GROWN {
                        continue;
                    }
                    let (known, gone) = gone(&shot.moment, path);
                    if known >= 15 && gone * 10 >= known * 7 {
                        let name = path.split_once(':').map_or(*path, |(_, name)| name);
                        let what = format!(
                            "{name} only grows, from {first} to {last}, and {gone} of the oldest {known} in it have left the picture for good."
                        );
                        return Outcome::of(vec![evidence.finding(
                            CHECK.id,
                            what,
                            format!("Remove from {name} what has left the world."),
                        )]);
                    }
                }
            }
        }
        if looked { Outcome::passed() } else { Outcome::undecided("no list of things could be read") }
    },
};

/// How many of the members of a list say where they are, and how many of those are far outside of the canvas.
fn gone(moment: &Moment, path: &str) -> (usize, usize) {
    let canvas = moment.canvases.iter().filter(|canvas| canvas.shown);
    let Some(canvas) = canvas.max_by(|a, b| (a.width * a.height).total_cmp(&(b.width * b.height))) else {
        return (0, 0);
    };
    let axis = |names: [&str; 3], number: usize| {
        names.iter().find_map(|name| moment.state.get(&format!("{path}[{number}].{name}")).and_then(as_number))
    };
    let mut out = (0, 0);
    for number in 0..40 {
        let (Some(x), Some(y)) = (axis(["x", "left", "px"], number), axis(["y", "top", "py"], number)) else {
            continue;
        };
        let (w, h) = (canvas.width, canvas.height);
        out.0 += 1;
        out.1 += usize::from(x < -w * 0.05 || x > w * 1.05 || y < -h * 0.05 || y > h * 1.05);
    }
    out
}
