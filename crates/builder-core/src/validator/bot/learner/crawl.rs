//! Steering what goes on by itself in one of four directions, as a snake does.

use super::*;

/// The keys of the four directions, in two families.
const FAMILIES: [[&str; 4]; 2] =
    [["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"], ["KeyA", "KeyD", "KeyW", "KeyS"]];

impl Learner {
    /// Whether the player goes on by itself along one axis, and keys turn it.
    pub(super) fn crawls(&self) -> bool {
        let straight = (self.own.0.abs() < 0.1) != (self.own.1.abs() < 0.1);
        // The key of the way that it goes already changes nothing when it is tried.
        let turns = self.steering.iter().any(|steering| steering.by.0 * self.own.0 + steering.by.1 * self.own.1 == 0.0);
        self.drifts > 2 && straight && self.jump.is_none() && turns
    }

    /// The turn that leads nearest to the target without meeting the edge, a danger, or the player's own parts.
    pub(super) fn crawl(&self, moving: &[(Thing, (f64, f64))]) -> Decision {
        let decision = Decision { hold: None, tap: Vec::new() };
        let family =
            FAMILIES.iter().find(|family| self.steering.iter().any(|steering| family.contains(&steering.key.as_str())));
        let Some(family) = family else { return decision };
        let open: Vec<_> = moving.iter().filter(|(thing, _)| !self.blocks(thing)).cloned().collect();
        let target = self.target(&open).map(|(place, _)| place);
        let [x, y, w, h] = self.area;
        // One step is as long as the player is wide.
        let (step_x, step_y) = (w.max(self.step), h.max(self.step));
        let solid = |area: Box2| {
            let [x, y, w, h] = area;
            let inner = [x + w * 0.25, y + h * 0.25, w * 0.5, h * 0.5];
            x < -w * 0.4
                || y < -h * 0.4
                || x + w * 0.6 > self.size.0
                || y + h * 0.6 > self.size.1
                || self.parts.iter().any(|part| overlap(inner, *part, 0.0))
                || moving.iter().any(|(thing, _)| self.blocks(thing) && overlap(inner, thing.area, 0.0))
        };
        let mut best: Option<((u32, f64), &str)> = None;
        for key in family {
            let Some((dx, dy)) = way_of(key) else { continue };
            if dx * self.own.0 + dy * self.own.1 < 0.0 {
                continue;
            }
            // How far it is open that way.
            let open = (1..=2_u32)
                .take_while(|steps| {
                    let by = f64::from(*steps);
                    !solid([x + dx * step_x * by, y + dy * step_y * by, w, h])
                })
                .count() as u32;
            let (px, py) = (x + w / 2.0 + dx * step_x, y + h / 2.0 + dy * step_y);
            let near = target.map_or(0.0, |(tx, ty)| -((tx - px).abs() + (ty - py).abs()));
            let rank = (open.min(1), near);
            if best.is_none_or(|(known, _)| rank.0 > known.0 || rank.0 == known.0 && rank.1 > known.1 + 0.01) {
                best = Some((rank, key));
            }
        }
        Decision { hold: best.map(|(_, key)| key.to_owned()), ..decision }
    }

    /// Whether a thing is not to be met: it hurts, or it lies where the player was and so is its own body.
    fn blocks(&self, thing: &Thing) -> bool {
        let known = self.known_of(thing);
        let on_trail = || self.trail.iter().any(|was| distance(*was, thing.area) < 2.0);
        known.hurts() || known.good == 0 && on_trail()
    }
}
