mod index;

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    sync::LazyLock,
};

use self::index::{Index, concept_rows, irregular, language_rows};
use super::texts::LANGUAGES;
use crate::genres::{Idea, one_letter_apart, plain_emoji, tokens};

/// Something a game can be about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Concept {
    /// Its name: an English word, with `_` for blanks and sometimes an ending that tells it from another.
    pub id: &'static str,
    /// How it is drawn; none when a shape does it.
    pub emoji: Option<&'static str>,
    /// Its colour, as `#rrggbb`.
    pub color: String,
    /// What it goes for.
    pub wants: Vec<&'static str>,
    /// What it keeps clear of.
    pub fears: Vec<&'static str>,
    /// Where it lives.
    pub scene: &'static str,
    /// What it is: `creature`, `food`, `danger`, …
    pub tags: Vec<&'static str>,
}

/// Endings of ids that are not part of the word.
const ENDINGS: &[&str] = &[
    "_place",
    "_thing",
    "_person",
    "_fruit",
    "_shape",
    "_treasure",
    "_weapon",
    "_device",
    "_season",
    "_pest",
    "_halo",
    "_bird",
    "_piece",
    "_patch",
    "_monster",
];

impl Concept {
    /// Whether it is of that sort.
    pub fn is(&self, tag: &str) -> bool {
        self.tags.contains(&tag)
    }

    /// Whether it acts by itself.
    pub fn acts(&self) -> bool {
        ["creature", "person", "vehicle", "monster", "machine"].iter().any(|tag| self.is(tag))
    }

    /// Its English word.
    pub fn word(&self) -> String {
        let id = match self.id {
            "vegetable_patch" => "vegetable",
            "crumb_monster" => "cookie monster",
            id => ENDINGS.iter().find_map(|ending| id.strip_suffix(ending)).unwrap_or(id),
        };
        id.replace('_', " ")
    }
}

/// A place in an idea where a concept is named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// What is named.
    pub concept: &'static Concept,
    /// The word it goes by, singular where that is known.
    pub word: String,
    /// The first of its words in the idea.
    pub start: usize,
    /// One past the last of its words.
    pub end: usize,
    /// Whether it is meant as many.
    pub plural: bool,
}

/// All concepts and their words.
pub struct Lexicon {
    concepts: &'static [Concept],
    by_id: HashMap<&'static str, &'static Concept>,
    by_emoji: HashMap<String, &'static Concept>,
    english: Index,
    others: HashMap<&'static str, Index>,
    names: HashMap<&'static str, BTreeMap<&'static str, &'static str>>,
    vocabulary: Vec<String>,
    not_typos: HashSet<&'static str>,
}

const NOT_TYPOS: &str = include_str!("data/not_typos.txt");

/// Words of ideas for games that stand for nothing to be seen, and are often mistyped.
const GAME_WORDS: &[&str] = &[
    "shooter",
    "platformer",
    "jumping",
    "penalty",
    "school",
    "puzzle",
    "simulator",
    "popping",
    "sparkle",
    "strategy",
    "adventure",
    "defense",
    "crushes",
    "literally",
    "goalie",
    "space",
];

/// Phrases with a word in them that is not meant as the thing.
const NOT_CONCEPTS: &str = "space bar,spacebar,press space,with space,space wipes,and space,with the space,arrow keys,arrow key,\
with the mouse,move the mouse,mouse moves,mouse only,mouse button,mouse wheel,mouse to aim,hold the mouse,no mouse,mouse to,\
the mouse wheel,by mouse,using the mouse,mouse click,or mouse,and mouse,bear with,bear in mind,match 3,match three,real time,\
top row,with keys,number keys,keys 1,for my mother,for my team,my class,my students,my student,my little sister,\
my litle sister,my sister,me and my sister,for my kids,for my son,for my daughter,my 4 year old,game for someone,for my phone,my phone,touch screen,\
the screen,people can make,other people,every league,the board,high score,play notes,light only,red light green light,\
paddle and ball,work on,my uncle,some people,colour blind,color blind,in a row,well done,number of,number landed,\
word game,text only,no text,card game,point of,star rating,five star,life or death,idea ive,one hand,long press,\
with words on them,hot cold,in words,left top,the wave number,8 waves,wave 8,of waves,waves of,in space game,\
all players,in the browser,light bulb moment,white lines,fast food,cold hints,bug free,without bugs,computer opponent,\
against the computer,the computer,easy computer,computer opponents,no computer,a drop,and drop,drag and drop,one game,\
draw their path,tower of,tower types,towers may,goalkeeper trainer,the hero is,the hero,roll up,roll a,to roll,beat your,beat the,as small triangles,two kinds of food,flies a,and the number,on mute,the middle,of 500,heart rate,school laptops,old school,a ring,off a ring,ring road";

