use super::PlayCheck;
use crate::validator::{evidence::Outcome, record::ThingSeen};

/// Shots that have to be seen going through.
pub(in crate::validator) const PASSED_MIN: u32 = 3;

pub(super) const CHECK: PlayCheck = PlayCheck {
    id: "tunnelling",
    run: |evidence| {
        if let Some(unplayed) = evidence.unplayed() {
            return unplayed;
        }
        // What shots never do anything to is not meant to be hit.
        let hits = |thing: &ThingSeen| thing.shot_hit.max(thing.good);
        let hit = evidence.record.bot.iter().flat_map(|bot| &bot.things).filter(|thing| hits(thing) >= 3);
        let worst = hit.max_by_key(|thing| thing.shot_through);
        let Some(thing) = worst else { return Outcome::undecided("no shots were seen to hit anything") };
        let outcome = if thing.shot_through >= PASSED_MIN && thing.shot_through * 20 >= hits(thing) {
            let what = format!(
                "{} shots went through the middle of a thing ({}) without hitting it; {} hit one.",
                thing.shot_through,
                thing.name,
                hits(thing)
            );
            Outcome::of(vec![evidence.finding(
                CHECK.id,
                what,
                "Compare the whole way of a frame, from the last place to the new one, or move in smaller steps.",
            )])
        } else {
            Outcome::passed()
        };
        outcome.measured("through", thing.shot_through).measured("hit", hits(thing))
    },
};
