use super::PlayCheck;
use crate::validator::evidence::{Evidence, Outcome};

pub(super) const CHECK: PlayCheck = PlayCheck {
    id: "canvas-hidden",
    run: |evidence| {
        if let Some(unplayed) = evidence.unplayed() {
            return unplayed;
        }
        let Some(play) = evidence.record.play("idle").or_else(|| evidence.record.play("nobody plays")) else {
            return Outcome::undecided("the game was not played");
        };
        let moments: Vec<_> = Evidence::looks(play)
            .filter(|(label, _)| matches!(*label, "started" | "idle"))
            .map(|(_, moment)| moment)
            .collect();
        let Some(last) = moments.last() else { return Outcome::undecided("play was not looked at") };
        if last.canvases.iter().all(|canvas| canvas.draws == 0) {
            return Outcome::passed_because("nothing is drawn on a canvas");
        }
        let seen = |canvas: &crate::ports::CanvasLook| {
            let [x, y, width, height] = canvas.area;
            let window = last.extent;
            canvas.shown
                && width > 1.0
                && height > 1.0
                && x < window[0].max(window[2])
                && y < window[1].max(window[3])
                && x + width > 0.0
                && y + height > 0.0
        };
        let visible =
            moments.iter().any(|moment| moment.canvases.iter().any(|canvas| canvas.draws > 0 && seen(canvas)));
        if visible {
            return Outcome::passed();
        }
        // A game of elements may draw on hidden canvases to make its pictures.
        if last.page.iter().any(|element| element.acts && element.tag != "a") {
            return Outcome::undecided("the canvas cannot be seen, but other elements can be played with");
        }
        let hidden = last.canvases.iter().find(|canvas| canvas.draws > 0);
        let mut finding = evidence.finding(
            CHECK.id,
            "The canvas that the game draws on cannot be seen in play.",
            "Show the canvas when play starts: remove what hides it, and give it a size.",
        );
        if let Some(canvas) = hidden {
            finding.evidence.insert("box".into(), canvas.area.to_vec().into());
            finding.evidence.insert("shown".into(), canvas.shown.into());
        }
        Outcome::of(vec![finding])
    },
};
