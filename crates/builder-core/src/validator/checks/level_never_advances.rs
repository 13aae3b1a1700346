use super::PlayCheck;
use crate::validator::{
    bot::{
        texts::has_word,
        values::{Meaning, meaning, shown_values},
    },
    evidence::{Evidence, Outcome},
};

pub(super) const CHECK: PlayCheck = PlayCheck {
    id: "level-never-advances",
    run: |evidence| {
        let levels = evidence.series(Meaning::Level);
        if levels.is_empty() {
            return Outcome::passed_because("no level is shown");
        }
        if let Some(unplayed) = evidence.unplayed() {
            return unplayed;
        }
        if let Some((label, values)) =
            levels.iter().find(|(_, values)| values.windows(2).any(|pair| pair[0] != pair[1]))
        {
            let most = values.iter().copied().fold(f64::MIN, f64::max);
            return Outcome::passed().measured("label", label.clone()).measured("most", most);
        }
        // More than twice what is told to be a level, within one game, and still the first: that is proof.
        let Some(step) = told_step(evidence) else {
            return Outcome::undecided("the level did not change, and nothing tells when it should");
        };
        // A number that begins higher is not the level that is played.
        if levels.values().any(|values| values.first().is_none_or(|first| *first > 1.0)) {
            return Outcome::undecided("what is shown may be another number than that of the level");
        }
        for play in evidence.long_plays() {
            for (_, moment) in Evidence::looks(play) {
                let shown = shown_values(moment);
                let far = shown.iter().find(|(label, value)| meaning(label) == Meaning::Score && **value >= step * 2.2);
                let level = shown.iter().find(|(label, _)| meaning(label) == Meaning::Level);
                if let (Some((score, value)), Some((label, level))) = (far, level) {
                    let what = format!(
                        "{label} is still {level} at {score} {value}, though every {step} is told to be a new one."
                    );
                    return Outcome::of(vec![evidence.finding(
                        CHECK.id,
                        what,
                        "Compare with the next limit by >=, since the value may step over it.",
                    )]);
                }
            }
        }
        Outcome::undecided(format!("the plays did not come to more than twice {step}"))
    },
};

/// What is told to be a level: "every 200 m is a new level".
fn told_step(evidence: &Evidence<'_>) -> Option<f64> {
    let promised =
        evidence.promises.into_iter().flat_map(|plan| [plan.score.clone(), plan.win.clone(), plan.concept.clone()]);
    let texts = evidence.told().into_iter().chain(promised.flatten());
    texts
        .flat_map(|text| text.split(['.', '!', ';', '\n']).map(str::to_lowercase).collect::<Vec<_>>())
        .filter(|text| ["level", "wave", "stage", "faster"].iter().any(|word| has_word(text, word)))
        .find_map(|text| {
            let words: Vec<&str> = text.split_whitespace().collect();
            words.windows(2).find_map(|pair| {
                let [word, number] = pair else { return None };
                let digits: String = number.chars().take_while(char::is_ascii_digit).collect();
                let number = digits.parse::<f64>().ok().filter(|number| *number >= 2.0)?;
                matches!(*word, "every" | "each" | "after").then_some(number)
            })
        })
}
