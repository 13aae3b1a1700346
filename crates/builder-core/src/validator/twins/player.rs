//! The player: what the keys move. It must be seen at the start, and stay where it can be seen.

use super::{Twin, TwinCheck, broken, fact, seen, text};
use crate::{
    ports::{Fault, Moment},
    validator::{
        bot::{
            ends::signs,
            eyes::{Moved, outside, steered, things},
            values::{Meaning, as_number, meaning, shown_values},
        },
        plays::{
            Table,
            script::{Do, Done, Script},
        },
        record::TwinSeen,
    },
};

const LEAVES: &str = "player-leaves-world";
const OFFSCREEN: &str = "player-starts-offscreen";
const INVISIBLE: &str = "player-invisible";

pub(super) const TWIN: Twin = Twin {
    ask: |table, record| {
        Box::pin(async move {
            let mut out = Vec::new();
            let Some(still) = table.tried.get("").cloned() else { return Ok(out) };
            let steering: Vec<(String, &str)> = record
                .controls
                .iter()
                .filter_map(|control| Some((control.input.clone(), opposite(&control.input)?)))
                .collect();
            let mut long: Vec<(String, &str, Moved)> = Vec::new();
            if let Some((key, _)) = steering.iter().find(|(key, _)| table.tried.contains_key(key)) {
                out.extend(pictures(table, key).await?);
            }
            for (key, back) in &steering {
                let Some(done) = table.tried.get(key).filter(|done| !done.broken && !still.broken) else { continue };
                let mut all_outside = None;
                for name in ["held", "early"] {
                    let (one, other) = (still.look(name), done.look(name));
                    let found = steered(one, other);
                    let along: Vec<&Moved> = found.iter().filter(|moved| goes(key, moved)).collect();
                    let Some(first) = along.first() else { continue };
                    let gone = along.iter().all(|moved| outside(one, &moved.from) && outside(other, &moved.to));
                    let (all, told) = all_outside.unwrap_or((true, place(one, first)));
                    all_outside = Some((all && gone, told));
                    if !outside(other, &first.to) && long.iter().all(|(known, ..)| known != key) {
                        long.push((key.clone(), *back, (*first).clone()));
                    }
                }
                if let Some((gone, told)) = all_outside {
                    out.push(seen(OFFSCREEN, key, [("outside", gone.into()), ("place", told.into())]));
                }
            }
            long.truncate(4);
            let scripts = long
                .iter()
                .map(|(key, back, _)| {
                    Script::new(
                        "held for long",
                        [
                            Do::Begin,
                            Do::Wait(18),
                            Do::Look("playing", 6),
                            Do::Down(key.clone()),
                            Do::Wait(180),
                            Do::Look("far", 120),
                            Do::Look("further", 120),
                            Do::Up(key.clone()),
                            Do::Down((*back).to_owned()),
                            Do::Wait(90),
                            Do::Look("back", 30),
                        ],
                    )
                })
                .collect();
            let done = table.perform_all(scripts).await?;
            for ((key, _, moved), done) in long.iter().zip(&done) {
                out.push(if done.broken { broken(LEAVES, key) } else { left(key, moved, done) });
            }
            Ok(out)
        })
    },
    checks: &[
        TwinCheck {
            id: LEAVES,
            none: "no key moves anything that can be followed",
            fix: "Keep the player inside the world, let it come in again on the other side, or end the life.",
            wrong: |twin| {
                (fact(twin, "outside")
                    && fact(twin, "stays_outside")
                    && !fact(twin, "comes_back")
                    && !fact(twin, "ended"))
                .then(|| {
                    format!(
                        "Holding {} takes the player out of view, and it does not come back: {}.",
                        twin.input,
                        text(twin, "place")
                    )
                })
            },
        },
        TwinCheck {
            id: OFFSCREEN,
            none: "no key moves anything that can be followed",
            fix: "Put the player inside the picture when play starts.",
            wrong: |twin| {
                fact(twin, "outside").then(|| {
                    format!(
                        "What {} moves lies outside of the picture when play starts: {}.",
                        twin.input,
                        text(twin, "place")
                    )
                })
            },
        },
        TwinCheck {
            id: INVISIBLE,
            none: "no key moves anything that can be followed",
            fix: "Draw the player with its real size, in a colour that differs from what is behind it.",
            wrong: |twin| {
                fact(twin, "invisible").then(|| {
                    format!("{} moves {} and nothing in the picture moves with it.", twin.input, text(twin, "variable"))
                })
            },
        },
    ],
};

fn opposite(key: &str) -> Option<&'static str> {
    Some(match key {
        "ArrowLeft" => "ArrowRight",
        "ArrowRight" => "ArrowLeft",
        "ArrowUp" => "ArrowDown",
        "ArrowDown" => "ArrowUp",
        "KeyA" => "KeyD",
        "KeyD" => "KeyA",
        "KeyW" => "KeyS",
        "KeyS" => "KeyW",
        _ => return None,
    })
}

