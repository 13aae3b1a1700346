use super::PlayCheck;
use crate::{
    game::Severity,
    validator::{bot::texts::has_word, evidence::Outcome},
};

pub(super) const CHECK: PlayCheck =
    PlayCheck {
        id: "touch-unsupported",
        run: |evidence| {
            let by_plan = evidence.promises.is_some_and(|plan| {
                plan.controls.iter().any(|control| {
                    ["touch", "tap", "swipe"].iter().any(|word| control.input.to_lowercase().contains(word))
                }) || plan.concept.as_deref().is_some_and(|text| {
                    ["phone", "touch", "mobile"].iter().any(|word| has_word(&text.to_lowercase(), word))
                })
            });
            let by_page = evidence.told().iter().any(|text| {
                let lower = text.to_lowercase();
                lower.chars().count() < 160
                    && (has_word(&lower, "tap") || has_word(&lower, "touch") || has_word(&lower, "swipe"))
            });
            if !by_plan && !by_page {
                return Outcome::passed_because("touch is not promised");
            }
            let Some(phone) = evidence.record.play("phone") else {
                return evidence.unplayed().unwrap_or_else(|| Outcome::undecided("the game was not opened on a phone"));
            };
            let nothing = phone.shots.iter().any(|shot| shot.did.iter().any(|did| did == "touch changes nothing"));
            if !nothing {
                return Outcome::passed();
            }
            let listens = evidence.facts.running().any(|script| {
                script.listeners.iter().any(|listener| {
                    listener.event.is_empty()
                        || ["touch", "pointer", "click", "mouse"].iter().any(|start| listener.event.starts_with(start))
                }) || script.on_properties.iter().any(|(name, _)| {
                    ["ontouch", "onpointer", "onclick", "onmouse"].iter().any(|start| name.starts_with(start))
                })
            });
            let page_listens = evidence
                .facts
                .page
                .iter()
                .flat_map(|page| &page.tags)
                .any(|tag| matches!(tag.name.as_str(), "button" | "a"));
            // What only starts, pauses or mutes is not what touch is promised for.
            let mute =
                |input: &str| {
                    evidence.record.controls.iter().any(|control| {
                        control.input == input && control.promised && !control.noticed && control.tries >= 3
                    })
                };
            let dead = by_plan && mute("Touch") && evidence.record.surely_started();
            if (listens || page_listens && !by_plan) && !dead {
                // Listeners are there: a touch in the middle of the screen is not all that a finger can do.
                let only_buttons = evidence
                    .record
                    .start
                    .attempts
                    .iter()
                    .any(|attempt| attempt.input == "Click" && attempt.promised && !attempt.changed);
                if !only_buttons {
                    return Outcome::undecided(
                        "a touch in the middle changed nothing, but the game listens for touches elsewhere",
                    );
                }
            }
            let mut finding = evidence.finding(
                CHECK.id,
                "Touch is promised, and a touch on the game changes nothing.",
                "Listen for pointerdown on the canvas and treat it like the key.",
            );
            finding.severity = if by_plan { Severity::Blocker } else { Severity::Warning };
            Outcome::of(vec![finding])
        },
    };
