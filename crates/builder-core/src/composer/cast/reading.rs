use super::{
    super::{
        texts,
        verbs::{Deed, english},
    },
    Mention, Reading, Slot, Token,
};

const PRONOUNS: &[&str] = &["you", "me", "us", "him", "her", "them", "player", "i", "we"];
const ARTICLES: &[&str] =
    &["a", "an", "the", "my", "some", "one", "your", "his", "all", "any", "many", "as", "two", "four", "three"];
const PASSIVE: &[&str] = &[
    "seen", "caught", "eaten", "hit", "spotted", "found", "chased", "attacked", "killed", "followed", "hunted",
    "noticed",
];
const IDLE: &[&str] = &[
    "that", "who", "which", "and", "then", "has", "have", "to", "must", "can", "should", "is", "are", "gose", "goes",
    "go", "needs", "have", "will", "tries", "she", "he", "it", "they", "keeps", "up", "has", "wants", "need", "in",
    "sea",
];

impl Reading<'_> {
    pub(super) fn player_patterns(&mut self) {
        const PATTERNS: &[(&str, i32)] = &[
            ("you are", 8),
            ("youre", 8),
            ("you re", 8),
            ("i am", 8),
            ("im", 8),
            ("you play", 7),
            ("play as", 8),
            ("playing as", 8),
            ("player is", 9),
            ("hero is", 9),
            ("i m", 8),
            ("you be", 7),
            ("youve become", 8),
            ("control", 6),
            ("steer", 6),
            ("steers", 6),
            ("you move", 7),
            ("move the", 5),
            ("about", 4),
            ("where", 4),
            ("where a", 4),
            ("with", 1),
            ("as a", 4),
            ("as an", 4),
            ("were a", 4),
            ("were you are", 8),
            ("were u are", 8),
            ("you run", 2),
            ("you drive", 7),
            ("you fly", 6),
            ("drive", 4),
            ("fly", 3),
        ];
        for (phrase, weight) in PATTERNS {
            let words: Vec<&str> = phrase.split(' ').collect();
            for start in 0..self.idea.tokens.len() {
                if !words.iter().enumerate().all(|(k, word)| self.word(start + k) == *word) {
                    continue;
                }
                let next = start + words.len();
                let article = ARTICLES.contains(&self.word(next));
                match self.after(next, 4) {
                    Some(found) => {
                        let concept = self.mentions[found].concept;
                        let near = self.mentions[found].start <= next + usize::from(article) + 1;
                        let able = concept.acts() || (*weight >= 6 && near && !concept.is("place"));
                        if able && (near || *weight >= 7) {
                            self.vote(found, Slot::Player, *weight);
                        }
                    }
                    None if *weight >= 8 && article => {
                        self.custom[Slot::Player as usize] = self.unknown_noun(next + 1);
                    }
                    None => {}
                }
            }
        }
        for index in 0..self.mentions.len() {
            let Mention { end, concept, .. } = self.mentions[index].clone();
            let weight = match self.word(end) {
                "defense" | "defence" | "simulator" | "game" | "jumping" | "driving" | "flying" => 2,
                "that" | "who" | "which" if concept.acts() => 3,
                "moves" | "jumps" | "runs" | "flies" | "swims" | "walks" | "wants" | "must" | "gose" | "goes"
                    if !self.mentions[index].plural =>
                {
                    4
                }
                _ => 0,
            };
            if weight > 0 && !concept.is("place") {
                let moves = matches!(self.word(end), "moves" | "wants" | "jumps");
                let acting = if concept.acts() || moves { weight } else { 0 };
                self.vote(index, Slot::Player, if self.word(end).starts_with("defen") { 5 } else { acting });
            }
        }
    }

    /// The last word of the noun group that starts at `at`, when it could be one.
    fn unknown_noun(&self, at: usize) -> Option<String> {
        const STOP: &[&str] = &[
            "and", "that", "who", "which", "with", "in", "on", "at", "to", "from", "of", "for", "by", "as", "where",
            "while", "when", "but", "or", "is", "are", "you", "it", "so", "because", "until", "before", "after",
            "without", "into",
        ];
        const EMPTY: &[&str] = &[
            "way",
            "path",
            "one",
            "ones",
            "thing",
            "things",
            "points",
            "point",
            "everything",
            "all",
            "them",
            "each",
            "other",
            "game",
            "level",
            "levels",
            "end",
            "right",
            "left",
            "up",
            "down",
            "out",
            "it",
            "the",
            "a",
            "an",
            "next",
            "hits",
            "time",
            "lives",
            "colour",
            "color",
            "ready",
            "correct",
            "most",
            "words",
            "screen",
            "line",
            "row",
            "its",
            "more",
            "less",
            "something",
            "anything",
            "who",
            "what",
            "how",
            "they",
            "these",
            "those",
            "best",
            "score",
            "exit",
            "top",
            "directions",
            "beat",
            "button",
            "edge",
            "edges",
            "side",
            "sides",
            "space",
            "key",
            "keys",
            "not",
            "fast",
            "big",
            "choose",
            "sacked",
            "getting",
            "going",
            "trying",
            "kind",
            "sort",
            "there",
            "here",
            "then",
            "back",
            "off",
            "press",
        ];
        let clause = self.idea.tokens.get(at)?.clause;
        let group: Vec<&Token> = self.idea.tokens[at..]
            .iter()
            .take_while(|token| token.clause == clause && !token.emoji && !STOP.contains(&token.text.as_str()))
            .filter(|token| !ARTICLES.contains(&token.text.as_str()))
            .take(3)
            .collect();
        if (at..at + group.len() + 1)
            .any(|word| self.at(word).is_some() && !STOP.contains(&self.word(word.saturating_sub(1))))
        {
            return None;
        }
        let last = group.last()?;
        let fits = last.text.len() >= 3
            && last.text.len() <= 18
            && last.text.bytes().all(|byte| byte.is_ascii_lowercase())
            && !EMPTY.contains(&last.text.as_str())
            && !last.text.ends_with("ing")
            && !last.text.ends_with("ly")
            && english(&last.text).is_none();
        fits.then(|| last.text.clone())
    }

    pub(super) fn english_verbs(&mut self) {
        for at in 0..self.idea.tokens.len() {
            if self.at(at).is_some() {
                continue;
            }
            let Some(mut deed) = english(self.word(at)) else { continue };
            let before: Vec<&str> = (at.saturating_sub(3)..at).map(|word| self.word(word)).collect();
            let denied = before.iter().any(|word| {
                matches!(
                    *word,
                    "dont" | "not" | "never" | "without" | "shouldnt" | "cant" | "mustnt" | "avoid" | "doesnt"
                )
            });
            if denied && deed != Deed::Avoid {
                deed = Deed::Avoid;
            } else if denied {
                continue;
            }
            let passive = self.word(at + 1) == "by";
            if passive {
                if let Some(by) = self.after(at + 2, 4) {
                    self.vote(by, Slot::Bad, 6);
                }
                continue;
            }
            let subject = self.subject(at);
            let mut next = at + 1;
            while matches!(self.word(next), "up" | "off" | "out" | "over" | "down" | "away" | "through" | "on") {
                next += 1;
            }
            let from = self.word(next) == "from" || self.word(next) == "at";
            if from {
                next += 1;
            }
            // "balloon popping": the object stands before the verb.
            let word = self.word(at);
            if word.ends_with("ing") && at > 0 && !from {
                let object = self.at(at - 1).filter(|&m| !self.mentions[m].plural && self.object(next).is_none());
                if let Some(object) = object.filter(|&m| deed != Deed::Throw && !self.mentions[m].concept.is("place")) {
                    let slot = if deed == Deed::Collect {
                        Slot::Good
                    } else if deed == Deed::Avoid {
                        Slot::Bad
                    } else {
                        Slot::Foe
                    };
                    self.vote(object, slot, 6);
                    self.you_act = true;
                    continue;
                }
            }
            // "chases you": the chaser is bad.
            if PRONOUNS.contains(&self.word(next)) || (self.word(next) == "the" && self.word(next + 1) == "player") {
                if let Some(subject) = subject {
                    self.vote(subject, Slot::Bad, 6);
                }
                continue;
            }
            if let Some(subject) = subject {
                self.vote(subject, Slot::Player, if denied { 2 } else { 6 });
            } else {
                self.you_act = true;
            }
            let slot = match deed {
                Deed::Collect => Slot::Good,
                Deed::Avoid => Slot::Bad,
                Deed::Attack => Slot::Foe,
                Deed::Throw => Slot::Shot,
            };
            match self.object(next) {
                Some(first) => {
                    for object in self.list_from(first) {
                        self.vote(object, slot, if object == first { 6 } else { 4 });
                    }
                    if deed == Deed::Throw {
                        let end = self.mentions[first].end;
                        if let Some(aim) =
                            (end..end + 3).find(|&word| matches!(self.word(word), "at" | "on" | "onto" | "to"))
                            && let Some(foe) = self.after(aim + 1, 3)
                        {
                            self.vote(foe, Slot::Foe, 7);
                        }
                    }
                }
                None if matches!(deed, Deed::Collect | Deed::Avoid) && self.custom[slot as usize].is_none() => {
                    self.custom[slot as usize] = self.unknown_noun(next);
                }
                None => {}
            }
        }
    }

    /// What a verb is done to: the first thing named behind it, before another part of the sentence begins.
    fn object(&self, next: usize) -> Option<usize> {
        const BREAKS: &[&str] = &[
            "and", "or", "while", "when", "so", "because", "until", "before", "but", "that", "who", "which", "where",
            "in", "into", "through", "around", "with", "for",
        ];
        let first = self.after(next, 6).filter(|&m| !self.mentions[m].concept.is("place"))?;
        let between = (next..self.mentions[first].start).skip(1).any(|at| BREAKS.contains(&self.word(at)));
        let at_once = self.mentions[first].start <= next + 1;
        (at_once || !between || self.unknown_noun(next).is_none()).then_some(first)
    }

    /// A mention and those joined to it by `and`, `or` or a comma.
    fn list_from(&self, first: usize) -> Vec<usize> {
        let mut list = vec![first];
        while let Some(next) = self.mentions.get(list[list.len() - 1] + 1) {
            let end = self.mentions[list[list.len() - 1]].end;
            let gap: Vec<&str> = (end..next.start).map(|word| self.word(word)).collect();
            let comma = self.idea.tokens[next.start].clause == self.idea.tokens[end - 1].clause + 1;
            let joined = gap.first().is_some_and(|word| matches!(*word, "and" | "or")) || (comma && gap.is_empty());
            if gap.len() > 2 || !joined || gap.iter().any(|word| english(word).is_some()) {
                break;
            }
            list.push(list[list.len() - 1] + 1);
        }
        list
    }

    /// Who does what the verb at `at` says.
    fn subject(&mut self, at: usize) -> Option<usize> {
        let clause = self.idea.tokens[at].clause;
        let mut steps = 0;
        let mut word = at;
        while word > 0 && steps < 6 {
            word -= 1;
            steps += 1;
            if let Some(found) = self.at(word) {
                let concept = self.mentions[found].concept;
                let adjacent = steps == 1 || matches!(self.word(word + 1), "that" | "who" | "which");
                let thing = !["place", "shape", "projectile", "learning", "weather", "office"]
                    .iter()
                    .any(|tag| concept.is(tag));
                return (concept.acts() || (adjacent && thing)).then_some(found);
            }
            let text = self.word(word);
            if matches!(text, "you" | "i" | "u" | "we" | "player") {
                self.you_act = true;
                return None;
            }
            if self.idea.tokens[word].clause != clause || !(IDLE.contains(&text) || ARTICLES.contains(&text)) {
                return None;
            }
        }
        None
    }

    pub(super) fn small_words(&mut self, genre: &str) {
        for index in 0..self.mentions.len() {
            let Mention { start, end, concept, .. } = self.mentions[index].clone();
            // What stands before, but not before the thing named before.
            let begin = self.mentions[..index].last().map_or(0, |before| before.end).max(start.saturating_sub(4));
            let back: Vec<&str> = (begin..start).map(|word| self.word(word)).collect();
            let far: Vec<&str> = (start.saturating_sub(5)..start).map(|word| self.word(word)).collect();
            let has = |words: &[&str]| back.iter().any(|word| words.contains(word));
            let last = |words: &[&str]| back.iter().rev().take(2).any(|word| words.contains(word));
            if has(&["enemies", "enemy", "villain", "villains", "against", "versus", "vs", "boss"]) {
                self.vote(index, Slot::Bad, 6);
                self.vote(index, Slot::Foe, 6);
            }
            if last(&["over"]) && (has(&["jump", "jumps", "jumping", "hop", "hops"])) {
                self.vote(index, Slot::Bad, 5);
            }
            if has(&["by"]) && far.windows(2).any(|w| w[1] == "by" && PASSIVE.contains(&w[0])) {
                self.vote(index, Slot::Bad, 6);
            }
            if self.word(end) == "against" && (last(&["with"]) || has(&["with"]) || concept.acts()) {
                self.vote(index, Slot::Player, 7);
            }
            if (last(&["between"]) && concept.acts()) || (last(&["past"]) && concept.acts()) {
                self.vote(index, Slot::Bad, 3);
            }
            if has(&["from"])
                && has(&["escape", "escapes", "run", "runs", "running", "hide", "flee", "away"])
                && !concept.is("place")
            {
                self.vote(index, Slot::Bad, 7);
            }
            if last(&["from"]) && concept.is("danger") {
                self.vote(index, Slot::Bad, 4);
            }
            if has(&["some", "except", "but", "not"])
                && far.windows(3).any(|w| w == ["of", "them", "are"] || w == ["some", "of", "them"])
            {
                self.vote(index, Slot::Bad, 6);
            }
            // "the shark gets bigger", "bats come from", "balls fall"
            match self.word(end) {
                "chase" | "chases" if PRONOUNS.contains(&self.word(end + 1)) => self.vote(index, Slot::Bad, 6),
                "comes" | "come" | "fall" | "falls" | "attack" if !concept.is("food") => {
                    let slot = if genre == "collect" && !concept.is("danger") { Slot::Good } else { Slot::Bad };
                    self.vote(index, slot, 2);
                }
                "escape" | "escapes" if concept.is("vehicle") => self.vote(index, Slot::Bad, 1),
                _ => {}
            }
        }
    }

    pub(super) fn foreign_verbs(&mut self, language: &str) {
        let language = texts::language(language);
        let deeds = [Deed::Collect, Deed::Avoid, Deed::Attack];
        for at in 0..self.idea.tokens.len() {
            if self.at(at).is_some() {
                continue;
            }
            let Some(deed) =
                deeds.iter().zip(language.verbs).find(|(_, verbs)| verbs.iter().any(|verb| self.starts(at, verb)))
            else {
                continue;
            };
            let slot = match deed.0 {
                Deed::Collect => Slot::Good,
                Deed::Avoid => Slot::Bad,
                Deed::Attack | Deed::Throw => Slot::Foe,
            };
            let before: Vec<usize> = (0..self.mentions.len())
                .filter(|&m| self.mentions[m].end <= at && !self.mentions[m].concept.is("place"))
                .collect();
            let after = (0..self.mentions.len()).find(|&m| {
                self.mentions[m].start > at && self.mentions[m].start <= at + 6 && !self.mentions[m].concept.is("place")
            });
            let object = if language.verb_last {
                before.last().copied().or(after)
            } else {
                after.or_else(|| before.last().copied())
            };
            let subject = before.iter().copied().find(|&m| Some(m) != object && self.mentions[m].concept.acts());
            let passive =
                matches!(self.word(at + 1), "par" | "por" | "von" | "da" | "przez" | "door" | "pela" | "pelo");
            let slot = if passive { Slot::Bad } else { slot };
            let lone = self
                .mentions
                .iter()
                .all(|mention| object.is_some_and(|o| mention.concept.id == self.mentions[o].concept.id));
            if let Some(object) = object.filter(|&o| !(lone && self.mentions[o].concept.acts()))
                && (subject.is_some()
                    || !self.mentions[object].concept.acts()
                    || before.len() + usize::from(after.is_some()) > 1
                    || slot != Slot::Good)
            {
                self.vote(object, slot, 6);
            }
            if let Some(subject) = subject {
                self.vote(subject, Slot::Player, 5);
            }
        }
    }

    /// Whether a verb begins at a word. Short Latin verbs have to be the whole word.
    fn starts(&self, at: usize, verb: &str) -> bool {
        let parts = crate::genres::tokens(verb);
        let Some((last, head)) = parts.split_last() else { return false };
        let whole = verb.len() <= 3 && verb.is_ascii();
        head.iter().enumerate().all(|(k, token)| self.word(at + k) == token.text) && {
            let word = self.word(at + head.len());
            if whole { word == last.text } else { word.starts_with(&last.text) }
        }
    }
}