/// Emoji that several concepts are drawn by, and the one they mean.
const EMOJI_MEANINGS: &[(&str, &str)] = &[
    ("✨", "sparkle"),
    ("🌋", "volcano"),
    ("⚽", "ball"),
    ("🧱", "brick"),
    ("🚗", "car"),
    ("✈️", "plane"),
    ("🛡️", "shield"),
    ("🗡️", "sword"),
    ("⚓", "anchor"),
    ("📸", "camera"),
    ("🧺", "basket"),
    ("🐝", "bee"),
    ("🎈", "balloon"),
    ("💨", "wind"),
    ("🐛", "caterpillar"),
    ("🐾", "animal"),
    ("💧", "water_drop"),
    ("🥖", "bread"),
    ("☄️", "meteor"),
    ("👾", "invader"),
];

static LEXICON: LazyLock<Lexicon> = LazyLock::new(Lexicon::load);

/// The lexicon that is part of the program.
pub fn lexicon() -> &'static Lexicon {
    &LEXICON
}

impl Lexicon {
    fn load() -> Self {
        let rows = concept_rows();
        let words: Vec<Vec<&'static str>> = rows.iter().map(|row| row.1.clone()).collect();
        let concepts: &'static [Concept] = Vec::leak(rows.into_iter().map(|row| row.0).collect());
        let by_id: HashMap<_, _> = concepts.iter().map(|concept| (concept.id, concept)).collect();
        let mut by_emoji = HashMap::new();
        let mut english = Index::default();
        let mut vocabulary = BTreeSet::new();
        for phrase in NOT_CONCEPTS.split(',') {
            english.add(phrase, None, false, false);
        }
        for (concept, words) in concepts.iter().zip(&words) {
            if let Some(emoji) = concept.emoji {
                by_emoji.entry(plain_emoji(emoji)).or_insert(concept);
            }
            if let Some((emoji, _)) = EMOJI_MEANINGS.iter().find(|(_, id)| *id == concept.id) {
                by_emoji.insert(plain_emoji(emoji), concept);
            }
            let own = concept.word();
            let plain = own.replace(' ', "_") == concept.id;
            let usual_name = !["creature", "person", "vehicle", "food", "plant"].iter().any(|tag| concept.is(tag));
            for word in words.iter().copied().chain(plain.then_some(own.as_str())) {
                let own_name = usual_name || word.ends_with('!');
                let word = word.trim_end_matches('!');
                english.add(word, Some(concept), irregular(word), own_name);
                let parts = tokens(word).into_iter().map(|token| token.text);
                vocabulary
                    .extend(parts.filter(|part| part.len() >= 5 && part.bytes().all(|byte| byte.is_ascii_lowercase())));
                if !word.ends_with('s') {
                    english.add_plural(word, concept, own_name);
                }
            }
        }
        let mut others = HashMap::new();
        let mut names = HashMap::new();
        for language in LANGUAGES.iter().filter(|language| !language.words.is_empty()) {
            let mut index = Index::default();
            let mut own = BTreeMap::new();
            for (id, words) in language_rows(language.words) {
                let Some(concept) = by_id.get(id).copied() else { continue };
                for (at, word) in words.split(',').map(str::trim).enumerate() {
                    if at == 0 {
                        own.insert(concept.id, word);
                    }
                    index.add(word, Some(concept), false, false);
                    index.add_stem(word, concept);
                }
            }
            others.insert(language.id, index);
            names.insert(language.id, own);
        }
        for index in others.values_mut().chain([&mut english]) {
            for entries in index.by_first.values_mut() {
                entries.sort_by_key(|entry| std::cmp::Reverse(entry.rest.len()));
            }
        }
        let not_typos = NOT_TYPOS.split_whitespace().collect();
        let vocabulary = vocabulary.into_iter().collect();
        Self { concepts, by_id, by_emoji, english, others, names, vocabulary, not_typos }
    }

