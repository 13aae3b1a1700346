use super::PlayCheck;
use crate::{
    ports::Moment,
    validator::{
        bot::values::{Meaning, as_number, meaning},
        evidence::Outcome,
    },
};

pub(super) const CHECK: PlayCheck = PlayCheck {
    id: "hud-stale",
    run: |evidence| {
        if let Some(unplayed) = evidence.unplayed() {
            return unplayed;
        }
        let mut looked = 0;
        for shown in evidence.facts.running().flat_map(|script| &script.shown) {
            let Some(id) = &shown.element else { continue };
            let known = [
                meaning(&id.to_lowercase()),
                meaning(&shown.name.to_lowercase()),
                meaning(&shown.label.to_lowercase()),
            ];
            if !known.iter().any(|meaning| matches!(meaning, Meaning::Score | Meaning::Lives)) {
                continue;
            }
            for play in evidence.long_plays() {
                let kept = play.shots.iter().filter(|shot| !shot.moment.state.is_empty()).map(|shot| &shot.moment);
                let pairs: Vec<(f64, String)> =
                    kept.filter_map(|moment| Some((variable(moment, &shown.name)?, text_of(moment, id)?))).collect();
                looked += pairs.len();
                // The variable moved on, while the element kept the text it had, which was right at first.
                let Some((first, text)) = pairs.first() else { continue };
                let agrees = text.trim().parse::<f64>().is_ok_and(|number| number == *first);
                let stale: Vec<&(f64, String)> =
                    pairs.iter().filter(|(value, now)| value != first && now == text).collect();
                let fresh = pairs.iter().any(|(_, now)| now != text);
                if agrees && stale.len() >= 2 && !fresh {
                    let value = stale.last().map_or(0.0, |pair| pair.0);
                    let what = format!("{} is {value} while #{id} still shows {text}.", shown.name);
                    let mut finding =
                        evidence.finding(CHECK.id, what, format!("Write {} to #{id} whenever it changes.", shown.name));
                    finding.file = Some(shown.place.file.clone());
                    finding.line = shown.place.line;
                    finding.evidence.insert("play".into(), play.name.clone().into());
                    return Outcome::of(vec![finding]);
                }
            }
        }
        Outcome::passed().measured("looks", looked)
    },
};

/// The variable of that name, if exactly one has it.
fn variable(moment: &Moment, name: &str) -> Option<f64> {
    let mut found =
        moment.state.iter().filter(|(path, _)| path.rsplit(['.', ':']).next() == Some(name) && !path.contains('['));
    let (_, value) = found.next()?;
    if found.any(|(_, other)| other != value) { None } else { as_number(value) }
}

fn text_of(moment: &Moment, id: &str) -> Option<String> {
    moment.page.iter().find(|element| element.id == id).map(|element| element.text.clone())
}
