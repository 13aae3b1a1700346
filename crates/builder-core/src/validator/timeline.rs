use std::collections::BTreeMap;

use super::{
    bot::values::{Meaning, meaning, shown_values},
    record::{Play, PlayRecord},
};

/// How a long play went, for people to look at.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Timeline {
    /// What the play was for.
    pub play: String,
    /// Shown values by their label, each at simulated milliseconds.
    pub shown: BTreeMap<String, Vec<(f64, f64)>>,
    /// Entries of all lists of the game together.
    pub entities: Vec<(f64, f64)>,
    /// Inputs, and when they were given.
    pub inputs: Vec<(f64, String)>,
    /// Names of looks that mark an end or a new game.
    pub marks: Vec<(f64, String)>,
}

/// The long plays of a record.
pub fn timelines(record: &PlayRecord) -> Vec<Timeline> {
    record.plays.iter().filter(|play| play.is_long()).map(timeline).collect()
}

fn timeline(play: &Play) -> Timeline {
    let mut out = Timeline { play: play.name.clone(), ..Timeline::default() };
    for shot in play.shots.iter().filter(|shot| !shot.moment.ready.is_empty()) {
        let ms = shot.moment.ms;
        for (label, value) in shown_values(&shot.moment) {
            if matches!(meaning(&label), Meaning::Score | Meaning::Lives | Meaning::Level) && value.is_finite() {
                out.shown.entry(label).or_default().push((ms, value));
            }
        }
        let entities = shot.moment.lists.values().map(|length| f64::from(*length)).sum();
        out.entities.push((ms, entities));
        if matches!(shot.label.as_str(), "end" | "restarted") {
            out.marks.push((ms, shot.label.clone()));
        }
    }
    for did in play.shots.iter().flat_map(|shot| &shot.did) {
        if let Some((ms, input)) = did.split_once(" ms: ")
            && let Ok(ms) = ms.parse()
        {
            out.inputs.push((ms, input.to_owned()));
        }
    }
    out
}
