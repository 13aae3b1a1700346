//! JSON as models write it: read if it can be told what is meant, with a flag for everything that was mended.

use serde_json::{Map, Number, Value};

/// How deep values may be nested.
const DEPTH_MAX: usize = 40;
/// How many places of a text are tried.
const PLACES_MAX: usize = 24;

/// Something that was mended while reading.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Flag {
    /// There were words around it, or a fence.
    Surrounded,
    /// A comma too many.
    TrailingComma,
    /// A comment.
    Comment,
    /// A key or a word without quotation marks.
    Unquoted,
    /// Quotation marks of another kind.
    OtherQuotes,
    /// A line break or another control character within a text.
    RawControl,
    /// An escape that JSON does not have.
    BadEscape,
    /// `True`, `None` and their like.
    OtherLiteral,
    /// A number with thousands separators.
    GroupedNumber,
    /// It ends before it is whole.
    Unfinished,
    /// The same key twice; the last one counts.
    DuplicateKey,
    /// JSON within a text of JSON.
    Encoded,
    /// A key that nobody asked for.
    ExtraKey(String),
    /// A value of another kind that can only mean one thing.
    Coerced(String),
}

/// All values that a text may be meant to hold, the best first: whole ones before unfinished ones, larger ones
/// before smaller ones. Nothing is read from within another value.
pub fn read_json(text: &str) -> Vec<(Value, Vec<Flag>)> {
    let clean: Vec<char> =
        text.chars().filter(|letter| !matches!(letter, '\u{feff}' | '\u{200b}'..='\u{200d}')).collect();
    let mut found: Vec<(usize, Value, Vec<Flag>)> = Vec::new();
    let (mut at, mut places) = (0, 0);
    while at < clean.len() && places < PLACES_MAX {
        if !matches!(clean[at], '{' | '[') {
            at += 1;
            continue;
        }
        places += 1;
        let mut reader = Reader { text: &clean, at, flags: Vec::new() };
        match reader.value(0) {
            Some(value) if !is_hollow(&value) => {
                let around = clean[..at].iter().chain(&clean[reader.at.min(clean.len())..]);
                if around.clone().any(|letter| !letter.is_whitespace()) {
                    reader.flags.push(Flag::Surrounded);
                }
                found.push((reader.at - at, value, std::mem::take(&mut reader.flags)));
                at = reader.at.max(at + 1);
            }
            _ => at += 1,
        }
    }
    if found.is_empty()
        && let Ok(Value::String(inner)) = serde_json::from_str::<Value>(text.trim())
        && inner.len() < text.len()
    {
        let mut inside = read_json(&inner);
        inside.iter_mut().for_each(|(_, flags)| flags.push(Flag::Encoded));
        return inside;
    }
    found.sort_by_key(|(length, _, flags)| (flags.contains(&Flag::Unfinished), std::cmp::Reverse(*length)));
    found
        .into_iter()
        .map(|(_, value, mut flags)| {
            flags.sort();
            flags.dedup();
            (value, flags)
        })
        .collect()
}

/// Words in brackets are no value.
fn is_hollow(value: &Value) -> bool {
    match value {
        Value::Object(fields) => fields.is_empty(),
        Value::Array(list) => !list.iter().any(|one| one.is_object()),
        _ => true,
    }
}

