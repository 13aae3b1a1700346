use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::{
    bot::values::{Meaning, meaning, shown_values},
    plays::told,
    record::{Play, PlayRecord},
};
use crate::{
    codes::kind,
    critic::defect,
    game::{Finding, FindingSource, MinimalPlan, Profile},
    ports::{Incident, Moment},
    source::{Facts, Place},
};

/// What a play check looks at.
#[derive(Debug, Clone, Copy)]
pub struct Evidence<'a> {
    /// What was seen.
    pub record: &'a PlayRecord,
    /// What the source says.
    pub facts: &'a Facts,
    /// What is promised.
    pub promises: Option<&'a MinimalPlan>,
    /// Which rules apply.
    pub profile: Profile,
}

/// What a play check says.
#[derive(Debug, Clone, Default)]
pub struct Outcome {
    /// What is wrong.
    pub findings: Vec<Finding>,
    /// Why it could not be decided.
    pub undecided: Option<String>,
    /// What decided it, if that is not plain.
    pub reason: Option<String>,
    /// The values it went by.
    pub measured: Map<String, Value>,
}

impl Outcome {
    /// Nothing of the kind.
    pub fn passed() -> Self {
        Self::default()
    }

    /// Nothing of the kind, because of that.
    pub fn passed_because(reason: impl Into<String>) -> Self {
        Self { reason: Some(reason.into()), ..Self::default() }
    }

    /// It could not be decided.
    pub fn undecided(reason: impl Into<String>) -> Self {
        Self { undecided: Some(reason.into()), ..Self::default() }
    }

    /// These are wrong; none means that nothing is.
    pub fn of(findings: Vec<Finding>) -> Self {
        Self { findings, ..Self::default() }
    }

    /// The same with a value it went by.
    pub fn measured(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.measured.insert(name.to_owned(), value.into());
        self
    }
}

impl<'a> Evidence<'a> {
    /// A finding of the play-test at no place in particular.
    pub(super) fn finding(&self, code: &str, what: impl Into<String>, fix: impl Into<String>) -> Finding {
        let mut finding = defect(code, &Place::default(), what, fix);
        finding.source = FindingSource::Validator;
        if let Some(kind) = kind(code) {
            finding.severity = kind.severity;
        }
        finding
    }

    /// The same at the place an incident names.
    pub(super) fn at(&self, mut finding: Finding, incident: &Incident) -> Finding {
        finding.file.clone_from(&incident.file);
        finding.line = incident.line;
        finding.column = incident.column;
        finding.evidence.insert("at_ms".into(), Value::from(incident.ms));
        finding.evidence.insert("while".into(), Value::from(incident.context.clone()));
        finding
    }

    /// Plays in which the game is played from its start on.
    pub(super) fn long_plays(&self) -> impl Iterator<Item = &'a Play> {
        self.record.plays.iter().filter(|play| play.is_long())
    }

    /// Everything that happened in any play.
    pub(super) fn incidents(&self) -> impl Iterator<Item = (&'a Play, &'a Incident)> {
        self.record.plays.iter().flat_map(|play| play.incidents().map(move |incident| (play, incident)))
    }

    /// Full looks of a play.
    pub(super) fn looks(play: &'a Play) -> impl Iterator<Item = (&'a str, &'a Moment)> {
        play.shots.iter().filter(|shot| !shot.moment.ready.is_empty()).map(|shot| (shot.label.as_str(), &shot.moment))
    }

    /// Numbers the player sees that mean `wanted`, over all looks of the long plays, in order.
    pub(super) fn series(&self, wanted: Meaning) -> BTreeMap<String, Vec<f64>> {
        let mut out: BTreeMap<String, Vec<f64>> = BTreeMap::new();
        for play in self.long_plays() {
            for (_, moment) in Self::looks(play) {
                for (label, value) in shown_values(moment).into_iter().filter(|(label, _)| meaning(label) == wanted) {
                    out.entry(label).or_default().push(value);
                }
            }
        }
        out
    }

    /// Everything that could be read in any play.
    pub(super) fn told(&self) -> Vec<String> {
        told(&self.record.plays)
            .into_iter()
            .filter(|(play, _)| !play.starts_with("phone"))
            .flat_map(|(_, texts)| texts)
            .collect()
    }

    /// A field of the plan.
    pub(super) fn promised(&self, field: impl Fn(&MinimalPlan) -> Option<&String>) -> bool {
        self.promises.and_then(field).is_some_and(|text| !text.trim().is_empty())
    }

    /// Why a check of play cannot be decided, if it cannot.
    pub(super) fn unplayed(&self) -> Option<Outcome> {
        if !self.record.started() || !self.record.played() {
            let why = self.record.stopped.clone().unwrap_or_else(|| "the game could not be started".to_owned());
            return Some(Outcome::undecided(why));
        }
        None
    }
}
