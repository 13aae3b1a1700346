use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;

use crate::genres::Idea;

/// A language the composer speaks.
#[derive(Debug)]
pub(super) struct Language {
    /// Its code, such as `de`.
    pub id: &'static str,
    /// Its list of nouns; empty for English, whose nouns stand with the concepts.
    pub(super) words: &'static str,
    /// What may stand glued before a noun.
    pub(super) prefixes: &'static [&'static str],
    /// What a noun may end in, the longest first.
    pub(super) suffixes: &'static [&'static str],
    /// Verbs for gathering, avoiding and attacking, by their beginnings.
    pub(super) verbs: [&'static [&'static str]; 3],
    /// Whether the object stands before the verb.
    pub(super) verb_last: bool,
}

const SLAVIC: &[&str] = &[
    "ями", "ами", "ого", "ей", "ой", "ою", "ом", "ем", "єм", "ам", "ям", "ах", "ях", "ов", "ев", "ів", "ів", "ия",
    "ии", "ку", "ки", "ка", "а", "я", "у", "ю", "ы", "и", "і", "ї", "е", "о", "ь",
];

/// All languages, English first.
pub(super) static LANGUAGES: &[Language] = &[
    Language { id: "en", words: "", prefixes: &[], suffixes: &[], verbs: [&[], &[], &[]], verb_last: false },
    Language {
        id: "de",
        words: include_str!("data/words/de.txt"),
        prefixes: &[],
        suffixes: &["ern", "en", "er", "es", "em", "e", "n", "s"],
        verbs: [
            &["sammel", "fang", "fangt", "frisst", "fress", "isst", "essen", "hol", "pfluck", "find", "such", "back"],
            &["ausweich", "weicht", "meid", "vermeid", "flieh", "flucht", "entkomm"],
            &["schiess", "triff", "treff", "kampf", "zerstor", "besieg", "jag"],
        ],
        verb_last: false,
    },
    Language {
        id: "es",
        words: include_str!("data/words/es.txt"),
        prefixes: &[],
        suffixes: &["es", "s", "a", "o", "as", "os"],
        verbs: [
            &["recog", "recolect", "atrap", "come", "comer", "junta", "busca", "caza"],
            &["esquiv", "evit", "huye", "huir", "escap"],
            &["dispar", "mata", "destru", "golpea", "lucha"],
        ],
        verb_last: false,
    },
    Language {
        id: "fr",
        words: include_str!("data/words/fr.txt"),
        prefixes: &[],
        suffixes: &["es", "s", "x", "e"],
        verbs: [
            &["ramass", "attrap", "collect", "cueill", "mange", "trouv", "cherch"],
            &["evit", "esquiv", "echapp", "fuit", "fuir"],
            &["tire", "tuer", "tue", "detrui", "frapp"],
        ],
        verb_last: false,
    },
    Language {
        id: "it",
        words: include_str!("data/words/it.txt"),
        prefixes: &[],
        suffixes: &["hi", "he", "a", "o", "e", "i"],
        verbs: [
            &["raccogl", "acchiapp", "mangia", "prend", "cattur", "cerca"],
            &["evit", "schiv", "fugg", "scapp"],
            &["spar", "uccid", "distrugg", "colpi"],
        ],
        verb_last: false,
    },
    Language {
        id: "pt",
        words: include_str!("data/words/pt.txt"),
        prefixes: &[],
        suffixes: &["es", "s", "a", "o", "as", "os"],
        verbs: [
            &["apanh", "colet", "pega", "come", "recolh", "captur", "junta"],
            &["evit", "desvi", "fuj", "fug", "escap"],
            &["atir", "dispar", "mata", "destru"],
        ],
        verb_last: false,
    },
    Language {
        id: "nl",
        words: include_str!("data/words/nl.txt"),
        prefixes: &[],
        suffixes: &["tjes", "tje", "jes", "je", "en", "s", "n", "e"],
        verbs: [
            &["verzamel", "vang", "eet", "eten", "pluk", "zoek", "pak"],
            &["ontwijk", "vermijd", "vlucht", "ontsnap"],
            &["schiet", "raak", "vecht"],
        ],
        verb_last: false,
    },
    Language {
        id: "pl",
        words: include_str!("data/words/pl.txt"),
        prefixes: &[],
        suffixes: &["ami", "ach", "owi", "om", "ow", "em", "ie", "ka", "ki", "a", "e", "i", "y", "u", "o"],
        verbs: [
            &["zbier", "lapi", "lap", "zjad", "je", "szuk", "chwyt"],
            &["unik", "ucieka", "omij"],
            &["strzel", "walcz", "zabij", "niszcz"],
        ],
        verb_last: false,
    },
    Language {
        id: "ru",
        words: include_str!("data/words/ru.txt"),
        prefixes: &[],
        suffixes: SLAVIC,
        verbs: [
            &["собира", "собер", "лов", "ест", "съед", "ищет", "кушает"],
            &["избега", "уклон", "уворач", "убега", "спаса"],
            &["стреля", "убива", "сража", "бьет"],
        ],
        verb_last: false,
    },
    Language {
        id: "uk",
        words: include_str!("data/words/uk.txt"),
        prefixes: &[],
        suffixes: SLAVIC,
        verbs: [
            &["збира", "збер", "лов", "їсть", "шука"],
            &["уника", "ухиля", "тіка", "втіка"],
            &["стріля", "вбива", "б'є"],
        ],
        verb_last: false,
    },
    Language {
        id: "tr",
        words: include_str!("data/words/tr.txt"),
        prefixes: &[],
        suffixes: &[
            "larindan", "lerinden", "larini", "lerini", "lardan", "lerden", "lari", "leri", "lara", "lere", "nin",
            "nun", "lar", "ler", "dan", "den", "tan", "ten", "da", "de", "ta", "te", "yi", "yu", "ya", "ye", "ni",
            "nu", "in", "un", "i", "u", "a", "e",
        ],
        verbs: [&["topla", "yakala", "yiyen", "yer", "yiyor"], &["kac", "sakin"], &["ates", "vur", "oldur", "savas"]],
        verb_last: true,
    },
    Language {
        id: "ar",
        words: include_str!("data/words/ar.txt"),
        prefixes: &["وال", "بال", "كال", "فال", "ال", "لل", "و", "ب", "ل"],
        suffixes: &["ات", "ين", "ون"],
        verbs: [
            &["يجمع", "اجمع", "تجمع", "يلتقط", "ياكل", "يصطاد"],
            &["يتجنب", "تجنب", "يتفادى", "يتفادي", "يهرب", "فوق"],
            &["يطلق", "يقتل", "يحارب"],
        ],
        verb_last: false,
    },
    Language {
        id: "hi",
        words: include_str!("data/words/hi.txt"),
        prefixes: &[],
        suffixes: &["ियाँ", "ियां", "ियों", "ाएं", "ओं", "ों", "ें", "ं", "ा", "ी", "े", "ो", "ि"],
        verbs: [&["पकड", "इकट्ठा", "खात", "खाना", "बटोर", "चुन"], &["बच", "भाग"], &["मार", "काट", "गोली", "लड"]],
        verb_last: true,
    },
    Language {
        id: "ja",
        words: include_str!("data/words/ja.txt"),
        prefixes: &[],
        suffixes: &[],
        verbs: [
            &["集", "つかま", "つる", "釣", "食べ", "拾", "捕", "取"],
            &["避", "よけ", "逃"],
            &["撃", "倒", "投げ", "戦"],
        ],
        verb_last: true,
    },
    Language {
        id: "zh",
        words: include_str!("data/words/zh.txt"),
        prefixes: &[],
        suffixes: &[],
        verbs: [&["收集", "接", "抓", "吃", "捡", "找"], &["躲", "避", "逃"], &["射", "打", "击"]],
        verb_last: false,
    },
    Language {
        id: "ko",
        words: include_str!("data/words/ko.txt"),
        prefixes: &[],
        suffixes: &[
            "들에게서",
            "한테서",
            "에게서",
            "들에게",
            "에게",
            "에서",
            "으로",
            "이랑",
            "하고",
            "들이",
            "들을",
            "들은",
            "들과",
            "이",
            "가",
            "을",
            "를",
            "은",
            "는",
            "와",
            "과",
            "의",
            "에",
            "로",
            "들",
            "도",
            "랑",
        ],
        verbs: [&["모으", "모아", "잡", "먹", "줍"], &["피하", "피해", "도망"], &["쏘", "쏴", "맞히", "싸우", "물리"]],
        verb_last: true,
    },
];

