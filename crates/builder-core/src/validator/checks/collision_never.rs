use super::PlayCheck;
use crate::validator::{bot::values::Meaning, evidence::Outcome};

/// Looks in which a shot lay on something that stayed, before it counts as proof.
const SHOTS: u32 = 8;
/// Times the player was on something for a while and nothing followed.
const TOUCHES: u32 = 4;

pub(super) const CHECK: PlayCheck = PlayCheck {
    id: "collision-never",
    run: |evidence| {
        if let Some(unplayed) = evidence.unplayed() {
            return unplayed;
        }
        let Some(bot) = &evidence.record.bot else {
            return Outcome::undecided("no key moves anything that could be brought to touch something");
        };
        let scores = evidence.series(Meaning::Score);
        let scored = scores.values().any(|values| values.windows(2).any(|pair| pair[0] != pair[1]));
        let hits: u32 = bot.things.iter().map(|thing| thing.shot_hit + thing.good).sum();
        if scored || hits > 0 {
            return Outcome::passed().measured("hits", hits);
        }
        if scores.is_empty() {
            return Outcome::undecided("no score is shown, so nothing tells whether a touch counted");
        }
        let through = bot
            .things
            .iter()
            .filter(|thing| thing.moves && thing.shot_idle >= SHOTS)
            .max_by_key(|thing| thing.shot_idle);
        if let Some(thing) = through {
            let what = format!(
                "Shots pass through what they should hit ({}): in {} looks a shot lay on one, none vanished, and the score never changed.",
                thing.name, thing.shot_idle
            );
            return Outcome::of(vec![evidence.finding(
                CHECK.id,
                what,
                "Compare the fields that both things really have.",
            )]);
        }
        let lives = evidence.series(Meaning::Lives);
        let hurt = lives.values().any(|values| values.windows(2).any(|pair| pair[0] != pair[1]));
        let touched = bot
            .things
            .iter()
            .filter(|thing| thing.moves && thing.touched_idle >= TOUCHES)
            .max_by_key(|thing| thing.touched_idle);
        match touched.filter(|_| !hurt && evidence.record.end.is_none()) {
            Some(thing) => {
                let what = format!(
                    "The player passes through what it meets ({}): it was on one {} times, and nothing ever followed.",
                    thing.name, thing.touched_idle
                );
                Outcome::of(vec![evidence.finding(CHECK.id, what, "Compare the fields that both things really have.")])
            }
            None => Outcome::undecided("nothing was gained in the plays, and nothing proves that it cannot be"),
        }
    },
};
