use super::PlayCheck;
use crate::validator::evidence::Outcome;

/// Simulated milliseconds for which something has to go on along one line.
const CAUGHT_MS: f64 = 10_000.0;

pub(super) const CHECK: PlayCheck = PlayCheck {
    id: "ball-stuck",
    run: |evidence| {
        if let Some(unplayed) = evidence.unplayed() {
            return unplayed;
        }
        let Some(bot) = &evidence.record.bot else {
            return Outcome::undecided("no key moves anything that something could be thrown back by");
        };
        // What hurts may patrol; what was thrown back by the player is a ball.
        let balls = bot.things.iter().filter(|thing| thing.thrown_back >= 2);
        let worst = balls.max_by(|a, b| a.caught_ms.total_cmp(&b.caught_ms));
        let Some(ball) = worst else { return Outcome::passed_because("the player throws nothing back") };
        let outcome = if ball.caught_ms >= CAUGHT_MS {
            let what = format!(
                "What the player throws back ({}) went to and fro along one line for {:.0} s, and nothing followed.",
                ball.name,
                ball.caught_ms / 1000.0
            );
            Outcome::of(vec![evidence.finding(CHECK.id, what, "Keep a least angle to both axes after every bounce.")])
        } else {
            Outcome::passed()
        };
        outcome.measured("caught_ms", ball.caught_ms)
    },
};
