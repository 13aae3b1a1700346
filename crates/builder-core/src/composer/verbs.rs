/// What a verb does with its object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Deed {
    /// Gathers it.
    Collect,
    /// Keeps clear of it.
    Avoid,
    /// Goes at it.
    Attack,
    /// Sends it off.
    Throw,
}

const COLLECT: &[&str] = &[
    "eat", "collect", "gather", "catch", "pick", "harvest", "steal", "grab", "find", "fetch", "rescue", "save",
    "chase", "hunt", "pop", "guide", "stack", "sort", "roll", "gobble", "munch", "deliver", "likes", "loves", "wants",
    "poping", "buy", "herd", "drink", "merge",
];
const AVOID: &[&str] =
    &["avoid", "dodge", "evade", "escape", "flee", "hate", "fear", "survive", "outrun", "beware", "mute"];
const ATTACK: &[&str] = &[
    "shoot", "blast", "zap", "kill", "fight", "destroy", "smash", "crush", "whack", "bop", "hit", "attack", "defeat",
    "punch", "slay", "squash", "bomb", "battle", "burst",
];
const THROW: &[&str] = &["throw", "drop", "launch", "sling", "hurl", "toss", "lob", "flings", "fling"];

/// What an English word does as a verb.
pub(super) fn english(word: &str) -> Option<Deed> {
    let is = |verbs: &[&str]| verbs.iter().any(|verb| inflects(word, verb));
    // A thing that drops does not throw; the noun is far more common.
    if matches!(word, "drops" | "drop" | "hunts") {
        return None;
    }
    if is(COLLECT) || matches!(word, "caught" | "ate" | "found" | "stole") {
        Some(Deed::Collect)
    } else if is(AVOID) {
        Some(Deed::Avoid)
    } else if is(ATTACK) {
        Some(Deed::Attack)
    } else if is(THROW) {
        Some(Deed::Throw)
    } else {
        None
    }
}

fn inflects(word: &str, verb: &str) -> bool {
    if word == verb {
        return true;
    }
    let stem = verb.strip_suffix('e').unwrap_or(verb);
    let double = stem.chars().last().unwrap_or('x');
    let Some(rest) = word.strip_prefix(stem) else { return false };
    matches!(rest, "s" | "es" | "ing" | "ed" | "e") && word != stem
        || rest.strip_prefix(double).is_some_and(|rest| matches!(rest, "ing" | "ed"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_are_known_in_their_forms() {
        for (word, deed) in [
            ("eats", Deed::Collect),
            ("catches", Deed::Collect),
            ("dodging", Deed::Avoid),
            ("shoots", Deed::Attack),
            ("hitting", Deed::Attack),
            ("throwing", Deed::Throw),
            ("chased", Deed::Collect),
            ("popping", Deed::Collect),
        ] {
            assert_eq!(english(word), Some(deed), "{word}");
        }
        assert_eq!(english("eaten"), None);
        assert_eq!(english("house"), None);
    }
}
