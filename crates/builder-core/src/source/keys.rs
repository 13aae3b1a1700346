//! Names of keys: as browsers send them, and as games compare them.

/// Values that no browser sends: by which property, what it says instead, and what else would do the same.
const WRONG: &[(&str, &str, &str, &[&str])] = &[
    ("key", "Up", "ArrowUp", &["ArrowUp", "arrowup", "KeyW", "w", "W", "38", "87"]),
    ("key", "Down", "ArrowDown", &["ArrowDown", "arrowdown", "KeyS", "s", "S", "40", "83"]),
    ("key", "Left", "ArrowLeft", &["ArrowLeft", "arrowleft", "KeyA", "a", "A", "37", "65"]),
    ("key", "Right", "ArrowRight", &["ArrowRight", "arrowright", "KeyD", "d", "D", "39", "68"]),
    ("key", "Space", " ", &[" ", "32", "Enter", "13", "KeyW", "ArrowUp"]),
    ("key", "Spacebar", " ", &[" ", "Space", "32", "Enter", "13", "KeyW", "ArrowUp"]),
    ("key", "Esc", "Escape", &["Escape", "escape", "27"]),
    ("key", "Return", "Enter", &["Enter", "enter", "13", " ", "Space", "32"]),
    ("code", "Up", "ArrowUp", &["ArrowUp", "KeyW", "w", "38", "87"]),
    ("code", "Down", "ArrowDown", &["ArrowDown", "KeyS", "s", "40", "83"]),
    ("code", "Left", "ArrowLeft", &["ArrowLeft", "KeyA", "a", "37", "65"]),
    ("code", "Right", "ArrowRight", &["ArrowRight", "KeyD", "d", "39", "68"]),
    ("code", " ", "Space", &["Space", "32", "Enter", "13", "KeyW", "ArrowUp"]),
    ("code", "Spacebar", "Space", &["Space", " ", "32", "Enter", "13", "KeyW", "ArrowUp"]),
    ("code", "Esc", "Escape", &["Escape", "27"]),
    ("code", "Return", "Enter", &["Enter", "13", "Space", " ", "32"]),
];

/// Names that browsers send for `key` and for `code` alike.
const NAMED: &[&str] = &["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Enter", "Escape"];

/// What browsers say instead of a value they never send.
pub fn right_key_name(via: &str, value: &str) -> Option<(String, &'static [&'static str])> {
    let lower = via.ends_with("lower");
    let via = via.split(' ').next().unwrap_or_default();
    if let Some((_, _, right, others)) = WRONG.iter().find(|(property, wrong, ..)| {
        *property == via && (*wrong == value || value.len() > 1 && wrong.eq_ignore_ascii_case(value) && !lower)
            || *property == via && lower && wrong.to_lowercase() == value && value.len() > 1
    }) {
        let right = if lower { right.to_lowercase() } else { (*right).to_owned() };
        return Some((right, others));
    }
    // A name that browsers do send, in other letters.
    let named = NAMED
        .iter()
        .chain((via == "code").then_some(&"Space"))
        .find(|name| name.eq_ignore_ascii_case(value))
        .filter(|_| value.len() > 1);
    if let Some(name) = named {
        let right = if lower { name.to_lowercase() } else { (*name).to_owned() };
        return (right != value).then_some((right, &[]));
    }
    // A single letter or digit for `code`, `KeyA` for `key`.
    let mut letters = value.chars();
    match (via, letters.next(), letters.next()) {
        ("code", Some(letter), None) if letter.is_ascii_alphabetic() => {
            Some((format!("Key{}", letter.to_ascii_uppercase()), &[]))
        }
        ("code", Some(digit), None) if digit.is_ascii_digit() => Some((format!("Digit{digit}"), &[])),
        ("key", ..) if !lower && value.len() == 4 && value.starts_with("Key") => {
            let letter = value.chars().last().filter(char::is_ascii_uppercase)?;
            Some((letter.to_ascii_lowercase().to_string(), &[]))
        }
        _ => None,
    }
}

/// The key codes that a comparison in the source means.
pub fn codes_of(via: &str, value: &str) -> Vec<String> {
    let from_number = |number: u32| match number {
        13 => Some("Enter".to_owned()),
        27 => Some("Escape".to_owned()),
        32 => Some("Space".to_owned()),
        37 => Some("ArrowLeft".to_owned()),
        38 => Some("ArrowUp".to_owned()),
        39 => Some("ArrowRight".to_owned()),
        40 => Some("ArrowDown".to_owned()),
        65..=90 => char::from_u32(number).map(|letter| format!("Key{letter}")),
        _ => None,
    };
    match via {
        "keyCode" | "which" => value.parse().ok().and_then(from_number).into_iter().collect(),
        "code" => {
            let known = value.starts_with("Arrow")
                || value.starts_with("Key") && value.len() == 4
                || matches!(value, "Space" | "Enter" | "Escape" | "ShiftLeft");
            known.then(|| value.to_owned()).into_iter().collect()
        }
        _ => match value {
            " " => vec!["Space".to_owned()],
            "enter" | "escape" if via == "key lower" => {
                vec![if value == "enter" { "Enter" } else { "Escape" }.to_owned()]
            }
            "Enter" | "Escape" | "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown" => vec![value.to_owned()],
            "arrowleft" | "arrowright" | "arrowup" | "arrowdown" if via == "key lower" => {
                let side = value.trim_start_matches("arrow");
                let mut capital = side.to_owned();
                capital.get_mut(..1).map(str::make_ascii_uppercase);
                vec![format!("Arrow{capital}")]
            }
            letter if letter.len() == 1 && letter.chars().all(|c| c.is_ascii_alphabetic()) => {
                vec![format!("Key{}", letter.to_uppercase())]
            }
            _ => Vec::new(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_browser_sends_has_a_right_name() {
        let right = |via: &str, value: &str| right_key_name(via, value).map(|(right, _)| right);
        for (via, value, expected) in [
            ("code", "Left", "ArrowLeft"),
            ("code", "a", "KeyA"),
            ("code", "space", "Space"),
            ("key", "arrowleft", "ArrowLeft"),
            ("key", "Space", " "),
            ("key", "ENTER", "Enter"),
            ("key", "KeyA", "a"),
            ("key lower", "ArrowUp", "arrowup"),
            ("key lower", "left", "arrowleft"),
        ] {
            assert_eq!(right(via, value).as_deref(), Some(expected), "{via} {value}");
        }
        for (via, value) in
            [("code", "Space"), ("key", " "), ("key", "a"), ("key", "Enter"), ("key lower", "arrowleft")]
        {
            assert_eq!(right(via, value), None, "{via} {value}");
        }
    }

    #[test]
    fn right_names_lead_to_codes() {
        assert_eq!(codes_of("keyCode", "37"), ["ArrowLeft"]);
        assert_eq!(codes_of("key lower", "arrowleft"), ["ArrowLeft"]);
        assert_eq!(codes_of("key", "w"), ["KeyW"]);
    }
}
