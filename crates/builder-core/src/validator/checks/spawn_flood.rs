use super::PlayCheck;
use crate::validator::{
    bot::values::as_number,
    evidence::{Evidence, Outcome},
};

/// More things at once than any game needs.
const MOST: f64 = 2000.0;

pub(super) const CHECK: PlayCheck = PlayCheck {
    id: "spawn-flood",
    run: |evidence| {
        if let Some(unplayed) = evidence.unplayed() {
            return unplayed;
        }
        let mut most: f64 = 0.0;
        for play in evidence.long_plays() {
            let mut first = None;
            for (_, moment) in Evidence::looks(play) {
                for (path, value) in moment.state.iter().filter(|(path, _)| path.ends_with(".length")) {
                    let Some(length) = as_number(value) else { continue };
                    most = most.max(length);
                    let start = *first.get_or_insert(length);
                    // A large board or a table of numbers was large from the start.
                    if length > MOST && start < MOST / 4.0 && grows(play, path) {
                        let name = path.split_once(':').map_or(path.as_str(), |(_, name)| name);
                        let what = format!("{name} is {length} after {:.0} s of play.", moment.ms / 1000.0);
                        return Outcome::of(vec![evidence.finding(
                            CHECK.id,
                            what,
                            "Bound how many there may be at once.",
                        )]);
                    }
                }
            }
        }
        if let Some(outcome) = drowned(evidence) {
            return outcome;
        }
        Outcome::passed().measured("most", most)
    },
};

/// A page that stopped answering while a list had just multiplied: the next look would have found thousands.
fn drowned(evidence: &Evidence<'_>) -> Option<Outcome> {
    for play in &evidence.record.plays {
        let Some(at) = play.shots.iter().position(|shot| shot.moment.hung).filter(|at| *at > 0) else { continue };
        let looks: Vec<_> = play.shots.get(..at)?.iter().filter(|shot| !shot.moment.lists.is_empty()).collect();
        let [.., before, last] = looks.as_slice() else { continue };
        for (path, length) in &last.moment.lists {
            let was = before.moment.lists.get(path).copied().unwrap_or_default().max(1);
            let seconds = (last.moment.ms - before.moment.ms) / 1000.0;
            let growth = f64::from(*length) / f64::from(was);
            if *length >= 150 && seconds <= 3.0 && growth >= 2.0 {
                let name = path.split_once(':').map_or(path.as_str(), |(_, name)| name);
                let what = format!(
                    "{name} grows from {was} to {length} within {seconds:.0} s, and then the page stops answering."
                );
                return Some(Outcome::of(vec![evidence.finding(
                    CHECK.id,
                    what,
                    "Bound how many there may be at once.",
                )]));
            }
        }
    }
    None
}

fn grows(play: &crate::validator::record::Play, path: &str) -> bool {
    let lengths: Vec<f64> =
        Evidence::looks(play).filter_map(|(_, moment)| moment.state.get(path).and_then(as_number)).collect();
    lengths.first().is_some_and(|first| *first < MOST / 4.0)
}
