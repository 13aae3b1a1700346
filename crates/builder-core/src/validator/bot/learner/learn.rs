//! What is learned from what changed: what gives, what hurts, what is shot.

use super::*;

impl Learner {
    /// What was gained or lost since the last look, and by what.
    pub(super) fn learn(&mut self, moment: &Moment, now: &[(Thing, (f64, f64))]) {
        let shown = shown_values(moment);
        let value = |wanted: Meaning| {
            shown
                .iter()
                .find(|(label, _)| meaning(label) == wanted)
                .map(|(_, value)| *value)
                .filter(|value| value.is_finite())
        };
        let (score, lives) = (value(Meaning::Score), value(Meaning::Lives));
        let gained = matches!((self.score, score), (Some(was), Some(is)) if is > was);
        let hurt = matches!((self.lives, lives), (Some(was), Some(is)) if is < was);
        if gained {
            self.rises += 1;
        }
        // A score that rises all the time tells nothing.
        let telling = gained && self.rises * 2 < self.turns.max(8);
        let gone: Vec<Thing> = self
            .before
            .iter()
            .filter(|old| {
                !now.iter().any(|(thing, _)| thing.looks.same(&old.looks) && distance(thing.area, old.area) < 60.0)
            })
            .cloned()
            .collect();
        for old in &gone {
            let reached = overlap(self.area, old.area, 36.0) || self.fire.is_some();
            if telling && reached && !self.shots.contains(&name(old)) {
                self.known.entry(name(old)).or_default().good += 1;
            }
        }
        if hurt {
            self.lost();
        }
        (self.score, self.lives) = (score.or(self.score), lives.or(self.lives));
        for (thing, (x, y)) in now {
            if x.abs() + y.abs() > 0.2 {
                self.known.entry(name(thing)).or_default().moves = true;
            }
        }
        if self.fire.is_some() {
            self.watch_shots(now, &gone);
        }
        if gained || hurt {
            self.tracks.something_happened();
            self.touching.clear();
        }
    }

    /// Sees one frame of a turn. Shots may be too fast to be followed from turn to turn.
    pub(crate) fn glimpse(&mut self, moment: &Moment) {
        let mut others: Vec<Thing> = movable(moment).into_iter().filter(|thing| !self.is_mine(thing)).collect();
        others.truncate(THINGS_MAX);
        let fired = self.fine.seen().iter().filter(|(_, seen)| seen.fired >= 3 && seen.fired * 2 > seen.births);
        let shots: Vec<String> = fired.map(|(name, _)| name.clone()).collect();
        let scene = Scene { player: self.area, size: self.size, look_ms: 1000.0 / 60.0, name: &name, shots: &shots };
        self.fine.look(&others, &scene);
    }

    /// Whether it has something to shoot with.
    pub(crate) fn shoots(&self) -> bool {
        self.fire.is_some()
    }

    /// What goes away from the player whenever it appears is shot by it.
    pub(super) fn notice_shots(&mut self, others: &[Thing]) {
        if self.fire.is_none() || self.shots.len() >= SHOTS_MAX {
            return;
        }
        let fired = self.tracks.seen().iter().filter(|(_, seen)| seen.fired >= 3 && seen.fired * 2 > seen.births);
        let names: Vec<String> =
            fired.map(|(name, _)| name.clone()).filter(|name| !self.shots.contains(name)).collect();
        for name in names {
            if others.iter().any(|thing| self::name(thing) == name && self.is_smaller(thing)) {
                self.shots.push(name);
            }
        }
    }

    fn is_smaller(&self, thing: &Thing) -> bool {
        thing.area[2] * thing.area[3] < self.area[2] * self.area[3]
    }

    /// Which things are shots of the player: they appear beside it. What shots do to what they meet.
    fn watch_shots(&mut self, now: &[(Thing, (f64, f64))], gone: &[Thing]) {
        for (thing, _) in now {
            let fresh =
                !self.before.iter().any(|old| old.looks.same(&thing.looks) && distance(old.area, thing.area) < 90.0);
            if fresh
                && self.is_smaller(thing)
                && overlap(self.area, thing.area, 40.0)
                && !self.shots.contains(&name(thing))
                && self.shots.len() < SHOTS_MAX
            {
                self.shots.push(name(thing));
            }
        }
        let shots: Vec<&Thing> =
            now.iter().map(|(thing, _)| thing).filter(|thing| self.shots.contains(&name(thing))).collect();
        let mut met = Vec::new();
        for (thing, _) in now.iter().filter(|(thing, _)| !self.shots.contains(&name(thing))) {
            if shots.iter().any(|shot| overlap(shot.area, thing.area, 0.0)) {
                met.push((name(thing), false));
            }
        }
        for old in gone.iter().filter(|old| !self.shots.contains(&name(old))) {
            if self.before.iter().any(|shot| self.shots.contains(&name(shot)) && overlap(shot.area, old.area, 60.0)) {
                met.push((name(old), true));
            }
        }
        for (name, hit) in met {
            let known = self.known.entry(name).or_default();
            if hit {
                known.shot_hit += 1;
            } else {
                known.shot_idle += 1;
            }
        }
    }

    /// Counts what the player is on for a while without anything following.
    pub(super) fn touch(&mut self, now: &[(Thing, (f64, f64))]) {
        let mut beside = BTreeMap::new();
        for (thing, _) in now.iter().filter(|(thing, _)| overlap(self.area, thing.area, BESIDE)) {
            let name = name(thing);
            let turns = self.beside.get(&name).copied().unwrap_or_default() + 1;
            if turns == 1 && overlap(self.area, thing.area, 5.0) {
                self.known.entry(name.clone()).or_default().met += 1;
            }
            if beside.insert(name.clone(), turns).is_none() {
                *self.beside_ever.entry(name).or_default() += 1;
            }
        }
        self.beside = beside;
        let mut touching = BTreeMap::new();
        for (thing, _) in now.iter().filter(|(thing, _)| overlap(self.area, thing.area, -2.0)) {
            let name = name(thing);
            let turns = self.touching.get(&name).copied().unwrap_or_default() + 1;
            if turns == 2 {
                self.known.entry(name.clone()).or_default().idle += 1;
                let part = |a: f64, b: f64, size: f64| ((a - b) / size.max(1.0)).rem_euclid(1.0);
                let (x, y) =
                    (part(thing.area[0], self.area[0], self.area[2]), part(thing.area[1], self.area[1], self.area[3]));
                if x > 0.08 && x < 0.92 || y > 0.08 && y < 0.92 {
                    self.off_grid.insert(name.clone(), (thing.area[0], thing.area[1]));
                }
            }
            touching.insert(name, turns);
        }
        self.touching = touching;
    }
}
