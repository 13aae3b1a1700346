use super::{PlayCheck, play_continues_after_game_over::no_end};
use crate::validator::evidence::Outcome;

pub(super) const CHECK: PlayCheck = PlayCheck {
    id: "restart-missing",
    run: |evidence| {
        let record = evidence.record;
        let Some(end) = &record.end else { return no_end(evidence) };
        if let Some(worked) = record.restarts.iter().find(|attempt| attempt.worked) {
            return Outcome::passed().measured("input", worked.input.clone());
        }
        if record.restarts.is_empty() {
            return Outcome::undecided("no restart was tried");
        }
        // An end by words alone might be a misreading; words and a variable, or words and silence, are not.
        let nothing = record.restarts.iter().all(|attempt| !attempt.changed);
        if !nothing && (end.mode.is_none() || end.words.is_empty()) {
            return Outcome::undecided(
                "what was tried after the end changed something, and it is not certain that it was a restart",
            );
        }
        let tried: Vec<String> = record.restarts.iter().map(|attempt| attempt.input.clone()).collect();
        let what =
            format!("After the end nothing starts a new game: {} were tried three times each.", tried.join(", "));
        let mut finding =
            evidence.finding(CHECK.id, what, "Let the promised input start a new game in every state that ends one.");
        finding.evidence.insert("end".into(), end.words.clone().into());
        if let Some((path, before, after)) = &end.mode {
            let name = path.split_once(':').map_or(path.as_str(), |(_, name)| name);
            finding.evidence.insert("state".into(), format!("{name}: {before} -> {after}").into());
        }
        Outcome::of(vec![finding])
    },
};
