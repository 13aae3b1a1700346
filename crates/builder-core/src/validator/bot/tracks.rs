//! Follows things from look to look: how fast they go, where they come from, what shots pass through.

use std::collections::BTreeMap;

use super::eyes::Thing;
use crate::ports::Box2;

/// Looks in which something must have gone on at one speed, for that to be its speed.
const STEADY: u32 = 3;
/// Looks after which something that was near the player when it appeared is no news any more: half a second.
const NEWS: u32 = 7;
/// Looks for which a thing that vanished is remembered, since some only blink.
const REMEMBERED: u32 = 15;

/// What was seen of things that look alike.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Seen {
    /// How often one appeared out of nothing while play went on.
    pub(crate) births: u32,
    /// How often the player was touched by it within half a second of that.
    pub(crate) on_player: u32,
    /// Least seconds in which one crosses the picture, and milliseconds of play by then.
    pub(crate) crossing: Option<(f64, f64)>,
    /// How often the player threw one back.
    pub(crate) bounced: u32,
    /// Looks in which the only one of its sort went both across and down.
    pub(crate) free: u32,
    /// Most looks in a row in which it went only across or only down, from edge to edge, and nothing was gained or lost.
    pub(crate) caught: u32,
    /// How often one appeared and went straight away from the player.
    pub(crate) fired: u32,
    /// How often a shot went through one from side to side, and both were there afterwards.
    pub(crate) passed: u32,
}

/// Pixels by which a thing's way has to overlap the player, for the player to be able to meet it.
const MET: f64 = 3.0;

/// Looks in which a thing has to go both ways, for it to be meant to.
pub(crate) const FREE_MIN: u32 = 40;

#[derive(Debug, Clone)]
struct Track {
    name: String,
    thing: Thing,
    before: Option<Box2>,
    /// Pixels a look.
    by: (f64, f64),
    /// Looks at that speed.
    steady: u32,
    age: u32,
    born: bool,
    /// Whether it was not there when the game began.
    fresh: bool,
    /// Whether a shot went through it at the last look.
    passed: bool,
}

/// Follows everything.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tracks {
    tracks: Vec<Track>,
    gone: Vec<(Thing, u32)>,
    looks: u32,
    seen: BTreeMap<String, Seen>,
    alone: BTreeMap<String, Alone>,
}

/// The only thing of its sort in the picture.
#[derive(Debug, Clone, Copy)]
struct Alone {
    area: Box2,
    /// Looks in a row in which it went only across, and only down.
    across: u32,
    down: u32,
}

/// What a look is compared with.
pub(crate) struct Scene<'a> {
    /// Where the player is.
    pub(crate) player: Box2,
    /// Width and height of the picture.
    pub(crate) size: (f64, f64),
    /// Milliseconds of play between two looks.
    pub(crate) look_ms: f64,
    /// What things that look alike are called.
    pub(crate) name: &'a dyn Fn(&Thing) -> String,
    /// Names of the player's shots.
    pub(crate) shots: &'a [String],
}

fn moved_by(from: Box2, to: Box2) -> (f64, f64) {
    (to[0] + to[2] / 2.0 - from[0] - from[2] / 2.0, to[1] + to[3] / 2.0 - from[1] - from[3] / 2.0)
}

fn length((x, y): (f64, f64)) -> f64 {
    x.hypot(y)
}

fn touches(a: Box2, b: Box2) -> bool {
    a[0] < b[0] + b[2] && b[0] < a[0] + a[2] && a[1] < b[1] + b[3] && b[1] < a[1] + a[3]
}

impl Tracks {
    /// What was seen, by the names of things.
    pub(crate) fn seen(&self) -> &BTreeMap<String, Seen> {
        &self.seen
    }

    /// A new game has begun.
    pub(crate) fn again(&mut self) {
        self.tracks.clear();
        self.gone.clear();
        self.alone.clear();
        self.looks = 0;
    }

