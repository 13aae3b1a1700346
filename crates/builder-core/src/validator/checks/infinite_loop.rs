use super::PlayCheck;
use crate::validator::evidence::{Evidence, Outcome};

pub(super) const AT_LOAD: PlayCheck = PlayCheck {
    id: "infinite-loop-at-load",
    run: |evidence| {
        let hung =
            evidence.record.play("original").and_then(|play| play.shots.first()).is_some_and(|shot| shot.moment.hung);
        if !hung {
            return Outcome::passed();
        }
        let what = "The page never finishes loading: a loop does not end.";
        Outcome::of(vec![evidence.finding(AT_LOAD.id, what, "Give the loop a bound, or a condition that comes true.")])
    },
};

pub(super) const IN_PLAY: PlayCheck = PlayCheck {
    id: "infinite-loop-in-play",
    run: |evidence| {
        let hang = evidence.record.plays.iter().find_map(|play| {
            let at = play.shots.iter().position(|shot| shot.moment.hung)?;
            (at > 0).then(|| (play, &play.shots[at]))
        });
        let Some((play, shot)) = hang else { return unless_unplayed(evidence) };
        let what = format!("After {:.1} s the page stops answering: a loop does not end.", shot.moment.ms / 1000.0);
        let mut finding = evidence.finding(IN_PLAY.id, what, "Bound the loop: try a limited number of times.");
        finding.evidence.insert("play".into(), play.name.clone().into());
        finding.evidence.insert("did".into(), shot.did.clone().into());
        finding.evidence.insert("at_ms".into(), shot.moment.ms.into());
        Outcome::of(vec![finding])
    },
};

fn unless_unplayed(evidence: &Evidence<'_>) -> Outcome {
    evidence.unplayed().unwrap_or_else(Outcome::passed)
}