/// Whether a thing went the way of the key.
fn goes(key: &str, moved: &Moved) -> bool {
    let (x, y) = moved.by();
    match key {
        "ArrowLeft" | "KeyA" => x < -1.5 && x.abs() >= y.abs(),
        "ArrowRight" | "KeyD" => x > 1.5 && x.abs() >= y.abs(),
        "ArrowUp" | "KeyW" => y < -1.5 && y.abs() >= x.abs(),
        _ => y > 1.5 && y.abs() >= x.abs(),
    }
}

/// Whether anybody can see what a key does: pictures of the game with the key held and without it, as variables go
/// different ways.
async fn pictures(table: &mut Table<'_>, key: &str) -> Result<Vec<TwinSeen>, Fault> {
    let play = |press: bool| {
        let mut acts = vec![Do::Begin, Do::Wait(60), Do::Look("before", 1)];
        acts.extend(press.then(|| Do::Down(key.to_owned())));
        // Twice, since what was just hit or just came blinks.
        acts.extend([Do::Look("held", 15), Do::Picture, Do::Wait(7), Do::Picture]);
        Script::new("picture", acts).painted()
    };
    let Some((without, with)) = table.pair(play(false), play(true)).await? else {
        return Ok(vec![broken(INVISIBLE, key)]);
    };
    let (one, other) = (without.look("held"), with.look("held"));
    // A picture shows the window only: what lies below it is hidden by that alone.
    let below = |moment: &Moment| {
        moment.canvases.iter().any(|canvas| {
            let [x, y, w, h] = canvas.area;
            canvas.shown && (x < -1.0 || y < -1.0 || x + w > moment.extent[2] + 1.0 || y + h > moment.extent[3] + 1.0)
        })
    };
    if below(one) {
        return Ok(Vec::new());
    }
    let variable = one.state.iter().filter(|(path, _)| is_place(path, key)).find_map(|(path, value)| {
        let by = as_number(other.state.get(path)?)? - as_number(value)?;
        let way = if matches!(key, "ArrowLeft" | "KeyA" | "ArrowUp" | "KeyW") { by < -4.0 } else { by > 4.0 };
        way.then(|| path.clone())
    });
    let Some(path) = variable else { return Ok(Vec::new()) };
    let name = path.split_once(':').map_or(path.as_str(), |(_, name)| name).to_owned();
    let outside_only = {
        let found = steered(one, other);
        !found.is_empty() && found.iter().all(|moved| outside(one, &moved.from) && outside(other, &moved.to))
    };
    let same = without.pictures == with.pictures;
    Ok(vec![seen(INVISIBLE, key, [("invisible", (same && !outside_only).into()), ("variable", name.into())])])
}

/// Whether a variable's name is that of a place along the key's way.
fn is_place(path: &str, key: &str) -> bool {
    let name = path.rsplit(['.', ':']).next().unwrap_or_default().to_lowercase();
    let sideways = matches!(key, "ArrowLeft" | "ArrowRight" | "KeyA" | "KeyD");
    if ["v", "d", "vel", "speed", "acc", "dir", "last", "prev", "target", "mouse"]
        .iter()
        .any(|word| name.starts_with(word))
    {
        return false;
    }
    if sideways {
        name == "x" || name.ends_with("x") || name == "left"
    } else {
        name == "y" || name.ends_with("y") || name == "top"
    }
}

fn place(moment: &Moment, moved: &Moved) -> String {
    let [x, y, w, h] = moved.from.area;
    let size = moved
        .from
        .looks
        .canvas
        .and_then(|number| moment.canvases.get(number))
        .map_or((moment.extent[2], moment.extent[3]), |canvas| (canvas.width, canvas.height));
    format!("at {x:.0}, {y:.0} with a size of {w:.0} x {h:.0}, in a picture of {:.0} x {:.0}", size.0, size.1)
}

/// Where the player is after a key was held for long.
fn left(key: &str, moved: &Moved, done: &Done) -> TwinSeen {
    let place_in = |name: &str| {
        let moment = done.look(name);
        let mine: Vec<_> = things(moment).into_iter().filter(|thing| thing.looks.same(&moved.to.looks)).collect();
        let out = !mine.is_empty() && mine.iter().all(|thing| outside(moment, thing));
        (out, mine.first().map(|thing| thing.area), mine.iter().any(|thing| !outside(moment, thing)))
    };
    let (far, further, back) = (place_in("far"), place_in("further"), place_in("back"));
    let playing = done.look("playing");
    let lives = |moment: &Moment| {
        shown_values(moment)
            .into_iter()
            .filter(|(label, _)| meaning(label) == Meaning::Lives)
            .map(|(_, value)| value.to_bits())
            .collect::<Vec<_>>()
    };
    let ended = ["far", "further", "back"].iter().any(|name| {
        let moment = done.look(name);
        let signs = signs(playing, moment);
        signs.mode.is_some() || !signs.words.is_empty() || lives(moment) != lives(playing)
    });
    let place = further.1.map(|[x, y, ..]| format!("it is at {x:.0}, {y:.0} after 7 s")).unwrap_or_default();
    seen(
        LEAVES,
        key,
        [
            ("outside", far.0.into()),
            ("stays_outside", further.0.into()),
            ("comes_back", back.2.into()),
            ("ended", ended.into()),
            ("place", place.into()),
        ],
    )
}
