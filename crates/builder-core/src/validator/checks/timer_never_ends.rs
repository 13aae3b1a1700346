use super::PlayCheck;
use crate::validator::{bot::values::Meaning, evidence::Outcome};

pub(super) const CHECK: PlayCheck = PlayCheck {
    id: "timer-never-ends",
    run: |evidence| {
        if let Some(unplayed) = evidence.unplayed() {
            return unplayed;
        }
        let series = evidence.series(Meaning::Time);
        let counts_down = series.iter().find(|(_, values)| {
            let falls = values.windows(2).filter(|pair| pair[1] < pair[0]).count();
            falls >= 5 && falls * 10 >= values.len() * 2
        });
        let Some((label, values)) = counts_down else { return Outcome::passed_because("no countdown is shown") };
        let zero = values.iter().rev().take_while(|value| **value <= 0.0).count();
        if evidence.record.end.is_some() || zero < 4 {
            return Outcome::passed().measured("least", values.iter().copied().fold(f64::MAX, f64::min));
        }
        let what = format!("The countdown {label} stands at 0 for {zero} s and nothing follows.");
        Outcome::of(vec![evidence.finding(
            CHECK.id,
            what,
            "End the round when the time left is 0 or less, not only when it is exactly 0.",
        )])
    },
};
