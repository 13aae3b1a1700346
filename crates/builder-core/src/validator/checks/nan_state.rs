use super::PlayCheck;
use crate::validator::{
    bot::texts::{has_word, texts},
    evidence::{Evidence, Outcome},
};

pub(super) const CHECK: PlayCheck = PlayCheck {
    id: "nan-state",
    run: |evidence| {
        for play in evidence.record.plays.iter().filter(|play| play.name != "original") {
            let mut before = None;
            for (_, moment) in Evidence::looks(play) {
                let shown = texts(moment)
                    .into_iter()
                    .find(|text| text.contains("NaN") && has_word(text, "NaN") && text.chars().count() < 80);
                if let Some(text) = shown {
                    let what = format!("The player sees \"{text}\".");
                    return Outcome::of(vec![found(evidence, what, play.name.clone(), moment.ms)]);
                }
                if moment.state.is_empty() {
                    continue;
                }
                if let Some(before) = before.replace(moment) {
                    let turned = moment.state.iter().find(|(path, value)| {
                        value.as_str() == Some("NaN")
                            && before.state.get(*path).is_some_and(serde_json::Value::is_number)
                    });
                    if let Some((path, _)) = turned {
                        let name = path.split_once(':').map_or(path.as_str(), |(_, name)| name);
                        let what = format!("{name} becomes NaN in play.");
                        return Outcome::of(vec![found(evidence, what, play.name.clone(), moment.ms)]);
                    }
                }
            }
        }
        evidence.unplayed().unwrap_or_else(Outcome::passed)
    },
};

fn found(evidence: &Evidence<'_>, what: String, play: String, ms: f64) -> crate::game::Finding {
    let mut finding = evidence.finding(
        CHECK.id,
        what,
        "Find the undefined value that is added or multiplied: often a property that does not exist.",
    );
    finding.evidence.insert("play".into(), play.into());
    finding.evidence.insert("at_ms".into(), ms.into());
    finding
}
