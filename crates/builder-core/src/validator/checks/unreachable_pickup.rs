use super::PlayCheck;
use crate::validator::{bot::values::Meaning, evidence::Outcome};

pub(super) const CHECK: PlayCheck = PlayCheck {
    id: "unreachable-pickup",
    run: |evidence| {
        if let Some(unplayed) = evidence.unplayed() {
            return unplayed;
        }
        let Some(bot) = &evidence.record.bot else {
            return Outcome::undecided("no key moves anything that could be brought to a pickup");
        };
        let scores = evidence.series(Meaning::Score);
        let scored = scores.values().any(|values| values.windows(2).any(|pair| pair[0] != pair[1]));
        if scored {
            return Outcome::passed();
        }
        if scores.is_empty() {
            return Outcome::undecided("no score is shown, so nothing tells whether a pickup counted");
        }
        let found = bot
            .things
            .iter()
            .filter(|thing| !thing.moves && thing.good == 0 && thing.bad == 0 && thing.touched_idle >= 3)
            .find_map(|thing| Some((thing, thing.off_grid?)));
        match found {
            Some((thing, (x, y))) => {
                let what = format!(
                    "What should be picked up ({}) lies between the places that the player can be at, such as at {x:.1}, {y:.1}: it was touched {} times, and nothing followed.",
                    thing.name, thing.touched_idle
                );
                Outcome::of(vec![evidence.finding(
                    CHECK.id,
                    what,
                    "Round its place to the grid that the player moves on.",
                )])
            }
            None => Outcome::undecided("nothing was gained in the plays, and nothing proves that it cannot be"),
        }
    },
};
