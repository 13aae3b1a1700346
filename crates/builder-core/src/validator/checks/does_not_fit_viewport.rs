use super::PlayCheck;
use crate::{
    ports::Screen,
    validator::evidence::{Evidence, Outcome},
};

pub(super) const CHECK: PlayCheck = PlayCheck {
    id: "does-not-fit-viewport",
    run: |evidence| {
        let mut looked = false;
        for play in
            evidence.record.plays.iter().filter(|play| matches!(play.name.as_str(), "idle" | "nobody plays" | "phone"))
        {
            let Some(moment) = Evidence::looks(play)
                .filter(|(label, _)| matches!(*label, "started" | "touched" | "idle"))
                .map(|(_, moment)| moment)
                .next()
            else {
                continue;
            };
            looked = true;
            let Screen { width, height, .. } = play.screen;
            let largest = moment.canvases.iter().filter(|canvas| canvas.shown && canvas.draws > 0);
            let largest = largest.max_by(|a, b| (a.area[2] * a.area[3]).total_cmp(&(b.area[2] * b.area[3])));
            let Some(canvas) = largest else { continue };
            let [x, y, w, h] = canvas.area;
            let right = x + w - f64::from(width);
            let below = y + moment.scroll + h - f64::from(height);
            let beyond = right.max(below).max(-x);
            if beyond > 3.0 && w > 1.0 {
                let what =
                    format!("On a screen of {width}x{height} the canvas reaches {beyond:.0} pixels beyond the window.");
                let mut finding = evidence.finding(
                    CHECK.id,
                    what,
                    "Limit the canvas with max-width: 100% and max-height, keeping its shape.",
                );
                finding.evidence.insert("box".into(), canvas.area.to_vec().into());
                finding.evidence.insert("screen".into(), vec![width, height].into());
                return Outcome::of(vec![finding]);
            }
        }
        if looked { Outcome::passed() } else { Outcome::undecided("the game was not played") }
    },
};
