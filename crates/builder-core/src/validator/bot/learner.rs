//! A player that learns what things do to it: what it touches and gains by is sought, what hurts is shunned.

mod choose;
mod crawl;
mod learn;

use std::collections::BTreeMap;

use super::{
    eyes::{Looks, Moved, Thing, steered, things},
    tracks::{Scene, Tracks},
    values::{Meaning, meaning, shown_values},
};
use crate::ports::{Box2, Moment};

/// Frames between two decisions.
pub(crate) const TURN: u32 = 4;
/// Frames looked ahead when something dangerous comes.
const AHEAD: u32 = 40;

/// Turns for which what goes on by itself, by steps, may stand in between.
const STOOD_MAX: u32 = 12;
/// Places that are remembered of the player's way.
const TRAIL_MAX: usize = 80;
/// Sorts of shots that are told apart.
const SHOTS_MAX: usize = 3;

/// Things that are looked at in one turn.
const THINGS_MAX: usize = 90;

/// Turns beside the player without a break, after which a thing is taken for a part of it, or for what it stands on.
const OWN_TURNS: u32 = 10;
/// Turns for which something of unknown worth is gone after, and meetings in vain after which it is left alone.
const PURSUED_MAX: u32 = 75;
const IDLE_MAX: u32 = 6;

/// Pixels within which something is beside the player.
const BESIDE: f64 = 14.0;

/// The way that a key usually leads, to the right and down; none for keys that do not steer.
pub(crate) fn way_of(key: &str) -> Option<(f64, f64)> {
    match key {
        "ArrowLeft" | "KeyA" => Some((-1.0, 0.0)),
        "ArrowRight" | "KeyD" => Some((1.0, 0.0)),
        "ArrowUp" | "KeyW" => Some((0.0, -1.0)),
        "ArrowDown" | "KeyS" => Some((0.0, 1.0)),
        _ => None,
    }
}

/// A key that moves the player.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Steering {
    pub(crate) key: String,
    /// Pixels a frame, to the right and down.
    pub(crate) by: (f64, f64),
}

/// What is known of things that look alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Known {
    /// How often something was gained when one vanished near the player or its shots.
    pub(crate) good: u32,
    /// How often something was lost when one was touched.
    pub(crate) bad: u32,
    /// Times the player met one.
    pub(crate) met: u32,
    /// Times the player was on one for a while and nothing followed.
    pub(crate) idle: u32,
    /// Times a shot was on one, and nothing followed.
    pub(crate) shot_idle: u32,
    /// Times a shot was on one, and it vanished.
    pub(crate) shot_hit: u32,
    /// Whether it was ever seen to move.
    pub(crate) moves: bool,
}

impl Known {
    /// Whether meeting one is to be shunned: what was met often and hurt once was only near by chance.
    pub(crate) fn hurts(&self) -> bool {
        self.bad > self.good && self.bad * 3 > self.met
    }
}

/// What to do until the next decision.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Decision {
    /// A key to hold.
    pub(crate) hold: Option<String>,
    /// Keys to tap.
    pub(crate) tap: Vec<String>,
}

/// The player.
#[derive(Debug, Clone, Default)]
pub(crate) struct Learner {
    looks: Vec<Looks>,
    steering: Vec<Steering>,
    jump: Option<String>,
    fire: Option<String>,
    area: Box2,
    before: Vec<Thing>,
    touching: BTreeMap<String, u32>,
    /// Turns for which things have been beside the player without a break: what it stands on does not hurt.
    beside: BTreeMap<String, u32>,
    /// Turns for which they have been beside it in all.
    beside_ever: BTreeMap<String, u32>,
    shots: Vec<String>,
    score: Option<f64>,
    lives: Option<f64>,
    rises: u32,
    own: (f64, f64),
    /// How far it goes at once, in pixels, when it goes by steps.
    step: f64,
    /// Whether it goes on by itself along one axis.
    crawler: bool,
    /// Turns in a row in which it stood.
    stood: u32,
    /// Where it was, the last place last.
    trail: Vec<Box2>,
    /// Where everything else is that looks like it.
    parts: Vec<Box2>,
    /// How often it moved on without a key, less how often it stayed.
    drifts: i32,
    /// What is gone after, and for how many turns without reaching it.
    pursued: Option<(String, u32)>,
    /// How often the game ended at the edge of the picture.
    edges: u32,
    held: Option<String>,
    /// Turns for which a key was held in vain, and keys that are left alone until a turn.
    vain: u32,
    shunned: BTreeMap<String, u32>,
    size: (f64, f64),
    /// Turns since the last thing that gives points was seen, once there were any.
    pub(crate) gone_turns: u32,
    /// Fewest things that give points since the game began, and the turn when there were so few for the first time.
    pub(crate) fewest: Option<(usize, u32)>,
    pub(crate) turns: u32,
    /// Sorts of things that are known to be good.
    good_sorts: usize,
    /// Where things come from and how they go, from turn to turn.
    pub(crate) tracks: Tracks,
    /// The same from frame to frame, for as long as that was looked at.
    pub(crate) fine: Tracks,
    /// What it has learned, by the looks of things.
    pub(crate) known: BTreeMap<String, Known>,
    /// Thing that is touched and does not lie on the player's grid: where it was.
    pub(crate) off_grid: BTreeMap<String, (f64, f64)>,
}

