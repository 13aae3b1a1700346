use super::PlayCheck;
use crate::{
    ports::Moment,
    validator::{bot::values::as_number, evidence::Outcome},
};

pub(super) const CHECK: PlayCheck = PlayCheck {
    id: "frame-rate-dependent",
    run: |evidence| {
        let shot = |name: &str| evidence.record.play(name).and_then(|play| play.shot("there"));
        let (Some(slow), Some(fast), Some(slow_idle), Some(fast_idle)) =
            (shot("slow"), shot("fast"), shot("slow idle"), shot("fast idle"))
        else {
            return evidence
                .unplayed()
                .unwrap_or_else(|| Outcome::undecided("there is no key whose effect could be measured"));
        };
        let moved = moved_by_key(slow, slow_idle);
        if moved.is_empty() {
            return Outcome::undecided("the key moves no variable that could be compared");
        }
        let ratios: Vec<(String, f64)> = moved
            .iter()
            .filter_map(|(path, by)| {
                let other = difference(fast, fast_idle, path)?;
                Some((path.clone(), other / by))
            })
            .collect();
        let off = ratios.iter().filter(|(_, ratio)| *ratio >= 1.6 && *ratio <= 2.6).count();
        let example = ratios.iter().find(|(_, ratio)| *ratio >= 1.6);
        match example.filter(|_| off * 2 > ratios.len()) {
            Some((path, ratio)) => {
                let name = path.split_once(':').map_or(path.as_str(), |(_, name)| name);
                let what =
                    format!("At 120 frames a second {name} moves {ratio:.1} times as far as at 60 in the same time.");
                Outcome::of(vec![evidence.finding(
                    CHECK.id,
                    what,
                    "Multiply movement by the time since the last frame.",
                )])
            }
            None => Outcome::passed().measured("ratios", ratios.iter().map(|(_, ratio)| *ratio).collect::<Vec<f64>>()),
        }
    },
};

/// Variables that the key moved by more than a little, and by how much.
fn moved_by_key(with: &Moment, without: &Moment) -> Vec<(String, f64)> {
    with.state
        .iter()
        .filter(|(path, value)| value.is_number() && !path.contains('['))
        .filter_map(|(path, _)| {
            let by = difference(with, without, path)?;
            (by.abs() > 8.0).then(|| (path.clone(), by))
        })
        .collect()
}

fn difference(with: &Moment, without: &Moment, path: &str) -> Option<f64> {
    Some(with.state.get(path).and_then(as_number)? - without.state.get(path).and_then(as_number)?)
}
