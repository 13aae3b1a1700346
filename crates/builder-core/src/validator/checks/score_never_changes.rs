use super::PlayCheck;
use crate::validator::{
    bot::values::{Meaning, meaning},
    evidence::{Evidence, Outcome},
};

pub(super) const CHECK: PlayCheck = PlayCheck {
    id: "score-never-changes",
    run: |evidence| {
        let series = evidence.series(Meaning::Score);
        if !evidence.promised(|plan| plan.score.as_ref()) && series.is_empty() {
            return Outcome::passed_because("no score is promised or shown");
        }
        if let Some(unplayed) = evidence.unplayed() {
            return unplayed;
        }
        let changed = series.iter().find(|(_, values)| values.windows(2).any(|pair| pair[0] != pair[1]));
        if let Some((label, values)) = changed {
            let most = values.iter().copied().fold(f64::MIN, f64::max);
            return Outcome::passed().measured("label", label.clone()).measured("most", most);
        }
        match frozen(evidence) {
            Some((name, line, file)) => {
                let what = format!(
                    "The score that is shown ({name}) is only ever set to the same constant: nothing adds to it."
                );
                let mut finding =
                    evidence.finding(CHECK.id, what, format!("Add the points to {name} itself, not to a copy of it."));
                finding.file = Some(file);
                finding.line = line;
                Outcome::of(vec![finding])
            }
            None => Outcome::undecided("the score did not change in the plays, and nothing proves that it cannot"),
        }
    },
};

/// The shown score if every assignment to anything of that name gives it one and the same constant.
fn frozen(evidence: &Evidence<'_>) -> Option<(String, Option<u32>, String)> {
    let facts = evidence.facts;
    for shown in facts.running().flat_map(|script| &script.shown) {
        let label =
            if shown.label.trim().is_empty() { shown.element.clone().unwrap_or_default() } else { shown.label.clone() };
        let label = label.to_lowercase();
        let label = label.trim_matches(|c: char| !c.is_alphanumeric());
        if meaning(label) != Meaning::Score && meaning(&shown.name.to_lowercase()) != Meaning::Score {
            continue;
        }
        let writes: Vec<_> = facts
            .scripts
            .iter()
            .flat_map(|script| &script.assignments)
            .filter(|write| write.name == shown.name && write.property)
            .collect();
        let plain: Vec<_> = facts
            .scripts
            .iter()
            .flat_map(|script| &script.assignments)
            .filter(|write| write.name == shown.name && !write.property)
            .collect();
        // A property that is only ever set to 0 is proof; copies of it in variables do not count.
        let constant = writes.first().and_then(|write| write.constant.clone());
        let same = constant.is_some() && writes.iter().all(|write| write.constant == constant);
        let variable_too = plain.iter().all(|write| write.constant.is_some());
        if !writes.is_empty() && same && (variable_too || plain.len() < 12) && !escapes(evidence) {
            let place = &writes[0].place;
            return Some((shown.name.clone(), place.line, place.file.clone()));
        }
    }
    None
}

/// Whether properties may be written by names that only the run knows.
fn escapes(evidence: &Evidence<'_>) -> bool {
    evidence.facts.running().any(|script| {
        script
            .members
            .iter()
            .any(|used| used.property == "assign" && used.how == crate::source::Use::Call && !used.varies)
    })
}
