use serde_json::Value;

use super::{PlayCheck, play_continues_after_game_over::no_end};
use crate::ports::Moment;
use crate::validator::{
    bot::ends::signs,
    bot::values::{Meaning, as_number, meaning, shown_values},
    evidence::Outcome,
    record::Shot,
};

pub(super) const CHECK: PlayCheck = PlayCheck {
    id: "restart-incomplete",
    run: |evidence| {
        if evidence.record.end.is_none() {
            return no_end(evidence);
        }
        let mut seen = false;
        for play in &evidence.record.plays {
            let Some(first) = play.shot("started").or_else(|| play.shot("playing")) else { continue };
            if play.incidents().any(|incident| incident.kind == "reload") {
                continue;
            }
            let ends = play.shots.iter().enumerate().filter(|(_, shot)| shot.label == "end");
            for (at, end) in ends {
                let later = play.shots.get(at..).unwrap_or_default();
                let over = |shot: &Shot| !signs(first, &shot.moment).words.is_empty();
                let begun = |shot: &Shot| shot.label == "restarted" || shot.label == "playing" && !over(shot);
                let Some(start) = later.iter().position(begun) else { continue };
                seen = true;
                // At once, and a moment later: what is shown may follow.
                let after = later.get(start..).unwrap_or_default();
                let Some(now) = after.first() else { continue };
                let next = after.iter().skip(1).find(|shot| !shot.moment.ready.is_empty() && shot.label != "end");
                let lasts = |name: &str| {
                    next.is_none_or(|next| {
                        carried(first, &end.moment, &next.moment).is_some_and(|(still, _)| still == name)
                    })
                };
                let kept = carried(first, &end.moment, &now.moment).filter(|(name, _)| lasts(name));
                if let Some((name, values)) = kept {
                    let what = format!("{name} is carried into the next game: {values}.");
                    let fix = format!("Set {name} back when a new game starts.");
                    return Outcome::of(vec![evidence.finding(CHECK.id, what, fix)]);
                }
            }
        }
        if seen {
            return Outcome::passed();
        }
        if evidence.record.restarts.iter().any(|attempt| attempt.worked) {
            return Outcome::passed_because("the restart loads the page anew");
        }
        Outcome::undecided("no restart was seen")
    },
};

/// What the next game has from the one before: its name, and the values at the first start, at the end, and after
/// the restart.
fn carried(first: &Moment, end: &Moment, again: &Moment) -> Option<(String, String)> {
    let (shown_first, shown_end, shown_again) = (shown_values(first), shown_values(end), shown_values(again));
    for (label, at_end) in &shown_end {
        let (Some(at_first), Some(now)) = (shown_first.get(label), shown_again.get(label)) else { continue };
        if !matches!(meaning(label), Meaning::Score | Meaning::Lives | Meaning::Level) || at_end == at_first {
            continue;
        }
        let carried =
            if meaning(label) == Meaning::Lives { now == at_end } else { now >= at_end && *at_end > *at_first + 1.0 };
        if carried {
            let values = format!("{at_first} at the first start, {at_end} at the end, {now} after the restart");
            return Some((label.clone(), values));
        }
    }
    for (path, value) in &end.state {
        let name = path.rsplit(['.', ':']).next().unwrap_or_default().to_lowercase();
        let named = ["speed", "velocity", "pace", "difficulty", "multiplier"].iter().any(|word| name.contains(word));
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
            let values = format!("{at_first} at the first start, {at_end} at the end, {now} after the restart");
            return Some((short.to_owned(), values));
        }
    }
    None
}

fn number(value: Option<&Value>) -> Option<f64> {
    value.and_then(as_number)
}
