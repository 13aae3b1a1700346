use super::PlayCheck;
use crate::validator::{
    bot::values::{Meaning, meaning, shown_values},
    evidence::{Evidence, Outcome},
};

pub(super) const CHECK: PlayCheck = PlayCheck {
    id: "play-continues-after-game-over",
    run: |evidence| {
        let Some(end) = &evidence.record.end else {
            return no_end(evidence);
        };
        let Some(play) = evidence.record.plays.iter().find(|play| play.shot("end settled").is_some()) else {
            return Outcome::undecided("the time after the end was not watched");
        };
        let settled = play.shot("end settled").map(shown_values).unwrap_or_default();
        let last = Evidence::looks(play)
            .filter(|(label, _)| *label == "after end")
            .last()
            .map(|(_, moment)| shown_values(moment))
            .unwrap_or_default();
        // Only where the words of the end still stand: a game that begins again by itself has not gone on.
        for (label, before) in &settled {
            let Some(after) = last.get(label).filter(|after| *after != before) else { continue };
            if matches!(meaning(label), Meaning::Score | Meaning::Lives | Meaning::Time) && !end.words.is_empty() {
                let what =
                    format!("After the end {label} still changes: from {before} to {after} within five seconds.");
                let mut finding = evidence.finding(CHECK.id, what, "Stop updating the game once it is over.");
                finding.evidence.insert("end".into(), end.words.clone().into());
                return Outcome::of(vec![finding]);
            }
        }
        Outcome::passed()
    },
};

/// What to say where no end was reached.
pub(super) fn no_end(evidence: &Evidence<'_>) -> Outcome {
    if let Some(unplayed) = evidence.unplayed() {
        return unplayed;
    }
    let promised = evidence.promised(|plan| plan.lose.as_ref()) || evidence.promised(|plan| plan.win.as_ref());
    if evidence.promises.is_some() && !promised {
        return Outcome::passed_because("no end is promised");
    }
    Outcome::undecided("no end was reached in the plays")
}