struct Reader<'t> {
    text: &'t [char],
    at: usize,
    flags: Vec<Flag>,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn flag(&mut self, flag: Flag) {
        if !self.flags.contains(&flag) {
            self.flags.push(flag);
        }
    }

    /// Passes over blanks and comments.
    fn blanks(&mut self) {
        loop {
            match (self.peek(), self.text.get(self.at + 1)) {
                (Some(letter), _) if letter.is_whitespace() || letter == '\u{a0}' => self.at += 1,
                (Some('/'), Some('/')) => {
                    self.flag(Flag::Comment);
                    while self.peek().is_some_and(|letter| letter != '\n') {
                        self.at += 1;
                    }
                }
                (Some('/'), Some('*')) => {
                    self.flag(Flag::Comment);
                    let rest = &self.text[self.at + 2..];
                    let end = rest.windows(2).position(|pair| pair == ['*', '/']);
                    self.at += end.map_or(rest.len() + 2, |end| end + 4);
                }
                _ => return,
            }
        }
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        if depth > DEPTH_MAX {
            return None;
        }
        self.blanks();
        match self.peek()? {
            '{' => self.object(depth),
            '[' => self.array(depth),
            letter if closing(letter).is_some() => self.text_value().map(Value::String),
            letter if letter.is_ascii_digit() || matches!(letter, '-' | '+' | '.') => self.number(),
            _ => self.word(),
        }
    }

    fn object(&mut self, depth: usize) -> Option<Value> {
        self.at += 1;
        let mut fields = Map::new();
        loop {
            self.blanks();
            match self.peek() {
                None => {
                    self.flag(Flag::Unfinished);
                    return Some(Value::Object(fields));
                }
                Some('}') => {
                    self.at += 1;
                    return Some(Value::Object(fields));
                }
                Some(',') => self.at += 1,
                Some(letter) => {
                    let key = if closing(letter).is_some() { self.text_value()? } else { self.bare_key()? };
                    self.blanks();
                    if self.peek().is_none() {
                        self.flag(Flag::Unfinished);
                        return Some(Value::Object(fields));
                    }
                    if !matches!(self.peek(), Some(':' | '=')) {
                        return None;
                    }
                    self.at += 1;
                    self.blanks();
                    if self.peek().is_none() {
                        self.flag(Flag::Unfinished);
                        return Some(Value::Object(fields));
                    }
                    let value = self.value(depth + 1)?;
                    if fields.insert(key, value).is_some() {
                        self.flag(Flag::DuplicateKey);
                    }
                    self.after_item('}')?;
                }
            }
        }
    }

    fn array(&mut self, depth: usize) -> Option<Value> {
        self.at += 1;
        let mut list = Vec::new();
        loop {
            self.blanks();
            match self.peek() {
                None => {
                    self.flag(Flag::Unfinished);
                    return Some(Value::Array(list));
                }
                Some(']') => {
                    self.at += 1;
                    return Some(Value::Array(list));
                }
                Some(',') => self.at += 1,
                Some(_) => {
                    list.push(self.value(depth + 1)?);
                    self.after_item(']')?;
                }
            }
        }
    }

    /// What follows an item: a comma, or the end. A missing comma between lines is understood.
    fn after_item(&mut self, end: char) -> Option<()> {
        self.blanks();
        match self.peek() {
            Some(',') => {
                self.at += 1;
                self.blanks();
                if self.peek() == Some(end) {
                    self.flag(Flag::TrailingComma);
                }
                Some(())
            }
            Some(letter) if letter == end || closing(letter).is_some() || matches!(letter, '{' | '[') => Some(()),
            None => Some(()),
            Some(_) => None,
        }
    }

    fn text_value(&mut self) -> Option<String> {
        let open = self.peek()?;
        let close = closing(open)?;
        if open != '"' {
            self.flag(Flag::OtherQuotes);
        }
        self.at += 1;
        let mut text = String::new();
        loop {
            let Some(letter) = self.peek() else {
                self.flag(Flag::Unfinished);
                return Some(text);
            };
            self.at += 1;
            match letter {
                '\\' => self.escape(&mut text),
                letter if letter == close && (open == '"' || self.ends_here()) => return Some(text),
                letter => {
                    if letter.is_control() {
                        self.flag(Flag::RawControl);
                    }
                    text.push(letter);
                }
            }
        }
    }

    /// Whether a closing mark of another kind closes: an apostrophe within a word does not.
    fn ends_here(&self) -> bool {
        let next = self.text[self.at..].iter().find(|letter| !letter.is_whitespace());
        matches!(next, None | Some(',' | ':' | '}' | ']'))
    }

    fn escape(&mut self, text: &mut String) {
        let Some(letter) = self.peek() else { return };
        self.at += 1;
        let plain = match letter {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'b' => '\u{8}',
            'f' => '\u{c}',
            '"' | '\\' | '/' => letter,
            'u' => match self.unicode() {
                Some(letter) => letter,
                None => return self.flag(Flag::BadEscape),
            },
            other => {
                self.flag(Flag::BadEscape);
                // A backslash before a letter is meant as one; before a quotation mark it is one too many.
                if other.is_alphanumeric() {
                    text.push('\\');
                }
                other
            }
        };
        text.push(plain);
    }

    fn unicode(&mut self) -> Option<char> {
        let first = self.hex4()?;
        if !(0xd800..0xdc00).contains(&first) {
            return char::from_u32(first);
        }
        if self.text.get(self.at..self.at + 2) != Some(&['\\', 'u']) {
            return None;
        }
        self.at += 2;
        let second = self.hex4()?;
        char::from_u32(0x1_0000 + ((first - 0xd800) << 10) + second.checked_sub(0xdc00)?)
    }

    fn hex4(&mut self) -> Option<u32> {
        let digits: String = self.text.get(self.at..self.at + 4)?.iter().collect();
        let number = u32::from_str_radix(&digits, 16).ok()?;
        self.at += 4;
        Some(number)
    }

    fn number(&mut self) -> Option<Value> {
        let start = self.at;
        while self
            .peek()
            .is_some_and(|letter| letter.is_ascii_digit() || matches!(letter, '-' | '+' | '.' | 'e' | 'E' | '_'))
        {
            self.at += 1;
        }
        // A comma before exactly three digits groups them; any other one ends the number.
        while self.peek() == Some(',')
            && self.text.get(self.at + 1..self.at + 4).is_some_and(|next| next.iter().all(char::is_ascii_digit))
            && !self.text.get(self.at + 4).is_some_and(|next| next.is_ascii_digit())
        {
            self.flag(Flag::GroupedNumber);
            self.at += 4;
        }
        let text: String =
            self.text[start..self.at].iter().filter(|letter| !matches!(letter, ',' | '_' | '+')).collect();
        let exact = text.parse::<i64>().ok().map(Number::from);
        exact.or_else(|| Number::from_f64(text.parse().ok()?)).map(Value::Number)
    }

    fn word(&mut self) -> Option<Value> {
        let start = self.at;
        while self.peek().is_some_and(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.' | '#')) {
            self.at += 1;
        }
        let word: String = self.text[start..self.at].iter().collect();
        if self.at == start {
            return None;
        }
        Some(match word.as_str() {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            "null" => Value::Null,
            "True" | "TRUE" => self.other(Value::Bool(true)),
            "False" | "FALSE" => self.other(Value::Bool(false)),
            "None" | "NULL" | "undefined" | "NaN" => self.other(Value::Null),
            _ if self.peek().is_none() => {
                self.flag(Flag::Unfinished);
                Value::Null
            }
            _ => {
                self.flag(Flag::Unquoted);
                Value::String(word)
            }
        })
    }

    fn other(&mut self, value: Value) -> Value {
        self.flag(Flag::OtherLiteral);
        value
    }

    fn bare_key(&mut self) -> Option<String> {
        let start = self.at;
        while self.peek().is_some_and(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '-' | '$')) {
            self.at += 1;
        }
        self.flag(Flag::Unquoted);
        (self.at > start).then(|| self.text[start..self.at].iter().collect())
    }
}

