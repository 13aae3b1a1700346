use super::PlayCheck;
use crate::validator::evidence::Outcome;

pub(super) const CHECK: PlayCheck = PlayCheck {
    id: "start-unreachable",
    run: |evidence| {
        let record = evidence.record;
        if !record.played() {
            return Outcome::undecided(record.stopped.clone().unwrap_or_else(|| "the game was not played".into()));
        }
        let start = &record.start;
        if start.by_itself {
            return Outcome::passed_because("the game runs without a start");
        }
        let asked: Vec<_> = start.attempts.iter().filter(|attempt| attempt.promised || attempt.told).collect();
        if asked.iter().any(|attempt| attempt.worked || attempt.changed) {
            return Outcome::passed().measured("inputs", start.inputs.clone());
        }
        if asked.is_empty() {
            return match start.inputs.first() {
                Some(input) => Outcome::passed_because("no start is told or promised, and one was found")
                    .measured("input", input.clone()),
                None => Outcome::undecided("no start is told or promised, and none was found"),
            };
        }
        if start.certain && start.told.is_empty() {
            return Outcome::passed_because("what is promised does not start it, but the page shows what does")
                .measured("inputs", start.inputs.clone());
        }
        let tried: Vec<String> = asked.iter().map(|attempt| attempt.input.clone()).collect();
        let what = format!(
            "The start screen cannot be left: {} changes nothing, however often it is tried.",
            tried.join(", ")
        );
        let mut finding = evidence.finding(CHECK.id, what, "Let the input that the start screen names start the game.");
        finding.evidence.insert("tried".into(), tried.into());
        finding.evidence.insert("told".into(), start.told.clone().into());
        Outcome::of(vec![finding])
    },
};