/// What a game says to its player.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Texts {
    stop_words: String,
    /// Moving in four directions.
    #[serde(rename = "move")]
    pub move_all: String,
    /// Moving left and right.
    pub move_lr: String,
    /// Turning.
    pub steer: String,
    /// Jumping.
    pub jump: String,
    /// Shooting.
    pub shoot: String,
    /// Launching the ball.
    pub launch: String,
    /// Choosing a place on a board.
    pub choose: String,
    /// Acting at the right moment.
    pub now: String,
    /// Going up.
    pub rise: String,
    /// Typing.
    pub type_words: String,
    /// Turning and speeding up.
    pub fly: String,
    /// Sliding everything one way.
    pub slide: String,
    /// Turning and dropping a piece.
    pub turn_piece: String,
    /// Answering a question.
    pub answer: String,
    /// Who moves with which keys.
    pub two_players: String,
    /// Aiming and throwing.
    pub aim: String,
    /// What to match, `{x}`.
    #[serde(rename = "match")]
    pub matching: String,
    /// Playing by touch.
    pub touch: String,
    /// What to gather, `{x}`.
    pub collect: String,
    /// What to avoid, `{x}`.
    pub avoid: String,
    /// What to hit, `{x}`.
    pub hit: String,
    /// How to start.
    pub start: String,
    /// It is lost.
    pub over: String,
    /// It is won.
    pub win: String,
    /// How to play again.
    pub again: String,
    /// Label of the score.
    pub score: String,
    /// Label of the best score.
    pub best: String,
    /// Label of the lives.
    pub lives: String,
    /// Label of the level.
    pub level: String,
    /// Label of the time.
    pub time: String,
    /// It is paused.
    pub paused: String,
    /// How to go on.
    pub resume: String,
    /// How to turn the sound off and on.
    pub mute: String,
    /// A title of two, `{a}` and `{b}`.
    pub and: String,
    /// A title of two who are at odds, `{a}` and `{b}`.
    pub versus: String,
    /// A title for want of a better one.
    pub default_title: String,
}

