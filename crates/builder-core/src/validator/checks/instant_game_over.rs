use super::PlayCheck;
use crate::validator::evidence::Outcome;

pub(super) const CHECK: PlayCheck = PlayCheck {
    id: "instant-game-over",
    run: |evidence| {
        if let Some(unplayed) = evidence.unplayed() {
            return unplayed;
        }
        let plays = evidence.record.plays.iter().filter(|play| play.name == "quick");
        let ends: Vec<bool> =
            plays.map(|play| play.shots.iter().any(|shot| shot.did.iter().any(|did| did == "over at once"))).collect();
        if ends.len() < 2 || !ends.iter().all(|over| *over) {
            return Outcome::passed();
        }
        let what = format!(
            "The game is over within a second of its start, in {} of {} plays with different inputs.",
            ends.len(),
            ends.len()
        );
        Outcome::of(vec![evidence.finding(CHECK.id, what, "Start play in a state from which it can go on.")])
    },
};
