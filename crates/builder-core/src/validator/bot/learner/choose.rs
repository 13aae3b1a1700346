//! What to do next: away from what hurts, towards what gives.

use super::*;

/// Parts of the player, as shares of its size from its middle, that a ball is met with in turn; the last are corners.
const AIMS: [f64; 8] = [0.0, 0.25, -0.25, 0.15, -0.4, 0.4, -0.15, 0.52];
/// Turns for which one of them is kept.
const AIM_TURNS: u32 = 45;

impl Learner {
    pub(super) fn known_of(&self, thing: &Thing) -> Known {
        self.known.get(&name(thing)).copied().unwrap_or_default()
    }

    pub(super) fn choose(&self, moving: &[(Thing, (f64, f64))], target: Option<(f64, f64)>) -> Decision {
        let mut decision = Decision { hold: None, tap: self.fire.iter().cloned().collect() };
        let dangers: Vec<&(Thing, (f64, f64))> =
            moving.iter().filter(|(thing, _)| self.known_of(thing).hurts()).collect();
        let hit_after = |by: (f64, f64)| {
            (0..=AHEAD).step_by(2).find(|frames| {
                let frames = f64::from(*frames);
                let [x, y, w, h] = shifted(self.area, by, frames);
                if self.edges >= 2 && (x < -1.0 || y < -1.0 || x + w > self.size.0 + 1.0 || y + h > self.size.1 + 1.0) {
                    return true;
                }
                dangers.iter().any(|(thing, velocity)| {
                    overlap(shifted(self.area, by, frames), shifted(thing.area, *velocity, frames), 4.0)
                })
            })
        };
        let staying = hit_after(match self.jump {
            _ if self.drifts <= 2 => (0.0, 0.0),
            // A leap is no way to go on.
            Some(_) if self.stood > 0 => (0.0, 0.0),
            Some(_) => (self.own.0, 0.0),
            None => self.own,
        });
        if let (Some(key), Some(frames)) = (&self.jump, staying)
            && (4..=20).contains(&frames)
        {
            decision.tap.push(key.clone());
        }
        let wanted = |by: (f64, f64)| {
            target.map_or(0.0, |(x, y)| {
                let (px, py) = (self.area[0] + self.area[2] / 2.0, self.area[1] + self.area[3] / 2.0);
                let (dx, dy) = (x - px, y - py);
                let length = by.0.hypot(by.1).max(1e-6);
                // Along the way that is longer, and not beyond it.
                let along = (dx * by.0 + dy * by.1) / length;
                if along > length * 2.0 { along } else { -1.0 }
            })
        };
        let mut best = (staying.unwrap_or(AHEAD + 1), 0.0, None);
        let open = |key: &str| self.shunned.get(key).is_none_or(|until| *until < self.turns);
        for steering in self.steering.iter().filter(|steering| open(&steering.key)) {
            let score = (hit_after(steering.by).unwrap_or(AHEAD + 1), wanted(steering.by));
            if score.0 > best.0 || score.0 == best.0 && score.1 > best.1 {
                best = (score.0, score.1, Some(steering.key.clone()));
            }
        }
        decision.hold = best.2;
        decision
    }

    /// Where to go, and to what: the nearest thing that is known to be good, else the nearest that nothing is known of.
    pub(super) fn target(&self, moving: &[(Thing, (f64, f64))]) -> Option<((f64, f64), String)> {
        let worth = |thing: &Thing| {
            let known = self.known_of(thing);
            if self.is_ball(thing) {
                return Some(0_u32);
            }
            if self.shots.contains(&name(thing)) || known.hurts() && self.fire.is_none() {
                return None;
            }
            if known.good > 0 || self.fire.is_some() && known.moves {
                Some(0)
            } else if known.idle < IDLE_MAX {
                Some(if known.moves { 1 } else { 2 })
            } else {
                None
            }
        };
        let mut found: Vec<(u32, f64, &Thing, (f64, f64))> = moving
            .iter()
            .filter(|(thing, velocity)| self.fire.is_some() || self.meets(thing, *velocity).is_some())
            // What it is on already it need not go to, and what is always with it is its own.
            .filter(|(thing, _)| {
                let with_it = self.beside.get(&name(thing)).is_some_and(|turns| *turns >= OWN_TURNS);
                self.is_ball(thing) || !with_it && !overlap(self.area, thing.area, 0.0)
            })
            .filter_map(|(thing, velocity)| Some((worth(thing)?, distance(thing.area, self.area), thing, *velocity)))
            .collect();
        found.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let (_, way, thing, velocity) = found.first()?;
        // Where it will be by then.
        let frames = self.meets(thing, *velocity).filter(|frames| *frames > 0.0).unwrap_or((way / 8.0).min(30.0));
        let area = shifted(thing.area, *velocity, frames);
        let (x, y) = (area[0] + area[2] / 2.0, area[1] + area[3] / 2.0);
        let (x, y) = (bounced(x, self.size.0), bounced(y, self.size.1));
        // What is thrown back is met with another part of the player each time: that is how it is aimed.
        let aim = if self.is_ball(thing) { AIMS[(self.turns / AIM_TURNS) as usize % AIMS.len()] } else { 0.0 };
        let upright = self.steering.iter().all(|steering| steering.by.0 == 0.0);
        let at = if upright { (x, y + aim * self.area[3]) } else { (x + aim * self.area[2], y) };
        Some((at, name(thing)))
    }

    /// Whether it was seen to be thrown back by the player.
    fn is_ball(&self, thing: &Thing) -> bool {
        self.tracks.seen().get(&name(thing)).is_some_and(|seen| seen.bounced >= 1)
    }

    /// In how many frames a thing is where the player can be: along a way that no key moves it, the thing has to
    /// come by itself. `None` if it does not.
    pub(super) fn meets(&self, thing: &Thing, velocity: (f64, f64)) -> Option<f64> {
        let along = |steered: bool, from: f64, size: f64, own: f64, own_size: f64, speed: f64| {
            if steered || from < own + own_size + 10.0 && own < from + size + 10.0 {
                return Some(0.0);
            }
            let gap = if from > own { own + own_size - from } else { own - (from + size) };
            (speed.abs() > 0.05).then(|| gap / speed).filter(|frames| (0.0..240.0).contains(frames))
        };
        let [x, y, w, h] = thing.area;
        let [px, py, pw, ph] = self.area;
        let sideways = self.crawler || self.steering.iter().any(|steering| steering.by.0 != 0.0);
        let upright = self.crawler || self.jump.is_some() || self.steering.iter().any(|steering| steering.by.1 != 0.0);
        let (across, down) = (along(sideways, x, w, px, pw, velocity.0)?, along(upright, y, h, py, ph, velocity.1)?);
        Some(across.max(down))
    }
}