    /// All concepts.
    pub fn concepts(&self) -> &'static [Concept] {
        self.concepts
    }

    /// The concept of that id.
    pub fn get(&self, id: &str) -> Option<&'static Concept> {
        self.by_id.get(id).copied()
    }

    /// What a concept is called in a language, when that is known.
    pub fn name(&self, concept: &Concept, language: &str) -> Option<String> {
        match language {
            "en" => Some(concept.word()),
            _ => self.names.get(language)?.get(concept.id).map(|word| (*word).to_owned()),
        }
    }

    /// The concept that a short text names, such as the name of an entity in a plan.
    pub fn find(&self, text: &str) -> Option<&'static Concept> {
        self.mentions(&Idea::read(text), "en").pop().map(|mention| mention.concept)
    }

    /// Every concept an idea names, in order.
    pub fn mentions(&self, idea: &Idea, language: &str) -> Vec<Mention> {
        let corrected = self.without_typos(idea, language);
        let idea = corrected.as_ref().unwrap_or(idea);
        let mut found: Vec<Mention> = Vec::new();
        let own = self.others.get(language);
        let mut at = 0;
        while at < idea.tokens.len() {
            let token = &idea.tokens[at];
            if token.emoji {
                if let Some(concept) = self.by_emoji.get(&token.text).copied() {
                    let word = self.name(concept, language).unwrap_or_else(|| concept.word());
                    found.push(Mention { concept, word, start: at, end: at + 1, plural: false });
                }
                at += 1;
                continue;
            }
            let in_own = own.and_then(|index| self.look_up_inflected(index, idea, at, language)).map(|hit| {
                let name = hit.concept.and_then(|concept| self.name(concept, language));
                Hit { word: name.unwrap_or_else(|| hit.word.clone()), ..hit }
            });
            let hit = in_own.or_else(|| {
                self.look_up(&self.english, idea, at).filter(|hit| {
                    // Short English words are often words of other languages.
                    language == "en" || hit.end - at > 1 || token.text.len() >= 5
                })
            });
            match hit {
                Some(Hit { concept, word, end, plural }) => {
                    if let Some(concept) = concept {
                        found.push(Mention { concept, word, start: at, end, plural });
                    }
                    at = end;
                }
                None => at += 1,
            }
        }
        found
    }

    fn look_up(&self, index: &Index, idea: &Idea, at: usize) -> Option<Hit> {
        let entries = index.by_first.get(&idea.tokens[at].text)?;
        entries.iter().find_map(|entry| {
            let end = at + 1 + entry.rest.len();
            let tail = idea.tokens.get(at + 1..end)?;
            let fits = entry.rest.iter().zip(tail).all(|(want, token)| *want == token.text);
            fits.then(|| Hit { concept: entry.concept, word: entry.word.clone(), end, plural: entry.plural })
        })
    }

    fn look_up_inflected(&self, index: &Index, idea: &Idea, at: usize, language: &str) -> Option<Hit> {
        let whole = self.look_up(index, idea, at);
        if whole.is_some() {
            return whole;
        }
        let text = &idea.tokens[at].text;
        let hit = |concept: &'static Concept, word: &str| Hit {
            concept: Some(concept),
            word: self.name(concept, language).unwrap_or_else(|| word.to_owned()),
            end: at + 1,
            plural: false,
        };
        if super::texts::is_small_word(language, text) {
            return None;
        }
        let language = super::texts::language(language);
        for prefix in language.prefixes {
            let Some(rest) = text.strip_prefix(prefix).filter(|rest| rest.chars().count() >= 2) else { continue };
            if let Some(entry) = index.by_first.get(rest).and_then(|entries| entries.iter().find(|e| e.rest.is_empty()))
            {
                return entry.concept.map(|concept| hit(concept, rest));
            }
        }
        for suffix in language.suffixes {
            let Some(rest) = text.strip_suffix(suffix).filter(|rest| !rest.is_empty()) else { continue };
            let full = index.by_first.get(rest).and_then(|entries| entries.iter().find(|entry| entry.rest.is_empty()));
            if let Some(concept) = full.and_then(|entry| entry.concept).or_else(|| index.stems.get(rest).copied()) {
                return Some(hit(concept, rest));
            }
        }
        None
    }

    /// The idea with its typos put right; none when there are none to be found.
    fn without_typos(&self, idea: &Idea, language: &str) -> Option<Idea> {
        if language != "en" {
            return None;
        }
        let mut corrected: Option<Idea> = None;
        for (at, token) in idea.tokens.iter().enumerate() {
            if let Some(right) = self.spelled(&token.text) {
                corrected.get_or_insert_with(|| idea.clone()).tokens[at].text = right;
            }
        }
        corrected
    }

    /// What a folded English word with an obvious typo should be; none when it has none.
    pub fn spelled(&self, text: &str) -> Option<String> {
        let near = |right: &str, word: &str| {
            right.as_bytes().first() == word.as_bytes().first() && one_letter_apart(right, word)
        };
        if !text.is_ascii() || text.len() < 4 || self.not_typos.contains(text) || self.knows(text) {
            return None;
        }
        if let Some(word) = GAME_WORDS.iter().find(|word| near(word, text)) {
            return Some((*word).to_owned());
        }
        let singular = text.strip_suffix('s').filter(|rest| rest.len() >= 5);
        let fits = |word: &&String| near(word, text) || singular.is_some_and(|text| near(word, text));
        let word = self.vocabulary.iter().find(fits).filter(|_| text.len() >= 5)?;
        Some(if singular.is_some() && !word.ends_with('s') { format!("{word}s") } else { word.clone() })
    }

    fn knows(&self, word: &str) -> bool {
        let in_list = |word: &str| self.vocabulary.binary_search_by(|known| known.as_str().cmp(word)).is_ok();
        self.english.by_first.contains_key(word) || in_list(word) || word.strip_suffix('s').is_some_and(in_list)
    }
}

