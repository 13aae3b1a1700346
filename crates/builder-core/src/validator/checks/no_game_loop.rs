use super::PlayCheck;
use crate::validator::evidence::{Evidence, Outcome};

pub(super) const CHECK: PlayCheck = PlayCheck {
    id: "no-game-loop",
    run: |evidence| {
        let record = evidence.record;
        if !record.played() {
            return Outcome::undecided("the game was not played");
        }
        let books = evidence.facts.running().any(|script| {
            script.schedulers.iter().any(|scheduler| scheduler.kind == "requestAnimationFrame")
                || script.members.iter().any(|used| used.property == "requestAnimationFrame")
        });
        let mut frames = 0;
        let mut booked = false;
        let mut timers = 0;
        let mut longest: f64 = 0.0;
        let mut errors = 0;
        for play in record.plays.iter().filter(|play| play.name != "original") {
            for (_, moment) in Evidence::looks(play) {
                frames = frames.max(moment.counts.frame);
                timers = timers.max(moment.counts.timer);
                errors += moment.counts.error;
                if moment.ms > 400.0 {
                    booked |= moment.frames_booked > 0 || moment.timers_booked > 0;
                }
                longest = longest.max(moment.ms);
            }
        }
        if booked || timers > 2 || frames > 3 {
            return Outcome::passed();
        }
        // A game that moves only when the player does needs no loop; one that asks for frames meant to have one.
        let answers = record.controls.iter().any(|control| control.noticed)
            || record.start.attempts.iter().any(|attempt| attempt.changed && attempt.worked);
        let state_only = record.start.attempts.iter().any(|attempt| attempt.worked)
            && !record.controls.iter().any(|control| control.noticed);
        if books && frames > 0 && errors == 0 && longest > 1500.0 && (!answers || state_only) {
            let what = format!(
                "A frame is asked for {frames} times at load and never again: nothing moves and nothing is drawn anew."
            );
            let fix = "Ask for the next frame at the end of every frame: requestAnimationFrame(loop).";
            return Outcome::of(vec![evidence.finding(CHECK.id, what, fix)]);
        }
        Outcome::passed_because("nothing repeats, and the game answers its controls")
    },
};