/// The mark that closes what this one opens.
const fn closing(open: char) -> Option<char> {
    Some(match open {
        '"' => '"',
        '\'' => '\'',
        '`' => '`',
        '\u{201c}' | '\u{201e}' => '\u{201d}',
        '\u{2018}' => '\u{2019}',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn first(text: &str) -> (Value, Vec<Flag>) {
        read_json(text).into_iter().next().unwrap_or_default()
    }

    #[test]
    fn what_models_write_is_read_as_it_is_meant() {
        for (text, wanted, flags) in [
            (r#"{"a": 1}"#, json!({"a": 1}), vec![]),
            ("Sure! Here it is:\n```json\n{\"a\": 1}\n```\nEnjoy.", json!({"a": 1}), vec![Flag::Surrounded]),
            (r#"{"a": [1, 2,], }"#, json!({"a": [1, 2]}), vec![Flag::TrailingComma]),
            ("{\"a\": 1, // one\n/* two */ \"b\": 2}", json!({"a": 1, "b": 2}), vec![Flag::Comment]),
            (
                "{a: 'it's', b: True, c: None}",
                json!({"a": "it's", "b": true, "c": null}),
                vec![Flag::Unquoted, Flag::OtherQuotes, Flag::OtherLiteral],
            ),
            ("{\"a\": \"one\ntwo\"}", json!({"a": "one\ntwo"}), vec![Flag::RawControl]),
            (r#"{"a": "it\'s \d"}"#, json!({"a": "it's \\d"}), vec![Flag::BadEscape]),
            (r#"{"a": 12,111}"#, json!({"a": 12_111}), vec![Flag::GroupedNumber]),
            (r#"{"a": [{"b": 1}, {"b": "tw"#, json!({"a": [{"b": 1}, {"b": "tw"}]}), vec![Flag::Unfinished]),
            (r#"{"a": 1, "a": 2}"#, json!({"a": 2}), vec![Flag::DuplicateKey]),
            (r#""{\"a\": 1}""#, json!({"a": 1}), vec![Flag::Encoded]),
            ("{“a”: “b”}", json!({"a": "b"}), vec![Flag::OtherQuotes]),
            (r#"{"a": "```js\nlet x = {};\n```"}"#, json!({"a": "```js\nlet x = {};\n```"}), vec![]),
            ("Think {of} it [1]. {\"a\": \"\\ud83e\\udd89\"}", json!({"a": "🦉"}), vec![Flag::Surrounded]),
        ] {
            assert_eq!(first(text), (wanted, flags), "{text}");
        }
    }

    #[test]
    fn the_whole_one_comes_first_and_nonsense_is_nothing() {
        let found = read_json("{\"small\": 1} and {\"large\": \"value of several words\"}");
        assert_eq!(found[0].0, json!({"large": "value of several words"}));
        assert_eq!(found.len(), 2);
        for text in ["", "no", "{", "[[[[", "{}{}", "[1, 2]", "}{", "{\"a\"", "{\"a\":"] {
            assert!(read_json(text).len() <= 1, "{text}");
        }
        assert_eq!(read_json(&"[".repeat(5_000)), Vec::new());
        assert_eq!(read_json(&"{\"a\":".repeat(5_000)).len(), 0);
    }
}
