use super::PlayCheck;
use crate::validator::{
    bot::values::{Meaning, meaning},
    evidence::Outcome,
};

pub(super) const CHECK: PlayCheck = PlayCheck {
    id: "pause-ineffective",
    run: |evidence| {
        let Some(pause) = &evidence.record.pause else {
            let promised = evidence.promises.is_some_and(|plan| {
                plan.controls.iter().any(|control| control.action.to_lowercase().contains("pause"))
            });
            return if promised {
                evidence.unplayed().unwrap_or_else(|| Outcome::undecided("no pause could be tried"))
            } else {
                Outcome::passed_because("no pause is promised")
            };
        };
        let known = super::mentioned(evidence.facts, &pause.input);
        if !pause.changed
            && pause.promised
            && known
            && pause.moved.0
            && pause.moved.1
            && evidence.record.surely_started()
        {
            let what =
                format!("{} is promised to pause, and the game goes on as if it had not been pressed.", pause.input);
            let mut finding = evidence.finding(CHECK.id, what, "Stop the update of the game while it is paused.");
            finding.evidence.insert("input".into(), pause.input.clone().into());
            return Outcome::of(vec![finding]);
        }
        if !pause.changed {
            return Outcome::passed_because("pausing changes nothing; whether it should is another check's matter");
        }
        let counts = pause
            .went_on
            .iter()
            .find(|(label, ..)| matches!(meaning(label), Meaning::Score | Meaning::Lives | Meaning::Time));
        if let Some((label, before, after)) = counts.filter(|_| !pause.words.is_empty()) {
            let what =
                format!("While \"{}\" is shown, {label} goes on from {before} to {after}.", pause.words.join(" "));
            let mut finding = evidence.finding(CHECK.id, what, "Skip the update of the game while it is paused.");
            finding.evidence.insert("input".into(), pause.input.clone().into());
            return Outcome::of(vec![finding]);
        }
        if !pause.words.is_empty() && pause.moved.0 && !pause.moved.1 && !pause.moved.2 {
            let what = format!("After {} the game is paused, and {} does not resume it.", pause.input, pause.input);
            return Outcome::of(vec![evidence.finding(CHECK.id, what, "Let the same key resume the game.")]);
        }
        Outcome::passed()
    },
};
