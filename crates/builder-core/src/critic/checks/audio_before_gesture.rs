use super::{Decision, StaticCheck};
use crate::{critic::defect, source::Use};

/// Certain where loading makes an audio context, nothing resumes it, and no gesture makes another.
pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "audio-before-gesture",
    run: |subject| {
        let facts = subject.facts;
        let resumes = super::members(facts).any(|used| used.property == "resume");
        if resumes {
            return Decision::Passed;
        }
        let mut found = Vec::new();
        for script in facts.running() {
            let makes = script.globals.iter().filter(|used| {
                used.how == Use::New && matches!(used.name.as_str(), "AudioContext" | "webkitAudioContext")
            });
            for used in makes.filter(|used| used.certain && !used.guarded) {
                let what =
                    "An audio context is made while loading, before the player did anything: browsers keep it silent.";
                found.push(defect(CHECK.id, &used.place, what, "Make or resume it in the first key press or click."));
            }
        }
        Decision::of(found)
    },
};