    /// One more look at everything but the player.
    pub(crate) fn look(&mut self, things: &[Thing], scene: &Scene<'_>) {
        let mut left: Vec<Option<Track>> = std::mem::take(&mut self.tracks).into_iter().map(Some).collect();
        for thing in things {
            let track = match nearest(&left, thing).and_then(|at| left.get_mut(at)).and_then(Option::take) {
                Some(track) => self.follow(track, thing, scene),
                None => self.appear(thing, scene),
            };
            self.tracks.push(track);
        }
        self.gone.retain(|(_, until)| *until > self.looks);
        let until = self.looks + REMEMBERED;
        self.gone.extend(left.into_iter().flatten().map(|track| (track.thing, until)));
        self.pass(scene);
        self.watch_alone(things, scene);
        self.looks += 1;
    }

    /// Something was gained or lost: whatever moves is not caught.
    pub(crate) fn something_happened(&mut self) {
        self.alone.clear();
    }

    /// Looks for which what moves alone has gone on along one line without anything following.
    pub(crate) fn caught_for(&self) -> u32 {
        let free = |name: &String| self.seen.get(name).is_some_and(|seen| seen.free >= FREE_MIN);
        self.alone.iter().filter(|(name, _)| free(name)).map(|(_, one)| one.across.max(one.down)).max().unwrap_or(0)
    }

    fn watch_alone(&mut self, things: &[Thing], scene: &Scene<'_>) {
        let mut count: BTreeMap<String, (u32, Box2)> = BTreeMap::new();
        for thing in things {
            count.entry((scene.name)(thing)).or_insert((0, thing.area)).0 += 1;
        }
        let mut alone = std::mem::take(&mut self.alone);
        for (name, (number, area)) in count {
            let Some(was) = alone.remove(&name).filter(|_| number == 1) else {
                if number == 1 {
                    self.alone.insert(name, Alone { area, across: 0, down: 0 });
                }
                continue;
            };
            let (x, y) = moved_by(was.area, area);
            let (x, y) = (x.abs() > 0.5, y.abs() > 0.5);
            let seen = self.seen.entry(name.clone()).or_default();
            seen.free += u32::from(x && y);
            // On a line that leads to the player it can be met: that is play.
            let meets = |axis: usize| {
                let end = |area: Box2| area[axis] + area[axis + 2];
                end(area).min(end(scene.player)) - area[axis].max(scene.player[axis]) > MET
            };
            let on = |goes: bool, looks: u32| if goes { looks + 1 } else { 0 };
            let now =
                Alone { area, across: on(x && !y && !meets(1), was.across), down: on(y && !x && !meets(0), was.down) };
            seen.caught = seen.caught.max(now.across.max(now.down));
            self.alone.insert(name, now);
        }
    }

    fn follow(&mut self, mut track: Track, thing: &Thing, scene: &Scene<'_>) -> Track {
        let by = moved_by(track.thing.area, thing.area);
        let same = length((by.0 - track.by.0, by.1 - track.by.1)) <= 1.0 + 0.2 * length(by);
        track.steady = if track.age > 0 && same { track.steady + 1 } else { 1 };
        let was = std::mem::replace(&mut track.by, by);
        track.before = Some(track.thing.area);
        track.thing = thing.clone();
        track.age += 1;
        let seen = self.seen.entry(track.name.clone()).or_default();
        let back = |was: f64, is: f64| was * is < 0.0 && was.abs() > 4.0 && is.abs() > 4.0;
        let [px, py, pw, ph] = scene.player;
        let wide = [px - 16.0, py - 16.0, pw + 32.0, ph + 32.0];
        let at_player = touches(thing.area, wide) || track.before.is_some_and(|area| touches(area, wide));
        if (back(was.0, by.0) || back(was.1, by.1)) && at_player {
            seen.bounced += 1;
        }
        if track.age == 1 && track.fresh && length(by) > 8.0 && came_from_player(&track, scene.player) {
            seen.fired += 1;
        }
        if track.steady >= STEADY {
            let looks = (scene.size.0 / by.0.abs()).min(scene.size.1 / by.1.abs());
            let seconds = looks * scene.look_ms / 1000.0;
            if seconds.is_finite() && seen.crossing.is_none_or(|(least, _)| seconds < least) {
                seen.crossing = Some((seconds, f64::from(self.looks) * scene.look_ms));
            }
        }
        if track.born && track.age <= NEWS && touches(thing.area, scene.player) {
            track.born = false;
            seen.on_player += 1;
        }
        track
    }

