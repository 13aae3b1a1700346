use super::PlayCheck;
use crate::validator::{bot::values::Meaning, evidence::Outcome};

pub(super) const CHECK: PlayCheck = PlayCheck {
    id: "game-over-unreachable",
    run: |evidence| {
        if let Some(end) = &evidence.record.end {
            return Outcome::passed().measured("after_ms", end.after_start_ms).measured("words", end.words.clone());
        }
        if let Some(unplayed) = evidence.unplayed() {
            return unplayed;
        }
        if !evidence.promised(|plan| plan.lose.as_ref()) {
            return if evidence.promises.is_some() {
                Outcome::passed_because("no way to lose is promised")
            } else {
                Outcome::undecided("no end was reached, and nothing says that there is one")
            };
        }
        // Out of lives, again and again, and nothing follows: that is proof.
        for (label, values) in evidence.series(Meaning::Lives) {
            let most = values.iter().copied().fold(f64::MIN, f64::max);
            let mut gone: Vec<i64> =
                values.iter().filter(|value| **value <= 0.0).map(|value| (*value * 100.0) as i64).collect();
            gone.dedup();
            if most > 0.0 && gone.len() >= 3 {
                let least = values.iter().copied().fold(f64::MAX, f64::min);
                let what = format!("{label} went from {most} down to {least}, and the game did not end.");
                let mut finding = evidence.finding(
                    CHECK.id,
                    what,
                    format!("End the game when {label} is 0 or less, not only when it is exactly 0."),
                );
                finding.evidence.insert("values".into(), values.iter().copied().take(60).collect::<Vec<f64>>().into());
                return Outcome::of(vec![finding]);
            }
        }
        Outcome::undecided("no end was reached in the plays, and nothing proves that there is none")
    },
};
