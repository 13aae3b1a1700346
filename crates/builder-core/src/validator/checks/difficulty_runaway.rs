use super::PlayCheck;
use crate::validator::evidence::Outcome;

/// Seconds in which nothing dangerous may cross the picture, and milliseconds of play within which that counts.
const CROSSING_S: f64 = 0.4;
const WITHIN_MS: f64 = 30_000.0;

pub(super) const CHECK: PlayCheck = PlayCheck {
    id: "difficulty-runaway",
    run: |evidence| {
        if let Some(unplayed) = evidence.unplayed() {
            return unplayed;
        }
        let Some(bot) = &evidence.record.bot else {
            return Outcome::undecided("no key moves anything that could be kept alive");
        };
        let dangers = bot.things.iter().filter(|thing| thing.hurts);
        let crossings = dangers.filter_map(|thing| Some((thing, thing.crossing?)));
        let fastest = crossings.min_by(|(_, (a, _)), (_, (b, _))| a.total_cmp(b));
        match fastest {
            Some((thing, (seconds, ms))) if seconds < CROSSING_S && ms <= WITHIN_MS => {
                let what = format!(
                    "After {:.0} s of play a danger ({}) crosses the whole picture in {seconds:.2} s.",
                    ms / 1000.0,
                    thing.name
                );
                let fix = "Bound the speed, and let it grow with a curve that flattens.";
                Outcome::of(vec![evidence.finding(CHECK.id, what, fix)]).measured("crossing_s", seconds)
            }
            _ if bot.longest_ms < WITHIN_MS => {
                Outcome::undecided(format!("no game lasted {:.0} s", WITHIN_MS / 1000.0))
            }
            Some((_, (seconds, _))) => Outcome::passed().measured("crossing_s", seconds),
            None => Outcome::passed_because("nothing dangerous moves"),
        }
    },
};
