use serde_json::Value;

use super::{PlayCheck, play_continues_after_game_over::no_end};
use crate::validator::{
    bot::values::{Meaning, as_number, meaning, shown_values},
    evidence::Outcome,
};

pub(super) const CHECK: PlayCheck = PlayCheck {
    id: "restart-incomplete",
    run: |evidence| {
        if evidence.record.end.is_none() {
            return no_end(evidence);
        }
        let found = evidence.record.plays.iter().find_map(|play| {
            Some((
                play,
                play.shot("started").or_else(|| play.shot("playing"))?,
                play.shot("end")?,
                play.shot("restarted")?,
            ))
        });
        let Some((play, first, end, again)) = found else { return Outcome::undecided("no restart was seen") };
        if play.incidents().any(|incident| incident.kind == "reload") {
            return Outcome::passed_because("the restart loads the page anew");
        }
        let (shown_first, shown_end, shown_again) = (shown_values(first), shown_values(end), shown_values(again));
        for (label, at_end) in &shown_end {
            let (Some(at_first), Some(now)) = (shown_first.get(label), shown_again.get(label)) else { continue };
            if !matches!(meaning(label), Meaning::Score | Meaning::Lives | Meaning::Level) || at_end == at_first {
                continue;
            }
            let carried = if meaning(label) == Meaning::Lives {
                now == at_end
            } else {
                now >= at_end && *at_end > *at_first + 1.0
            };
            if carried {
                let what = format!(
                    "{label} is carried into the next game: {at_first} at the first start, {at_end} at the end, {now} after the restart."
                );
                return Outcome::of(vec![evidence.finding(
                    CHECK.id,
                    what,
                    format!("Set {label} back when a new game starts."),
                )]);
            }
        }
        for (path, value) in &end.state {
            let name = path.rsplit(['.', ':']).next().unwrap_or_default().to_lowercase();
            let named =
                ["speed", "velocity", "pace", "difficulty", "multiplier"].iter().any(|word| name.contains(word));
            // What stands still at first and grows in steps is a setting of the game, not a movement.
            if !named || path.contains('[') {
                continue;
            }
            let (Some(at_first), Some(at_end), Some(now)) =
                (number(first.state.get(path)), as_number(value), number(again.state.get(path)))
            else {
                continue;
            };
            if at_end > at_first && now == at_end && at_first > 0.0 {
                let short = path.split_once(':').map_or(path.as_str(), |(_, name)| name);
                let what = format!(
                    "{short} is carried into the next game: {at_first} at the first start, {at_end} at the end, {now} after the restart."
                );
                return Outcome::of(vec![evidence.finding(
                    CHECK.id,
                    what,
                    format!("Set {short} back when a new game starts."),
                )]);
            }
        }
        Outcome::passed()
    },
};

fn number(value: Option<&Value>) -> Option<f64> {
    value.and_then(as_number)
}
