//! The words a game's code is made of, to be compared with the words of its plan.

use std::collections::BTreeSet;

use crate::source::Facts;

/// Words that mean much the same in games, one group a line. A plan may say one and the code another.
const ALIKE: &[&str] = &[
    "player hero ship me avatar character paddle bat car bird snake runner dude guy actor self cursor",
    "enemy foe monster mob bad baddie alien raider invader zombie ghost creep boss chaser hunter attacker wave",
    "hazard danger obstacle spike thorn trap rock stone meteor asteroid debris lava fire mine bomb block",
    "pickup item coin gem loot collectible fruit food apple pellet dot token bonus powerup prize treasure crystal star",
    "projectile bullet shot bolt missile laser beam arrow fireball ball orb puck",
    "target brick tile card duck mole balloon bubble cell",
    "goal exit door finish flag portal end gate home",
    "ground platform floor solid wall terrain ledge tile block earth plank",
    "tower turret cannon building defender",
    "pipe column pillar gap gate barrier wall obstacle",
    "hole gap pit chasm abyss",
    "car vehicle truck traffic",
    "tree plant bush leaf forest hedge",
];

/// Words that say how a program is built, not what is in the game.
const TECHNICAL: &str = "key press click tap touch pointer mouse event input control command action queue stack history \
log message text line label popup toast button menu option setting score best record life heart timer time clock frame \
tick particle spark effect explosion burst trail smoke confetti flash ring ripple shake sound note tone voice audio music \
star cloud background backdrop scenery decoration layer grid row col column cell map board field level stage wave world \
scene state game app engine screen view camera canvas pen ctx context sprite image texture font color colour palette theme \
point vector vec rect box size body object entity thing list item pool group array set listener handler callback task job \
step path node edge point position dirty open free empty neighbour neighbor candidate choice result output buffer data part \
piece segment tail dir direction move turn";

/// Splits a name (`spawnBigSlug`, `MAX_SLUGS`, `slug-trail`) or a text in its words: small letters, without an `s` of
/// the plural.
pub(super) fn words_of(text: &str) -> impl Iterator<Item = String> + '_ {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut small = false;
    for letter in text.chars() {
        if !letter.is_alphabetic() {
            words.push(std::mem::take(&mut word));
            small = false;
            continue;
        }
        if letter.is_uppercase() && small {
            words.push(std::mem::take(&mut word));
        }
        small = letter.is_lowercase();
        word.extend(letter.to_lowercase());
    }
    words.push(word);
    words.into_iter().filter(|word| word.chars().count() > 1).map(|word| singular(&word))
}

fn singular(word: &str) -> String {
    if let Some(stem) = word.strip_suffix("ies").filter(|stem| stem.len() > 1) {
        return format!("{stem}y");
    }
    for ending in ["ches", "shes", "sses", "xes", "zes"] {
        if word.ends_with(ending) {
            return word[..word.len() - 2].to_owned();
        }
    }
    match word.strip_suffix('s') {
        Some(stem) if stem.len() > 2 && !stem.ends_with(['s', 'u', 'i']) => stem.to_owned(),
        _ => word.to_owned(),
    }
}

/// Words that mean much the same as one.
pub(super) fn alike(word: &str) -> impl Iterator<Item = &'static str> {
    ALIKE.iter().filter(move |group| group.split(' ').any(|one| one == word)).flat_map(|group| group.split(' '))
}

/// The words of a game's code.
pub(super) struct CodeWords {
    /// All of them: of names, of properties, of short texts, of ids and classes.
    pub all: BTreeSet<String>,
    /// Names of lists that grow, of classes, and pictures (emoji): what may be a thing in the game, each as its words.
    pub things: Vec<Vec<String>>,
}

impl CodeWords {
    /// Reads them. Sentences that the player is shown are left out: they promise like the plan does.
    pub(super) fn new(facts: &Facts) -> Self {
        let mut all = BTreeSet::new();
        let mut things: BTreeSet<String> = BTreeSet::new();
        for script in facts.running() {
            for name in &script.names {
                all.extend(words_of(name));
                let mut letters = name.chars();
                if letters.next().is_some_and(char::is_uppercase) && letters.next().is_some_and(char::is_lowercase) {
                    things.insert(name.clone());
                }
            }
            all.extend(script.members.iter().flat_map(|used| words_of(&used.property)));
            all.extend(script.assignments.iter().flat_map(|one| words_of(&one.name)));
            all.extend(script.functions.iter().flat_map(|one| words_of(&one.name)));
            for (path, _) in &script.paths {
                all.extend(words_of(path));
                if let Some((list, "push" | "unshift")) = path.rsplit_once('.') {
                    things.insert(list.rsplit('.').next().unwrap_or(list).to_owned());
                }
            }
            for (text, _) in &script.strings {
                if text.split_whitespace().count() <= 2 {
                    all.extend(words_of(text));
                }
                things.extend(text.chars().filter(|letter| is_picture(*letter)).map(String::from));
            }
        }
        for tag in facts.page.iter().flat_map(|page| &page.tags) {
            all.extend(
                tag.attributes.iter().filter(|(name, _)| name != "content").flat_map(|(_, value)| words_of(value)),
            );
        }
        let things = things
            .into_iter()
            .map(|thing| words_of(&thing).collect::<Vec<_>>())
            .filter(|words| words.is_empty() || !words.iter().all(|word| is_technical(word)))
            .collect();
        Self { all, things }
    }
}

fn is_technical(word: &str) -> bool {
    TECHNICAL.split_ascii_whitespace().any(|one| one == word)
}

fn is_picture(letter: char) -> bool {
    matches!(letter, '\u{2600}'..='\u{27bf}' | '\u{1f300}'..='\u{1faff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_split_in_words() {
        let words = |text| words_of(text).collect::<Vec<_>>();
        assert_eq!(words("spawnBigSlugs"), ["spawn", "big", "slug"]);
        assert_eq!(words("MAX_ENEMIES-left2"), ["max", "enemy", "left"]);
        assert_eq!(words("grass cactus boxes"), ["grass", "cactus", "box"]);
    }
}