impl Texts {
    /// A text that tells how to play, by its name in the file; none when there is no such text.
    pub fn how_to(&self, name: &str) -> Option<&str> {
        Some(match name {
            "move" => &self.move_all,
            "move_lr" => &self.move_lr,
            "steer" => &self.steer,
            "jump" => &self.jump,
            "shoot" => &self.shoot,
            "launch" => &self.launch,
            "choose" => &self.choose,
            "now" => &self.now,
            "rise" => &self.rise,
            "type_words" => &self.type_words,
            "fly" => &self.fly,
            "slide" => &self.slide,
            "turn_piece" => &self.turn_piece,
            "answer" => &self.answer,
            "two_players" => &self.two_players,
            "aim" => &self.aim,
            "touch" => &self.touch,
            "match" => &self.matching,
            "collect" => &self.collect,
            "avoid" => &self.avoid,
            "hit" => &self.hit,
            _ => return None,
        })
    }
}

static TEXTS: LazyLock<BTreeMap<String, Texts>> = LazyLock::new(|| {
    // The file is part of the program; a test reads it.
    serde_json::from_str(include_str!("data/texts.json")).unwrap_or_default()
});

/// What a game says in that language; in English when the language is unknown.
pub fn texts(language: &str) -> &'static Texts {
    static NONE: LazyLock<Texts> = LazyLock::new(Texts::default);
    TEXTS.get(language).or_else(|| TEXTS.get("en")).unwrap_or(&NONE)
}

/// Whether a folded word is one of a language's small words.
pub(super) fn is_small_word(language: &str, word: &str) -> bool {
    texts(language).stop_words.split_whitespace().any(|small| crate::genres::fold(small) == word)
}

/// The language of that code; English when there is none.
pub(super) fn language(id: &str) -> &'static Language {
    LANGUAGES.iter().find(|language| language.id == id).unwrap_or(&LANGUAGES[0])
}

/// Whether a language is written from right to left.
pub fn direction(language: &str) -> &'static str {
    if language == "ar" { "rtl" } else { "ltr" }
}