    fn appear(&mut self, thing: &Thing, scene: &Scene<'_>) -> Track {
        let name = (scene.name)(thing);
        // Out of nothing: no other like it was near, now or lately, nor anything that it could come out of.
        let near = |other: &Thing, far: f64| length(moved_by(other.area, thing.area)) < far;
        let came_from = self
            .tracks
            .iter()
            .any(|track| track.thing.looks.same(&thing.looks) && near(&track.thing, 60.0))
            || self.gone.iter().any(|(gone, _)| near(gone, if gone.looks.same(&thing.looks) { 120.0 } else { 40.0 }));
        let born = self.looks > 0 && !came_from;
        if born {
            let seen = self.seen.entry(name.clone()).or_default();
            seen.births += 1;
            if touches(thing.area, scene.player) {
                seen.on_player += 1;
            }
        }
        Track {
            name,
            before: None,
            by: (0.0, 0.0),
            steady: 0,
            age: 0,
            born: born && !touches(thing.area, scene.player),
            fresh: self.looks > 0,
            passed: false,
            thing: thing.clone(),
        }
    }

    /// Counts shots that were before a thing at the last look and are behind it now, when both are still there one look
    /// later.
    fn pass(&mut self, scene: &Scene<'_>) {
        for track in &mut self.tracks {
            if std::mem::take(&mut track.passed) {
                self.seen.entry(track.name.clone()).or_default().passed += 1;
            }
        }
        let shots: Vec<(Box2, Box2)> = self
            .tracks
            .iter()
            .filter(|track| scene.shots.contains(&track.name) && track.steady >= 2)
            .filter_map(|track| Some((track.before?, track.thing.area)))
            .collect();
        for track in self.tracks.iter_mut().filter(|track| !scene.shots.contains(&track.name)) {
            let Some(before) = track.before else { continue };
            track.passed = shots.iter().any(|shot| crossed(*shot, (before, track.thing.area)));
        }
    }
}

/// Whether what has just appeared was at the player within the look before.
fn came_from_player(track: &Track, player: Box2) -> bool {
    let Some([x, y, w, h]) = track.before else { return false };
    let [px, py, pw, ph] = player;
    let wide = [px - 8.0, py - 8.0, pw + 16.0, ph + 16.0];
    let away = moved_by(player, track.thing.area);
    away.0 * track.by.0 + away.1 * track.by.1 > 0.0
        && (0..=4).any(|part| {
            let part = f64::from(part) / 4.0;
            touches([x - track.by.0 * part, y - track.by.1 * part, w, h], wide)
        })
}

/// Whether a shot went through a thing from one side to the other, in the middle of it.
fn crossed((from, to): (Box2, Box2), (before, now): (Box2, Box2)) -> bool {
    let (first, last) = (moved_by(before, from), moved_by(now, to));
    // Along the axis on which the shot changed sides.
    let axis = if first.1 * last.1 < 0.0 { 1 } else { 0 };
    let part = |pair: (f64, f64), axis: usize| if axis == 0 { pair.0 } else { pair.1 };
    let apart = |area: Box2, shot: Box2, by: (f64, f64)| part(by, axis).abs() > (area[axis + 2] + shot[axis + 2]) / 2.0;
    let within = |area: Box2, by: (f64, f64)| part(by, 1 - axis).abs() < area[3 - axis] * 0.35;
    part(first, axis) * part(last, axis) < 0.0
        && apart(before, from, first)
        && apart(now, to, last)
        && within(before, first)
        && within(now, last)
}

