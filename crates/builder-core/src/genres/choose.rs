use super::{ALL, Genre, Idea, dodge, idea::one_letter_apart, nearest, usual};

/// How well a kind of game fits an idea.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fit {
    /// The idea tells of this kind.
    Told,
    /// The idea names another kind; this is the nearest there is.
    Nearest {
        /// The kind the idea names.
        asked: &'static str,
        /// Why this one is near.
        because: &'static str,
    },
    /// Nothing in the idea tells of a kind.
    Open,
}

/// The kind of game an idea gets.
#[derive(Debug, Clone, Copy)]
pub struct Choice {
    /// The kind.
    pub genre: &'static Genre,
    /// How well it fits.
    pub fit: Fit,
}

impl Choice {
    /// Whether something in the idea led to the kind.
    pub fn fitted(&self) -> bool {
        self.fit != Fit::Open
    }

    /// Why this kind, in a sentence.
    pub fn reason(&self, idea: &Idea) -> String {
        let name = self.genre.shape().name.to_lowercase();
        match self.fit {
            Fit::Told => format!("the idea tells of a {name} game"),
            Fit::Nearest { asked, because } => {
                format!("there is no template for {asked}; the nearest is a {name} game: {because}")
            }
            Fit::Open => {
                let said: String = idea.clean.chars().take(60).collect();
                format!("no genre fits «{said}»: a collecting game in its theme")
            }
        }
    }
}

/// The kind of game for an idea.
pub fn choose(idea: &Idea) -> Choice {
    let dodges = score(idea, &dodge::GENRE) > 0;
    let told = ALL
        .iter()
        .map(|genre| {
            let points = score(idea, genre);
            // To gather some and avoid others is a collecting game.
            let both = genre.id == usual().id && points >= 8 && dodges;
            (points + if both { 3 } else { 0 }, *genre)
        })
        .reduce(|best, next| if next.0 > best.0 { next } else { best })
        .filter(|(score, _)| *score > 0);
    let named = nearest::find(idea);
    match (told, named) {
        (Some((score, genre)), Some(near)) if score > near.weight => Choice { genre, fit: Fit::Told },
        (_, Some(near)) => match super::get(near.genre) {
            Some(genre) => Choice { genre, fit: Fit::Nearest { asked: near.asked, because: near.because } },
            None => Choice { genre: usual(), fit: Fit::Open },
        },
        (Some((_, genre)), None) => Choice { genre, fit: Fit::Told },
        (None, None) => Choice { genre: usual(), fit: Fit::Open },
    }
}

fn score(idea: &Idea, genre: &Genre) -> u32 {
    genre
        .words
        .iter()
        .filter(|(_, phrases)| phrases.split(',').any(|phrase| says_about(idea, phrase.trim())))
        .map(|(weight, _)| weight)
        .sum()
}

/// Words whose typos are looked for; others have neighbours that are words of their own.
const OFTEN_MISTYPED: &[&str] = &[
    "platformer",
    "platforms",
    "shooter",
    "shooting",
    "jumping",
    "dodging",
    "breakout",
    "racing",
    "puzzle",
    "fishing",
    "quiz",
    "memory",
    "pinball",
    "simulator",
    "stealth",
    "typing",
    "solitaire",
    "defense",
];

/// Whether a phrase is in the idea, a typo in a long single word included, and not denied right before.
pub(super) fn says_about(idea: &Idea, phrase: &str) -> bool {
    match idea.find(phrase) {
        Some(0) => true,
        Some(at) => !matches!(idea.tokens[at - 1].text.as_str(), "no" | "without" | "ohne" | "sin" | "sans" | "без"),
        None if OFTEN_MISTYPED.contains(&phrase) => {
            idea.tokens.iter().any(|token| token.text.len() >= 5 && one_letter_apart(&token.text, phrase))
        }
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(text: &str) -> (&'static str, bool) {
        let choice = choose(&Idea::read(text));
        (choice.genre.id, choice.fitted())
    }

    #[test]
    fn ideas_find_their_kind() {
        for (idea, want) in [
            ("dodge falling icicles in a cave", "dodge"),
            ("a platfromer where the floor is lava litterally", "platformer"),
            ("spce shoter with lazers adn bosses", "shooter"),
            ("snake", "snake"),
            ("brick breaker where the bricks are piano keys", "breakout"),
            ("एक खेल बनाओ जिसमें बंदर पेड़ से गिरते आम पकड़ता है", "collect"),
            ("un juego donde una tortuga cruza la playa y esquiva a las gaviotas", "crossing"),
            ("top down racing, one lap, beat your own ghost", "racing"),
            ("quiero un juego de memoria con frutas tropicales para mis alumnos de primaria", "memory"),
            ("fishing game where you lower the hook between jellyfish and reel in", "fishing"),
            ("bop the moles but some of them are hedgehogs and you shouldn't", "whack"),
            ("maze where you eat dots and four jellyfish chase you", "maze"),
            ("drifting spaceship, shoot rocks that split in two, hyperspace button", "asteroids"),
            ("slide tiles and merge the numbers to reach 1024 on a 4x4 board", "sliding"),
            ("match-3 with sushi", "match3"),
            ("two player air hockey, WASD vs arrows, first to 7", "pong"),
            ("忍者が屋根から屋根へ飛び移るゲームを作ってください", "platformer"),
            ("gra w której jeż zbiera jabłka i ucieka przed lisem", "collect"),
        ] {
            assert_eq!(kind(idea), (want, true), "{idea}");
        }
        assert_eq!(kind("um"), ("collect", false));
    }

    #[test]
    fn the_nearest_kind_says_why() {
        let idea = Idea::read("split keyboard fencing duel, three moves each");
        let choice = choose(&idea);
        assert_eq!(choice.genre.id, "pong");
        assert!(choice.reason(&idea).contains("a duel of two"), "{}", choice.reason(&idea));
        let idea = Idea::read("um");
        assert_eq!(choose(&idea).reason(&idea), "no genre fits «um»: a collecting game in its theme");
    }
}