/// What things that look alike are called.
fn name(thing: &Thing) -> String {
    // Sizes within a factor of two count as one: a side of 8, 11, 16, 23, 32, … pixels.
    let side = (thing.area[2] * thing.area[3]).max(1.0).log2().round().exp2().sqrt().round();
    // What fades is still the same.
    let style = thing.looks.style.rsplit_once(',').filter(|_| thing.looks.style.starts_with("rgba"));
    format!("{} {} of about {side} px", thing.looks.kind, style.map_or(thing.looks.style.as_str(), |(rgb, _)| rgb))
}

fn overlap(a: Box2, b: Box2, margin: f64) -> bool {
    a[0] < b[0] + b[2] + margin
        && b[0] < a[0] + a[2] + margin
        && a[1] < b[1] + b[3] + margin
        && b[1] < a[1] + a[3] + margin
}

fn shifted(area: Box2, by: (f64, f64), frames: f64) -> Box2 {
    [area[0] + by.0 * frames, area[1] + by.1 * frames, area[2], area[3]]
}

/// Things that may take part in a game: not the scenery, not a dot.
fn movable(moment: &Moment) -> Vec<Thing> {
    let canvas = moment
        .canvases
        .iter()
        .filter(|canvas| canvas.shown)
        .map(|canvas| canvas.width * canvas.height)
        .fold(0.0, f64::max);
    things(moment)
        .into_iter()
        .filter(|thing| {
            let size = thing.area[2] * thing.area[3];
            thing.looks.canvas.is_some() && size < canvas * 0.2 && size > 10.0
        })
        .collect()
}

/// Where something is that is thrown back at the edges.
fn bounced(at: f64, size: f64) -> f64 {
    if size <= 0.0 {
        return at;
    }
    let folded = at.rem_euclid(2.0 * size);
    if folded > size { 2.0 * size - folded } else { folded }
}

fn distance(a: Box2, b: Box2) -> f64 {
    let center = |area: Box2| (area[0] + area[2] / 2.0, area[1] + area[3] / 2.0);
    let ((x1, y1), (x2, y2)) = (center(a), center(b));
    (x2 - x1).hypot(y2 - y1)
}