/// The track that a thing goes on with: of those that look the same, the one whose way leads nearest to it.
fn nearest(tracks: &[Option<Track>], thing: &Thing) -> Option<usize> {
    let same = |track: &Track| track.thing.looks.same(&thing.looks);
    let alone = tracks.iter().flatten().filter(|track| same(track)).count() == 1;
    let miss = |track: &Track| {
        let by = moved_by(track.thing.area, thing.area);
        let off = length((by.0 - track.by.0, by.1 - track.by.1));
        let most = if alone || track.age == 0 { 130.0 } else { 8.0 + 0.3 * length(track.by) };
        // What turns round is still near where it was.
        (off <= most || length(by) <= 20.0).then_some(off)
    };
    let found = tracks.iter().enumerate().filter_map(|(at, track)| {
        let track = track.as_ref().filter(|track| same(track))?;
        Some((at, miss(track)?))
    });
    found.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validator::bot::eyes::Looks;

    fn thing(style: &str, x: f64, y: f64) -> Thing {
        let looks = Looks { canvas: Some(0), kind: "rect".into(), style: style.into(), size: (20.0, 20.0) };
        Thing { looks, area: [x, y, 20.0, 20.0] }
    }

    fn look(tracks: &mut Tracks, things: &[Thing]) {
        let shots = ["shot".to_owned()];
        let scene = Scene {
            player: [300.0, 400.0, 30.0, 30.0],
            size: (640.0, 480.0),
            look_ms: 1000.0 / 15.0,
            name: &|thing| thing.looks.style.clone(),
            shots: &shots,
        };
        tracks.look(things, &scene);
    }

    #[test]
    fn speed_is_told_from_a_steady_way() {
        let mut tracks = Tracks::default();
        for at in 0..5 {
            look(&mut tracks, &[thing("rock", 600.0 - 128.0 * f64::from(at), 100.0)]);
        }
        let (seconds, ms) = tracks.seen()["rock"].crossing.unwrap();
        assert!((seconds - 640.0 / 128.0 / 15.0).abs() < 1e-9, "{seconds}");
        assert!(ms < 400.0);
    }

    #[test]
    fn what_appears_on_the_player_is_told_from_what_comes() {
        let mut tracks = Tracks::default();
        look(&mut tracks, &[]);
        look(&mut tracks, &[thing("mine", 305.0, 405.0), thing("rock", 300.0, 0.0)]);
        for at in 0..30 {
            look(&mut tracks, &[thing("mine", 305.0, 405.0), thing("rock", 300.0, 15.0 * f64::from(at))]);
        }
        assert_eq!((tracks.seen()["mine"].births, tracks.seen()["mine"].on_player), (1, 1));
        assert_eq!((tracks.seen()["rock"].births, tracks.seen()["rock"].on_player), (1, 0));
    }

    #[test]
    fn what_blinks_or_comes_out_of_another_is_not_born() {
        let mut tracks = Tracks::default();
        look(&mut tracks, &[thing("mine", 100.0, 100.0), thing("big", 300.0, 300.0)]);
        look(&mut tracks, &[thing("big", 300.0, 300.0)]);
        look(&mut tracks, &[thing("mine", 100.0, 100.0)]);
        look(&mut tracks, &[thing("mine", 100.0, 100.0), thing("small", 310.0, 310.0)]);
        assert_eq!(tracks.seen().values().map(|seen| seen.births).sum::<u32>(), 0);
    }

    #[test]
    fn what_goes_on_along_one_line_is_caught_until_something_happens() {
        let mut tracks = Tracks::default();
        let there_and_back = |at: u32, size: u32| f64::from((at % (2 * size)).abs_diff(size));
        for at in 0..100 {
            look(&mut tracks, &[thing("ball", 9.0 * there_and_back(at, 50), 7.0 * there_and_back(at, 40))]);
        }
        assert!(tracks.seen()["ball"].free > FREE_MIN && tracks.seen()["ball"].caught < 3);
        for at in 0..100 {
            look(&mut tracks, &[thing("ball", 9.0 * there_and_back(at, 50), 80.0)]);
        }
        assert!(tracks.caught_for() > 90);
        tracks.something_happened();
        assert_eq!(tracks.caught_for(), 0);
        for at in 0..100 {
            look(&mut tracks, &[thing("ball", 9.0 * there_and_back(at, 50), 405.0)]);
        }
        assert_eq!(tracks.caught_for(), 0, "its line leads to the player");
    }

    #[test]
    fn a_shot_that_goes_through_is_counted() {
        let mut tracks = Tracks::default();
        for at in 0..8 {
            look(&mut tracks, &[thing("shot", 300.0, 400.0 - 60.0 * f64::from(at)), thing("foe", 302.0, 190.0)]);
        }
        assert_eq!(tracks.seen()["foe"].passed, 1);
        let mut beside = Tracks::default();
        for at in 0..8 {
            look(&mut beside, &[thing("shot", 300.0, 400.0 - 60.0 * f64::from(at)), thing("foe", 315.0, 190.0)]);
        }
        assert_eq!(beside.seen()["foe"].passed, 0);
    }
}
