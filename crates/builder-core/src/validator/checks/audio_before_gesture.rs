use super::PlayCheck;
use crate::validator::evidence::Outcome;

pub(super) const CHECK: PlayCheck = PlayCheck {
    id: "audio-before-gesture",
    run: |evidence| {
        // Making a context early is common and harmless; starting a sound in it is refused.
        let early = evidence.incidents().find(|(_, incident)| {
            incident.kind == "audio"
                && incident.gesture == Some(false)
                && matches!(incident.text.as_str(), "start" | "play")
        });
        let Some((play, incident)) = early else { return Outcome::passed() };
        let what = format!("A sound is started at {:.1} s, before the player has done anything.", incident.ms / 1000.0);
        let mut finding = evidence.finding(CHECK.id, what, "Start sounds in the first key press or click.");
        finding.evidence.insert("play".into(), play.name.clone().into());
        Outcome::of(vec![finding])
    },
};