struct Hit {
    concept: Option<&'static Concept>,
    word: String,
    end: usize,
    plural: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_concept_is_sound() {
        let lexicon = lexicon();
        assert!(lexicon.concepts().len() >= 500, "{}", lexicon.concepts().len());
        let mut unknown = Vec::new();
        for concept in lexicon.concepts() {
            for id in concept.wants.iter().chain(&concept.fears) {
                if lexicon.get(id).is_none() {
                    unknown.push(format!("{} -> {id}", concept.id));
                }
            }
            assert!(super::super::palette::SCENES.contains(&concept.scene), "{}: {}", concept.id, concept.scene);
            assert_eq!(concept.color.len(), 7, "{}", concept.id);
            assert!(u32::from_str_radix(&concept.color[1..], 16).is_ok(), "{}", concept.id);
            assert!(std::ptr::eq(lexicon.get(concept.id).unwrap(), concept), "{} is there twice", concept.id);
        }
        for language in LANGUAGES {
            let ids = language_rows(language.words).map(|(id, _)| id).filter(|id| lexicon.get(id).is_none());
            unknown.extend(ids.map(|id| format!("{}: {id}", language.id)));
        }
        assert_eq!(unknown, Vec::<String>::new());
    }

    fn named(text: &str, language: &str) -> Vec<&'static str> {
        lexicon().mentions(&Idea::read(text), language).iter().map(|mention| mention.concept.id).collect()
    }

    #[test]
    fn words_lead_to_concepts() {
        assert_eq!(named("an owl and two foxes", "en"), ["owl", "fox"]);
        assert_eq!(named("move with the mouse, eat mice", "en"), ["mouse"]);
        assert_eq!(named("white blood cells", "en"), ["blood_cell"]);
        assert_eq!(named("a penguinn", "en"), ["penguin"]);
        assert_eq!(named("ein Igel sammelt Äpfel im Wald", "de"), ["hedgehog", "apple", "forest_place"]);
        assert_eq!(named("gra w której jeż zbiera jabłka i ucieka przed lisem", "pl"), ["hedgehog", "apple", "fox"]);
        assert_eq!(named("ねこがさかなをつるゲーム", "ja"), ["cat", "fish"]);
        assert_eq!(named("एक खेल बनाओ जिसमें बंदर पेड़ से गिरते आम पकड़ता है", "hi"), ["monkey", "tree", "mango"]);
        assert_eq!(
            named("لعبة جمل يقفز فوق الحفر في الصحراء ويجمع التمر", "ar"),
            ["camel", "hole", "desert_place", "date_fruit"]
        );
        assert_eq!(named("토끼가 당근을 모으는 게임", "ko"), ["rabbit", "carrot"]);
        assert_eq!(named("игра про кота, который ловит рыбу", "ru"), ["cat", "fish"]);
        assert_eq!(named("🎣🐟🐟🦈", "en"), ["fisherman", "fish", "fish", "shark"]);
    }
}
