use crate::{
    game::{BuildRequest, digest},
    protocol::RunId,
};

/// Where the names of runs come from.
pub trait RunIds: Send + Sync {
    /// The name to try for this request; `ordinal` counts from 1 and grows while names are taken.
    fn candidate(&self, request: &BuildRequest, ordinal: u32) -> RunId;
}

/// Names made from the request alone: some words of the idea, then eight hex digits of the request's hash,
/// so that the same request always has the same name.
#[derive(Debug, Clone, Copy, Default)]
pub struct DerivedIds;

impl RunIds for DerivedIds {
    fn candidate(&self, request: &BuildRequest, ordinal: u32) -> RunId {
        let words: Vec<String> = request
            .idea
            .split(|letter: char| !letter.is_ascii_alphanumeric())
            .map(str::to_ascii_lowercase)
            .filter(|word| word.len() > 2 && !SMALL_WORDS.contains(&word.as_str()))
            .map(|word| word.chars().take(12).collect())
            .take(3)
            .collect();
        let slug = if words.is_empty() { "game".to_owned() } else { words.join("-") };
        let whole = serde_json::to_string(request).unwrap_or_default();
        let name = format!("{slug}-{}", &digest(whole)[..8]);
        RunId::new(if ordinal > 1 { format!("{name}-{ordinal}") } else { name })
    }
}

const SMALL_WORDS: &[&str] = &[
    "the", "and", "with", "game", "make", "that", "you", "for", "some", "kind", "where", "want", "can", "are", "have",
    "please", "like", "about", "una", "ein", "eine", "jeu", "juego",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_request_has_the_same_name_and_another_seed_another() {
        let one = BuildRequest::new("make an owl game: catch mice!");
        let id = DerivedIds.candidate(&one, 1);
        assert!(id.as_str().starts_with("owl-catch-mice-"), "{id}");
        assert_eq!(id, DerivedIds.candidate(&one.clone(), 1));
        assert_ne!(id, DerivedIds.candidate(&BuildRequest { seed: 1, ..one.clone() }, 1));
        assert_eq!(DerivedIds.candidate(&one, 2).as_str(), format!("{id}-2"));
        assert!(DerivedIds.candidate(&BuildRequest::new("忍者 ../.. \u{0}"), 1).as_str().starts_with("game-"));
    }
}
