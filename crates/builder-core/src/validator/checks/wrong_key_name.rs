use super::{PlayCheck, input_has_no_effect::dead};
use crate::{
    source::{Compared, codes_of, right_key_name},
    validator::evidence::{Evidence, Outcome},
};

pub(super) const CHECK: PlayCheck = PlayCheck {
    id: "wrong-key-name",
    run: |evidence| {
        let suspects: Vec<(&Compared, Vec<String>)> = evidence
            .facts
            .running()
            .flat_map(|script| &script.keys)
            .filter_map(|key| {
                let (right, _) = right_key_name(&key.via, &key.value)?;
                Some((key, codes_of(&key.via, &right)))
            })
            .collect();
        if suspects.is_empty() {
            return Outcome::passed();
        }
        if !evidence.record.played() {
            return Outcome::undecided("the game was not played");
        }
        let failing = failing(evidence);
        let found = suspects.iter().find(|(_, meant)| failing.iter().any(|code| meant.contains(code)));
        let Some((key, meant)) = found else {
            return Outcome::passed_because("what these names are meant for works by other means");
        };
        let what = format!(
            "event.{} is compared with '{}', which no browser sends.",
            key.via.trim_end_matches(" lower"),
            key.value
        );
        let right = meant.first().map_or("the right name", String::as_str);
        let fix = format!("Compare event.code with '{right}'.");
        let mut finding = evidence.finding(CHECK.id, what, fix);
        finding.file = Some(key.place.file.clone());
        finding.line = key.place.line;
        finding.column = key.place.column;
        Outcome::of(vec![finding])
    },
};

/// Key codes that should do something and did nothing.
fn failing(evidence: &Evidence<'_>) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for control in &evidence.record.controls {
        if dead(control) == Some(true) || control.promised && !control.noticed && control.untried.is_none() {
            out.push(control.input.clone());
        }
    }
    let start = &evidence.record.start;
    out.extend(
        start
            .attempts
            .iter()
            .filter(|attempt| !attempt.changed && (attempt.promised || attempt.told))
            .map(|attempt| attempt.input.clone()),
    );
    out.extend(
        evidence
            .record
            .restarts
            .iter()
            .filter(|attempt| !attempt.changed && (attempt.promised || attempt.told))
            .map(|attempt| attempt.input.clone()),
    );
    out
}
