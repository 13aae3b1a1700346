use super::PlayCheck;
use crate::validator::evidence::Outcome;

pub(super) const CHECK: PlayCheck = PlayCheck {
    id: "win-unreachable",
    run: |evidence| {
        if evidence.promises.is_some() && !evidence.promised(|plan| plan.win.as_ref()) {
            return Outcome::passed_because("no win is promised");
        }
        if evidence.record.end.as_ref().is_some_and(|end| end.won) {
            return Outcome::passed();
        }
        evidence.unplayed().unwrap_or_else(|| {
            Outcome::undecided("no win was reached in the plays, and nothing proves that there is none")
        })
    },
};