/// The language an idea is written in, by its script and its small words; English when nothing tells.
pub fn detect(idea: &Idea) -> &'static str {
    let letters: Vec<char> = idea.clean.chars().filter(|c| c.is_alphabetic()).collect();
    let share = |range: &dyn Fn(char) -> bool| letters.iter().filter(|&&c| range(c)).count() * 3 > letters.len();
    if letters.is_empty() {
        return "en";
    }
    if letters.iter().any(|c| matches!(c, '\u{3040}'..='\u{30ff}')) {
        return "ja";
    }
    let scripts: [(&str, &dyn Fn(char) -> bool); 4] = [
        ("ko", &|c| matches!(c, '\u{ac00}'..='\u{d7a3}' | '\u{1100}'..='\u{11ff}')),
        ("zh", &|c| matches!(c, '\u{4e00}'..='\u{9fff}' | '\u{3400}'..='\u{4dbf}')),
        ("hi", &|c| matches!(c, '\u{900}'..='\u{97f}')),
        ("ar", &|c| matches!(c, '\u{600}'..='\u{6ff}')),
    ];
    if let Some((id, _)) = scripts.iter().find(|(_, range)| share(range)) {
        return id;
    }
    if share(&|c| matches!(c, '\u{400}'..='\u{4ff}')) {
        return if letters.iter().any(|c| matches!(c, 'і' | 'ї' | 'є' | 'ґ' | 'І' | 'Ї' | 'Є' | 'Ґ')) {
            "uk"
        } else {
            "ru"
        };
    }
    let hits = |id: &str| {
        let words: Vec<String> = texts(id).stop_words.split_whitespace().map(crate::genres::fold).collect();
        idea.tokens.iter().filter(|token| words.contains(&token.text)).count() * 2 + accents(&idea.clean, id)
    };
    let english = hits("en");
    let latin = ["de", "es", "fr", "it", "pt", "nl", "pl", "tr"];
    latin
        .into_iter()
        .map(|id| (hits(id), id))
        .fold((english.max(2), "en"), |best, next| if next.0 > best.0 { next } else { best })
        .1
}

/// Letters that few other languages have.
fn accents(text: &str, language: &str) -> usize {
    let own = match language {
        "de" => "äöüß",
        "es" => "ñ¿¡áéíóú",
        "fr" => "êèçàùûîœé",
        "it" => "èòìù",
        "pt" => "ãõçáéâô",
        "pl" => "ąćęłńśźżó",
        "tr" => "ğışçöüİ",
        _ => return 0,
    };
    text.chars().filter(|c| own.contains(*c)).count().min(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_its_texts() {
        let read: BTreeMap<String, Texts> = serde_json::from_str(include_str!("data/texts.json")).unwrap();
        let listed: Vec<&str> = LANGUAGES.iter().map(|language| language.id).collect();
        assert_eq!(read.len(), listed.len());
        for id in listed {
            let texts = &read[id];
            for text in [&texts.collect, &texts.avoid, &texts.hit, &texts.matching] {
                assert!(text.contains("{x}"), "{id}: {text}");
            }
            for text in [&texts.and, &texts.versus] {
                assert!(text.contains("{a}") && text.contains("{b}"), "{id}: {text}");
            }
        }
    }

    #[test]
    fn languages_are_told_apart() {
        for (idea, want) in [
            ("mach mal was mit traktoren und matsch", "de"),
            ("quiero un juego de memoria con frutas tropicales para mis alumnos de primaria", "es"),
            ("un jeu de pétanque contre l'ordinateur, à la souris", "fr"),
            ("un gioco con un gatto che mangia la pizza", "it"),
            ("um jogo de pescaria no rio com piranhas que comem a isca", "pt"),
            ("een spel met een kat en een hond", "nl"),
            ("zrób coś z pociągami, żeby się nie zderzyły", "pl"),
            ("игра про кота", "ru"),
            ("гра про кота і їжака", "uk"),
            ("kedi ile balık oyunu yap", "tr"),
            ("أريد لعبة بسيطة", "ar"),
            ("पतंगबाज़ी का गेम", "hi"),
            ("ねこがさかなをつるゲーム", "ja"),
            ("小猫抓鱼的游戏", "zh"),
            ("고양이 게임", "ko"),
            ("A game about a baker. Dough rises in six bowls", "en"),
            ("snake", "en"),
            ("🐍🍎", "en"),
        ] {
            assert_eq!(detect(&Idea::read(idea)), want, "{idea}");
        }
        assert_eq!(direction("ar"), "rtl");
    }
}
