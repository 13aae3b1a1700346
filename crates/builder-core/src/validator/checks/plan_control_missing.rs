use super::{
    PlayCheck,
    input_has_no_effect::{dead, mentioned},
};
use crate::validator::evidence::Outcome;

pub(super) const CHECK: PlayCheck = PlayCheck {
    id: "plan-control-missing",
    run: |evidence| {
        if evidence.promises.is_none_or(|plan| plan.controls.is_empty()) {
            return Outcome::passed_because("no control is promised");
        }
        if let Some(unplayed) = evidence.unplayed() {
            return unplayed;
        }
        let mut findings = Vec::new();
        let mut open = Vec::new();
        let pause = evidence.record.pause.as_ref();
        for control in evidence.record.controls.iter().filter(|control| control.promised) {
            let keyboard = !matches!(control.input.as_str(), "Click" | "Touch" | "Mouse");
            let absent = keyboard && !mentioned(evidence.facts, &control.input);
            let pauses = pause.filter(|pause| pause.input == control.input);
            let no_effect = match pauses {
                Some(pause) => !pause.changed,
                None => dead(control) == Some(true) || dead(control).is_none() && control.tries >= 5,
            };
            if absent && no_effect && evidence.record.surely_started() {
                let what = format!(
                    "The plan has {} for \"{}\", and the game does not know it.",
                    control.input, control.action
                );
                findings.push(evidence.finding(CHECK.id, what, format!("Handle {} as the plan says.", control.input)));
            } else if absent && !control.noticed && control.untried.is_none() {
                open.push(control.input.clone());
            }
        }
        if findings.is_empty() && !open.is_empty() {
            return Outcome::undecided(format!("{} could not be tried enough", open.join(", ")));
        }
        Outcome::of(findings)
    },
};