impl Learner {
    /// A player for a game whose controls were each tried alone beside a play without any: input, purpose, and what
    /// was seen after each of the given frames. `None` when no key moves anything that can be followed.
    pub(crate) fn of<'a>(
        untouched: &[&'a Moment],
        tried: impl Iterator<Item = (&'a str, &'a str, Vec<&'a Moment>)>,
        after: &[u32],
    ) -> Option<Self> {
        let mut out = Self::default();
        for (input, purpose, held) in tried {
            if matches!(input, "Click" | "Touch" | "Mouse" | "Enter" | "KeyP" | "Escape" | "") {
                continue;
            }
            // At one of the moments it may blink.
            let seen =
                untouched.iter().zip(&held).zip(after).map(|((still, held), frames)| (steered(still, held), *frames));
            let (found, frames) = seen.into_iter().find(|(found, _)| !found.is_empty()).unwrap_or_default();
            let more = untouched.iter().zip(&held).any(|(still, held)| things(held).len() >= things(still).len());
            let jumps = ["jump", "hop", "flap", "fly", "thrust"].iter().any(|word| purpose.contains(word));
            let Some(first) = found.first() else {
                let fires =
                    ["fire", "shoot", "throw", "beam", "bolt", "laser"].iter().any(|word| purpose.contains(word));
                if (fires || input == "Space") && out.fire.is_none() && more {
                    out.fire = Some(input.to_owned());
                }
                continue;
            };
            let way = way_of(input);
            let up = |moved: &Moved| moved.by().1 < -6.0 && moved.by().0.abs() < 2.0;
            if jumps || way.is_none() && up(first) {
                let first = found.iter().find(|moved| up(moved)).unwrap_or(first);
                out.jump.get_or_insert_with(|| input.to_owned());
                out.follow(&found, first);
                continue;
            }
            let along = |moved: &Moved| way.map_or(0.0, |(x, y)| moved.by().0 * x + moved.by().1 * y);
            match found.iter().find(|moved| along(moved) > 1.5) {
                Some(moved) => {
                    out.follow(&found, moved);
                    let (x, y) = way.unwrap_or_default();
                    let speed = along(moved) / f64::from(frames);
                    let by = (x * speed, y * speed);
                    if !out.steering.iter().any(|known| known.by.0 * by.0 + known.by.1 * by.1 > 0.0) {
                        out.steering.push(Steering { key: input.to_owned(), by });
                    }
                }
                None if way.is_none() && out.fire.is_none() => out.fire = Some(input.to_owned()),
                None => {}
            }
        }
        (!out.looks.is_empty()).then_some(out)
    }

    /// Everything that went the same way is the player; the largest part stands for it.
    fn follow(&mut self, found: &[Moved], first: &Moved) {
        let near = |moved: &&Moved| {
            let ((x1, y1), (x2, y2)) = (first.by(), moved.by());
            (x2 - x1).hypot(y2 - y1) < 3.0 && distance(first.from.area, moved.from.area) < 90.0
        };
        let mut parts: Vec<&Moved> = found.iter().filter(near).collect();
        parts.sort_by(|a, b| (b.from.area[2] * b.from.area[3]).total_cmp(&(a.from.area[2] * a.from.area[3])));
        for part in parts {
            if self.looks.is_empty() {
                self.area = part.from.area;
            }
            if !self.looks.iter().any(|known| known.same(&part.to.looks)) {
                self.looks.push(part.to.looks.clone());
            }
        }
    }

    fn is_mine(&self, thing: &Thing) -> bool {
        self.looks.iter().any(|looks| looks.same(&thing.looks))
    }

    /// A new game has begun.
    pub(crate) fn again(&mut self) {
        self.tracks.again();
        self.trail.clear();
        self.fine.again();
        self.before.clear();
        self.touching.clear();
        self.score = None;
        self.lives = None;
        self.gone_turns = 0;
        self.fewest = None;
        self.shunned.clear();
        self.held = None;
    }

    /// The game has ended: whatever was touched did it.
    pub(crate) fn lost(&mut self) {
        let [x, y, w, h] = self.area;
        let near_edge = x < w || y < h || x + 2.0 * w > self.size.0 || y + 2.0 * h > self.size.1;
        self.edges += u32::from(near_edge);
        let near: Vec<String> =
            self.before.iter().filter(|thing| overlap(self.area, thing.area, BESIDE)).map(name).collect();
        // Neither its own shots, nor what it throws back, nor what it stands on.
        let own = |name: &String| {
            self.shots.contains(name)
                || self.tracks.seen().get(name).is_some_and(|seen| seen.bounced > 0)
                || self.beside.get(name).is_some_and(|turns| *turns >= OWN_TURNS)
                || self.beside_ever.get(name).is_some_and(|turns| *turns >= OWN_TURNS && *turns * 2 > self.turns)
        };
        let near: Vec<String> = near.into_iter().filter(|name| !own(name)).collect();
        for name in near {
            let known = self.known.entry(name).or_default();
            if known.good == 0 {
                known.bad += 1;
            }
        }
    }

    /// Sees what is, learns from what changed, and decides.
    pub(crate) fn decide(&mut self, moment: &Moment) -> Decision {
        let all = movable(moment);
        if let Some(canvas) = moment.canvases.iter().find(|canvas| canvas.shown) {
            self.size = (canvas.width, canvas.height);
        }
        self.find(&all);
        let mut others: Vec<Thing> = all.into_iter().filter(|thing| !self.is_mine(thing)).collect();
        // What is near matters; a picture of thousands of dots would cost more than it tells.
        others.sort_by(|a, b| distance(a.area, self.area).total_cmp(&distance(b.area, self.area)));
        others.truncate(THINGS_MAX);
        let velocity = |thing: &Thing| self.velocity(thing);
        let moving: Vec<(Thing, (f64, f64))> = others.iter().map(|thing| (thing.clone(), velocity(thing))).collect();
        self.learn(moment, &moving);
        self.touch(&moving);
        let scene = Scene {
            player: self.area,
            size: self.size,
            look_ms: f64::from(TURN) * 1000.0 / 60.0,
            name: &name,
            shots: &self.shots,
        };
        self.tracks.look(&others, &scene);
        self.notice_shots(&others);
        let count = moving.iter().filter(|(thing, _)| self.known_of(thing).good > 0).count();
        let left = count > 0;
        // Another sort that turned out to be good makes them more, though none was added.
        let sorts = self.known.values().filter(|known| known.good > 0).count();
        let more_known = std::mem::replace(&mut self.good_sorts, sorts) != sorts;
        if left && (more_known || self.fewest.is_none_or(|(fewest, _)| count < fewest)) {
            self.fewest = Some((count, self.turns));
        }
        let any = self.known.values().map(|known| known.good).sum::<u32>() >= 3;
        self.gone_turns = if any && !left { self.gone_turns + 1 } else { 0 };
        self.crawler |= self.crawls();
        let target = self.target(&moving);
        self.pursue(target.as_ref().map(|(_, name)| name));
        let decision =
            if self.crawler { self.crawl(&moving) } else { self.choose(&moving, target.map(|(place, _)| place)) };
        self.before = others;
        self.held.clone_from(&decision.hold);
        self.turns += 1;
        decision
    }

    /// What is gone after in vain for long is left alone like what was met in vain.
    fn pursue(&mut self, target: Option<&String>) {
        let turns = match (&self.pursued, target) {
            (Some((known, turns)), Some(name)) if known == name => turns + 1,
            _ => 0,
        };
        self.pursued = target.map(|name| (name.clone(), turns));
        if turns < PURSUED_MAX {
            return;
        }
        self.pursued = None;
        if let Some(known) = target.and_then(|name| self.known.get_mut(name)).filter(|known| known.good == 0) {
            known.idle = known.idle.max(IDLE_MAX);
        } else if let Some(name) = target.filter(|name| !self.known.contains_key(*name)) {
            self.known.insert(name.clone(), Known { idle: IDLE_MAX, ..Known::default() });
        }
    }

    /// Where the player is now: what is new among things that look like it, else the nearest.
    fn find(&mut self, all: &[Thing]) {
        let main = self.looks.first().cloned();
        let mine = all.iter().filter(|thing| main.as_ref().is_some_and(|looks| looks.same(&thing.looks)));
        let mine: Vec<Box2> = mine.map(|thing| thing.area).collect();
        let at = |area: &Box2, all: &[Box2]| all.iter().any(|known| distance(*known, *area) < 1.0);
        // Where nothing like it was before; a body that is drawn in equal parts only grows at its head.
        let new: Vec<&Box2> = mine.iter().filter(|area| !at(area, &self.parts) && !at(area, &[self.area])).collect();
        let stays = mine.len() > 1 && new.is_empty() && at(&self.area, &mine);
        let nearer = |a: &&Box2, b: &&Box2| distance(**a, self.area).total_cmp(&distance(**b, self.area));
        let nearest = if new.is_empty() { mine.iter().min_by(nearer) } else { new.into_iter().min_by(nearer) };
        let found = if stays { Some(self.area) } else { nearest.copied() };
        if let Some(area) = found {
            let frames = f64::from(TURN);
            let by = ((area[0] - self.area[0]) / frames, (area[1] - self.area[1]) / frames);
            let still = by.0.hypot(by.1) < 0.1;
            // One that goes by steps moves now and then.
            if self.held.is_none() {
                self.drifts = (self.drifts + if still { -1 } else { 2 }).clamp(-10, 10);
            }
            self.stood = if still { self.stood + 1 } else { 0 };
            // One that slides and comes to rest does not go on by itself.
            if self.stood > STOOD_MAX {
                (self.crawler, self.drifts) = (false, self.drifts.min(0));
            }
            // One that goes by steps stands still in between.
            if !still {
                self.own = by;
                self.step = by.0.hypot(by.1) * frames;
                self.trail.push(self.area);
                if self.trail.len() > TRAIL_MAX {
                    self.trail.remove(0);
                }
            }
            self.learn_from_vain(by);
            self.area = area;
        }
        self.parts = mine.into_iter().filter(|area| distance(*area, self.area) >= 1.0).collect();
    }

    /// A key that is held and does not move the player its way is left alone for a while.
    fn learn_from_vain(&mut self, by: (f64, f64)) {
        let held = self.held.as_ref().and_then(|key| self.steering.iter().find(|steering| steering.key == *key));
        let Some(steering) = held else {
            self.vain = 0;
            return;
        };
        let along = by.0 * steering.by.0 + by.1 * steering.by.1;
        self.vain = if along > 0.0 { 0 } else { self.vain + 1 };
        if self.vain >= 4 {
            self.shunned.insert(steering.key.clone(), self.turns + 6);
            self.vain = 0;
        }
    }

    fn velocity(&self, thing: &Thing) -> (f64, f64) {
        let twins = self.before.iter().filter(|other| other.looks.same(&thing.looks));
        let nearest = twins.min_by(|a, b| distance(a.area, thing.area).total_cmp(&distance(b.area, thing.area)));
        match nearest {
            Some(other) if distance(other.area, thing.area) < 90.0 => {
                let frames = f64::from(TURN);
                ((thing.area[0] - other.area[0]) / frames, (thing.area[1] - other.area[1]) / frames)
            }
            _ => (0.0, 0.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::{CanvasLook, CanvasText, Shape};

    fn picture(score: u32, shapes: &[(&str, f64, f64)]) -> Moment {
        let shape = |(style, x, y): &(&str, f64, f64)| Shape {
            kind: "rect".into(),
            area: [*x, *y, 20.0, 20.0],
            style: (*style).into(),
            alpha: 1.0,
        };
        let text = CanvasText {
            text: format!("Score {score}"),
            area: [0.0, 0.0, 40.0, 10.0],
            size: 10.0,
            color: "#fff".into(),
            alpha: 1.0,
        };
        let canvas = CanvasLook {
            id: String::new(),
            width: 640.0,
            height: 480.0,
            area: [0.0, 0.0, 640.0, 480.0],
            shown: true,
            draws: 1,
            nan: 0,
            kind: "2d".into(),
            pixelated: false,
            texts: vec![text],
            shapes: shapes.iter().map(shape).collect(),
        };
        Moment { canvases: vec![canvas], ..Moment::default() }
    }

    fn learner() -> Learner {
        let still = picture(0, &[("#00f", 300.0, 400.0)]);
        let left = picture(0, &[("#00f", 264.0, 400.0)]);
        let right = picture(0, &[("#00f", 336.0, 400.0)]);
        let tried = [("ArrowLeft", "", vec![&left]), ("ArrowRight", "", vec![&right])];
        Learner::of(&[&still], tried.into_iter(), &[12]).unwrap()
    }

    #[test]
    fn what_gave_points_is_sought() {
        let mut player = learner();
        for _ in 0..10 {
            player.decide(&picture(0, &[("#00f", 300.0, 400.0), ("#fc0", 322.0, 400.0)]));
        }
        player.decide(&picture(5, &[("#00f", 304.0, 400.0)]));
        let decision =
            player.decide(&picture(5, &[("#00f", 304.0, 400.0), ("#fc0", 40.0, 400.0), ("#888", 420.0, 400.0)]));
        assert_eq!(decision.hold.as_deref(), Some("ArrowLeft"), "{:?}", player.known);
    }

    #[test]
    fn what_hurt_is_shunned() {
        let mut player = learner();
        player.decide(&picture(0, &[("#00f", 300.0, 400.0), ("#f00", 300.0, 388.0)]));
        player.lost();
        player.again();
        player.decide(&picture(0, &[("#00f", 300.0, 400.0), ("#f00", 296.0, 300.0)]));
        let decision = player.decide(&picture(0, &[("#00f", 300.0, 400.0), ("#f00", 296.0, 330.0)]));
        assert!(decision.hold.is_some(), "{:?}", player.known);
    }
}
