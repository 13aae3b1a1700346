use super::PlayCheck;
use crate::validator::{bot::texts::tells_controls, evidence::Outcome};

pub(super) const CHECK: PlayCheck = PlayCheck {
    id: "no-instructions",
    run: |evidence| {
        if !evidence.record.played() {
            return Outcome::undecided("the game was not played");
        }
        let mut all = evidence.told();
        all.extend(evidence.facts.page.iter().flat_map(|page| &page.texts).map(|(text, _)| text.clone()));
        if tells_controls(&all)
            || tells_controls(&[all.join(" ").chars().take(4000).collect()])
                && all.iter().any(|text| text.contains('←') || text.to_lowercase().contains("arrow"))
        {
            return Outcome::passed();
        }
        // Games of links and buttons explain themselves.
        let buttons = evidence
            .record
            .plays
            .iter()
            .flat_map(|play| &play.shots)
            .map(|shot| shot.moment.page.iter().filter(|element| element.tag == "button").count())
            .max();
        if buttons.unwrap_or(0) > 5 {
            return Outcome::passed_because("the game is played with buttons that can be seen");
        }
        let what = "Neither the page nor the canvas tells how to move or act.";
        Outcome::of(vec![evidence.finding(CHECK.id, what, "Write the controls on the page or on the start screen.")])
    },
};
