use super::serve::ORIGIN;

/// File, line and column of the first place within the game that a stack or a message names.
pub(super) fn place_in(stack: &str) -> Option<(String, u32, u32)> {
    let start = stack.find(ORIGIN)? + ORIGIN.len();
    let rest = stack.get(start..)?.trim_start_matches('/');
    let end = rest.find([')', '\n', ' ', ',']).unwrap_or(rest.len());
    let mut parts = rest.get(..end)?.rsplitn(3, ':');
    let column = parts.next()?.parse().ok()?;
    let line = parts.next()?.parse().ok()?;
    Some((file_of(parts.next()?), line, column))
}

/// The path in the game's folder of an address.
pub(super) fn file_of(url: &str) -> String {
    let path = url.strip_prefix(ORIGIN).unwrap_or(url).trim_start_matches('/');
    let path = path.split(['?', '#']).next().unwrap_or(path);
    if path.is_empty() { "index.html".to_owned() } else { decode(path) }
}

/// Percent escapes undone; anything that is not one stays.
pub(super) fn decode(path: &str) -> String {
    let bytes = path.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let escaped = (bytes[at] == b'%')
            .then(|| path.get(at + 1..at + 3).and_then(|digits| u8::from_str_radix(digits, 16).ok()))
            .flatten();
        match escaped {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| path.to_owned())
}

/// The first line of a stack, without the word that the debugger puts in front.
pub(super) fn message_of(stack: &str) -> String {
    let line = stack.lines().next().unwrap_or_default();
    line.trim_start_matches("Uncaught ").trim_start_matches("(in promise) ").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_place_in_the_game_is_found() {
        let stack =
            "TypeError: x\n    at run (<anonymous>:3:4)\n    at frame (https://gamebuilder.test/js/game.js:12:5)";
        assert_eq!(place_in(stack), Some(("js/game.js".into(), 12, 5)));
        assert_eq!(place_in("nothing"), None);
        assert_eq!(file_of("https://gamebuilder.test/my%20game.js?v=1"), "my game.js");
        assert_eq!(message_of("Uncaught (in promise) Error: no"), "Error: no");
    }
}
