/// What the browser needs to know to press a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Key {
    /// `KeyboardEvent.key`.
    pub(super) key: String,
    /// The old `keyCode`.
    pub(super) key_code: i64,
    /// The text it types, if any.
    pub(super) text: Option<String>,
    /// Whether it is on the number pad.
    pub(super) keypad: bool,
}

/// The key of a `KeyboardEvent.code` on an American keyboard.
pub(super) fn key(code: &str, capital: bool) -> Option<Key> {
    let plain = |key: &str, key_code: i64| Key { key: key.to_owned(), key_code, text: None, keypad: false };
    let typed = |key: String, key_code: i64| Key { text: Some(key.clone()), key, key_code, keypad: false };
    if let Some(letter) = code.strip_prefix("Key").filter(|letter| letter.len() == 1) {
        let upper = letter.to_ascii_uppercase();
        let key_code = i64::from(*upper.as_bytes().first()?);
        return Some(typed(if capital { upper } else { letter.to_ascii_lowercase() }, key_code));
    }
    if let Some(digit) = code.strip_prefix("Digit").filter(|digit| digit.len() == 1) {
        return Some(typed(digit.to_owned(), i64::from(*digit.as_bytes().first()?)));
    }
    if let Some(digit) = code.strip_prefix("Numpad").filter(|digit| digit.len() == 1) {
        let value = i64::from(digit.bytes().next()? - b'0');
        return Some(Key { keypad: true, ..typed(digit.to_owned(), 96 + value) });
    }
    if let Some(number) = code.strip_prefix('F').and_then(|number| number.parse::<i64>().ok()) {
        return (1..=12).contains(&number).then(|| plain(code, 111 + number));
    }
    Some(match code {
        "Space" => typed(" ".into(), 32),
        "Enter" => Key { text: Some("\r".into()), ..plain("Enter", 13) },
        "NumpadEnter" => Key { text: Some("\r".into()), keypad: true, ..plain("Enter", 13) },
        "Escape" => plain("Escape", 27),
        "Tab" => plain("Tab", 9),
        "Backspace" => plain("Backspace", 8),
        "Delete" => plain("Delete", 46),
        "Insert" => plain("Insert", 45),
        "Home" => plain("Home", 36),
        "End" => plain("End", 35),
        "PageUp" => plain("PageUp", 33),
        "PageDown" => plain("PageDown", 34),
        "ArrowLeft" => plain("ArrowLeft", 37),
        "ArrowUp" => plain("ArrowUp", 38),
        "ArrowRight" => plain("ArrowRight", 39),
        "ArrowDown" => plain("ArrowDown", 40),
        "ShiftLeft" | "ShiftRight" => plain("Shift", 16),
        "ControlLeft" | "ControlRight" => plain("Control", 17),
        "AltLeft" | "AltRight" => plain("Alt", 18),
        "Comma" => typed(",".into(), 188),
        "Period" => typed(".".into(), 190),
        "Slash" => typed("/".into(), 191),
        "Semicolon" => typed(";".into(), 186),
        "Quote" => typed("'".into(), 222),
        "BracketLeft" => typed("[".into(), 219),
        "BracketRight" => typed("]".into(), 221),
        "Backslash" => typed("\\".into(), 220),
        "Minus" => typed("-".into(), 189),
        "Equal" => typed("=".into(), 187),
        "Backquote" => typed("`".into(), 192),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_follow_caps_lock_and_keep_their_code() {
        let small = key("KeyA", false).unwrap();
        assert_eq!((small.key.as_str(), small.key_code), ("a", 65));
        assert_eq!(key("KeyA", true).unwrap().key, "A");
        assert_eq!(key("Space", false).unwrap().key_code, 32);
        assert_eq!(key("Left", false), None);
    }
}
