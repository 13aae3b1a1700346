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
        let gone = evidence.record.bot.as_ref().and_then(|bot| bot.all_gone.clone());
        if let Some((what, ms)) = gone.filter(|(_, ms)| *ms >= 8_000.0) {
            let what = format!(
                "Everything that gave points ({what}) is gone for {:.0} s of play, and the promised win does not come.",
                ms / 1000.0
            );
            let fix = "Count only what can be removed when the win is decided.";
            return Outcome::of(vec![evidence.finding(CHECK.id, what, fix)]);
        }
        evidence.unplayed().unwrap_or_else(|| {
            Outcome::undecided("no win was reached in the plays, and nothing proves that there is none")
        })
    },
};
