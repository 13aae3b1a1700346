use super::{Decision, StaticCheck};
use crate::{
    critic::defect,
    source::{Facts, Target, Trigger},
};

/// Certain only where a frame is booked while loading and by nothing that runs later: such a game meant to go on.
pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "no-game-loop",
    run: |subject| {
        let facts = subject.facts;
        if facts.has_foreign_script() || facts.running().any(|script| script.error.is_some()) {
            return Decision::NotRun("what repeats cannot be told".into());
        }
        let css = facts.styles.iter().any(|(_, used, text)| *used && text.contains("animation"))
            || facts.page.iter().flat_map(|page| &page.inline_styles).any(|(text, _)| text.contains("animation"));
        let mut once = Vec::new();
        for script in facts.running() {
            for scheduler in &script.schedulers {
                let runs = Facts::runs(script, scheduler.within);
                let again = match scheduler.kind.as_str() {
                    "requestAnimationFrame" => runs.frame || runs.timer || runs.input || runs.event,
                    _ => runs.ever(),
                };
                if again {
                    return Decision::Passed;
                }
                if scheduler.kind == "requestAnimationFrame" && runs.load {
                    once.push((script, scheduler));
                }
            }
            let hidden = script.members.iter().any(|used| {
                matches!(
                    used.property.as_str(),
                    "requestAnimationFrame" | "requestVideoFrameCallback" | "ontimeupdate" | "onaudioprocess"
                ) && used.how != crate::source::Use::Call
            });
            let aliased = script
                .globals
                .iter()
                .any(|used| used.name == "requestAnimationFrame" && used.how == crate::source::Use::Read);
            // Under another name it was followed; if no booking came of it, it was not.
            if (hidden || aliased) && script.schedulers.is_empty() {
                return Decision::Passed;
            }
        }
        if css || once.is_empty() {
            return Decision::Passed;
        }
        let mut found = Vec::new();
        for (script, scheduler) in once.into_iter().take(1) {
            let frame = script.edges.iter().find_map(|edge| match (&edge.trigger, &edge.to) {
                (Trigger::Frame, Target::Function(id)) if edge.from == scheduler.within => script.functions.get(*id),
                _ => None,
            });
            let place = frame.map_or(&scheduler.place, |function| &function.end);
            let what = "A frame is asked for while loading and never again: nothing moves.";
            let fix = "Ask for the next frame at the end of every frame: requestAnimationFrame(loop).";
            found.push(defect(CHECK.id, place, what, fix));
        }
        Decision::of(found)
    },
};
