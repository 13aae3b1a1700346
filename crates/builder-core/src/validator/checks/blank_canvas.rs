use super::PlayCheck;
use crate::validator::evidence::{Evidence, Outcome};

pub(super) const CHECK: PlayCheck = PlayCheck {
    id: "blank-canvas",
    run: |evidence| {
        let mut canvases = 0;
        let mut drawn = 0;
        let mut other = 0;
        for play in evidence.record.plays.iter().filter(|play| play.shots.len() > 1) {
            for (_, moment) in Evidence::looks(play) {
                canvases = canvases.max(moment.canvases.len());
                drawn += moment.canvases.iter().map(|canvas| canvas.draws).sum::<u64>();
                other = other.max(moment.page.iter().filter(|element| element.acts && element.tag != "a").count());
            }
        }
        if canvases == 0 {
            return Outcome::passed_because("the game has no canvas");
        }
        if !evidence.record.played() {
            return Outcome::undecided("the game was not played");
        }
        if drawn > 0 {
            return Outcome::passed();
        }
        if !evidence.record.surely_started() {
            return Outcome::undecided("nothing was drawn, and it is not certain that play was reached");
        }
        if other > 3 {
            return Outcome::passed_because("the game is played with elements of the page");
        }
        let what = "Nothing is ever drawn on the canvas, neither at first nor in play.";
        Outcome::of(vec![evidence.finding(CHECK.id, what, "Draw each frame on the canvas that is in the page.")])
    },
};
