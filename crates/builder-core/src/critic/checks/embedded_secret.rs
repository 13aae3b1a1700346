use super::{Decision, StaticCheck};
use crate::{critic::defect, source::Place};

/// Beginnings of keys that services hand out, and how many characters follow at least.
const SHAPES: &[(&str, usize)] = &[
    ("sk-", 20),
    ("sk_live_", 16),
    ("rk_live_", 16),
    ("AIza", 30),
    ("ghp_", 30),
    ("gho_", 30),
    ("github_pat_", 30),
    ("glpat-", 18),
    ("AKIA", 16),
    ("xoxb-", 20),
    ("xoxp-", 20),
    ("hf_", 30),
    ("gsk_", 30),
    ("SG.", 40),
];

pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "embedded-secret",
    run: |subject| {
        let facts = subject.facts;
        let mut texts: Vec<(&str, &Place)> = Vec::new();
        for script in &facts.scripts {
            texts.extend(script.strings.iter().chain(&script.comments).map(|(text, place)| (text.as_str(), place)));
        }
        for tag in facts.page.iter().flat_map(|page| &page.tags) {
            texts.extend(tag.attributes.iter().map(|(_, value)| (value.as_str(), &tag.place)));
        }
        texts.extend(facts.page.iter().flat_map(|page| &page.texts).map(|(text, place)| (text.as_str(), place)));
        let mut found = Vec::new();
        for (text, place) in texts {
            if let Some(shape) = secret(text) {
                let what = format!("Something shaped like a key stands in the source: {shape}…");
                found.push(defect(CHECK.id, place, what, "Remove it, and withdraw the key where it was made."));
            }
        }
        Decision::of(found)
    },
};

/// The beginning of a key in a text.
fn secret(text: &str) -> Option<&'static str> {
    if text.contains("-----BEGIN") && text.contains("PRIVATE KEY") {
        return Some("-----BEGIN PRIVATE KEY");
    }
    SHAPES.iter().find_map(|(start, least)| {
        text.match_indices(start).find_map(|(at, _)| {
            let before = text.get(..at)?.chars().next_back();
            let body: String = text
                .get(at + start.len()..)?
                .chars()
                .take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
                .collect();
            let mixed = body.chars().any(|c| c.is_ascii_digit()) && body.chars().any(|c| c.is_ascii_uppercase());
            let apart = before.is_none_or(|c| !c.is_alphanumeric());
            (apart && mixed && body.len() >= *least).then_some(*start)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::secret;

    #[test]
    fn keys_have_shapes_and_words_have_not() {
        assert!(secret("AIzaSyD3abcdefghijklmnopqrstuvwxyz01234").is_some());
        assert!(secret("task-force-of-the-seven-seas-and-more").is_none());
        assert!(secret("9f86d081884c7d659a2feaa0c55ad015").is_none());
    }
}
