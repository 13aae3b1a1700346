//! What can still be told of a script that does not parse: which events it listens for and what it repeats.

use super::super::facts::{Listener, Place, Scheduler, ScriptFacts};

/// Finds listeners and bookings by their words, outside comments and strings.
pub(super) fn salvage(text: &str, script: &mut ScriptFacts, place: &dyn Fn(usize) -> Place) {
    let code = without_comments(text);
    for (at, _) in code.match_indices("addEventListener") {
        let rest = code.get(at + "addEventListener".len()..).unwrap_or_default().trim_start();
        let event = rest.strip_prefix('(').map(str::trim_start).and_then(quoted).unwrap_or_default();
        let before = code.get(..at).unwrap_or_default();
        let target = before.strip_suffix('.').map_or("window", |before| {
            before
                .rsplit(|letter: char| !letter.is_alphanumeric() && !matches!(letter, '_' | '$' | '.'))
                .next()
                .unwrap_or("")
        });
        script.listeners.push(Listener {
            event: event.to_owned(),
            target: target.to_owned(),
            target_id: None,
            fresh: false,
            once: false,
            within: 0,
            place: place(at),
        });
    }
    for kind in ["requestAnimationFrame", "setInterval", "setTimeout"] {
        for (at, _) in code.match_indices(kind) {
            script.schedulers.push(Scheduler { kind: kind.to_owned(), in_function: true, within: 0, place: place(at) });
        }
    }
    for (at, _) in code.match_indices(".on") {
        let rest = code.get(at + 1..).unwrap_or_default();
        let name: String = rest.chars().take_while(char::is_ascii_lowercase).collect();
        let after = rest.get(name.len()..).unwrap_or_default().trim_start();
        if name.len() > 4 && after.starts_with('=') && !after.starts_with("==") {
            script.on_properties.push((name, place(at)));
        }
    }
}

/// The text in quotes that a text begins with.
fn quoted(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|quote| matches!(quote, '"' | '\'' | '`'))?;
    text.get(1..)?.split(quote).next()
}

/// The same text with blanks for comments; every character stays where it is.
fn without_comments(text: &str) -> String {
    #[derive(PartialEq)]
    enum In {
        Code,
        Line,
        Block,
        Quote(char),
    }
    let mut out = String::with_capacity(text.len());
    let mut inside = In::Code;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied();
        match (&inside, letter) {
            (In::Code, '/') if next == Some('/') => inside = In::Line,
            (In::Code, '/') if next == Some('*') => inside = In::Block,
            (In::Code, '"' | '\'' | '`') => inside = In::Quote(letter),
            (In::Quote(_), '\\') => {
                out.push(letter);
                out.extend(letters.next());
                continue;
            }
            // A string that nobody closed ends with its line.
            (In::Quote(quote), _) if letter == *quote || letter == '\n' && *quote != '`' => inside = In::Code,
            (In::Line, '\n') => inside = In::Code,
            (In::Block, '*') if next == Some('/') => {
                letters.next();
                out.push_str("  ");
                inside = In::Code;
                continue;
            }
            _ => {}
        }
        if matches!(inside, In::Line | In::Block) && letter != '\n' {
            out.extend(std::iter::repeat_n(' ', letter.len_utf8()));
        } else {
            out.push(letter);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listeners_and_loops_are_found_in_what_does_not_parse() {
        let text = "// ä addEventListener('x')\nconst a = {;\nwindow.addEventListener('keydown', f);\n/* setInterval */\
            const s = 'setTimeout';\nc.onclick = g; if (c.onload == 1) requestAnimationFrame(loop";
        let mut script = ScriptFacts::default();
        let at = |at: usize| Place { file: "game.js".to_owned(), line: Some(at as u32), column: None };
        salvage(text, &mut script, &at);
        let listeners: Vec<_> = script.listeners.iter().map(|one| (one.event.as_str(), one.target.as_str())).collect();
        assert_eq!(listeners, [("keydown", "window")]);
        let place = script.listeners[0].place.line.unwrap() as usize;
        assert!(text[place..].starts_with("addEventListener('keydown'"));
        assert!(script.schedulers.iter().any(|one| one.kind == "requestAnimationFrame"));
        assert!(script.schedulers.iter().all(|one| one.kind != "setInterval"));
        assert_eq!(script.on_properties.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["onclick"]);
    }
}
