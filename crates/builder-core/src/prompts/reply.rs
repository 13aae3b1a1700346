use thiserror::Error;

use super::edits::{self, EditProblem};
use crate::game::{FileTooSmall, GameFiles};

/// The files of a game, in the order in which they are written.
pub(super) const NAMES: [&str; 3] = ["index.html", "style.css", "game.js"];

/// Why a reply holds no game.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Unreadable {
    /// A file is not there at all.
    #[error("the reply has no {0}")]
    Missing(&'static str),
    /// A file begins and does not end: the reply was cut off.
    #[error("{0} is cut off: its end mark is missing")]
    CutOff(&'static str),
    /// A file is there and is next to nothing.
    #[error(transparent)]
    TooSmall(#[from] FileTooSmall),
    /// Something was left out on purpose.
    #[error("{0} leaves code out ({1:?}): write every line")]
    Elided(&'static str, String),
    /// A file lost much of what it was.
    #[error("{0} shrank from {1} to {2} bytes: keep what the findings do not name")]
    Shrunk(&'static str, usize, usize),
    /// A change cannot be made.
    #[error("{0}: {1}")]
    Edit(&'static str, EditProblem),
    /// Nothing is different.
    #[error("the reply changes nothing")]
    Unchanged,
    /// The model will not do it.
    #[error("the model will not do it: {0}")]
    Refused(String),
}

/// What a reply says of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Whole(String),
    Edits(String),
    Open,
}

/// The three files in a reply, each between `=== FILE: name ===` and `=== END: name ===`. Words around them
/// and a code fence right inside the marks are passed over; the last of several files of one name counts. Where
/// there are no marks, fenced blocks that can only be the files are taken.
///
/// # Errors
/// The first reason for which there is no game in it.
pub fn read_files(reply: &str) -> Result<GameFiles, Unreadable> {
    let parts = parts(reply);
    if parts.is_empty()
        && let Some(game) = fenced(reply)
    {
        return checked(game, None);
    }
    if parts.is_empty()
        && let Some(words) = refusal(reply)
    {
        return Err(Unreadable::Refused(words));
    }
    let file = |name: &'static str| match find(&parts, name) {
        Some(Part::Whole(text)) => Ok(text.clone()),
        Some(Part::Open) => Err(Unreadable::CutOff(name)),
        Some(Part::Edits(_)) | None => Err(Unreadable::Missing(name)),
    };
    // Where a reply was cut off, what is missing behind that is no news.
    if let Some(open) = cut_off(&parts) {
        return Err(Unreadable::CutOff(open));
    }
    checked(
        GameFiles { index_html: file("index.html")?, style_css: file("style.css")?, game_js: file("game.js")? },
        None,
    )
}

/// The files after a repair: what the reply has of each, whole or as changes to `before`, and otherwise `before`.
///
/// # Errors
/// The first reason for which the repair cannot be made. Nothing is made of half a reply.
pub fn read_repair(reply: &str, before: &GameFiles) -> Result<GameFiles, Unreadable> {
    let parts = parts(reply);
    if parts.is_empty() {
        return match (fenced(reply), refusal(reply)) {
            (Some(game), _) => checked(game, Some(before)),
            (None, Some(words)) => Err(Unreadable::Refused(words)),
            (None, None) => Err(Unreadable::Missing("file at all")),
        };
    }
    if let Some(open) = cut_off(&parts) {
        return Err(Unreadable::CutOff(open));
    }
    let file = |name: &'static str, old: &str| match find(&parts, name) {
        Some(Part::Whole(text)) if edits::has_blocks(text) => {
            edits::apply(old, text).map_err(|problem| Unreadable::Edit(name, problem))
        }
        Some(Part::Edits(text)) => edits::apply(old, text).map_err(|problem| Unreadable::Edit(name, problem)),
        Some(Part::Whole(text)) => Ok(text.clone()),
        Some(Part::Open) | None => Ok(old.to_owned()),
    };
    let after = GameFiles {
        index_html: file("index.html", &before.index_html)?,
        style_css: file("style.css", &before.style_css)?,
        game_js: file("game.js", &before.game_js)?,
    };
    if same(&after, before) {
        return Err(Unreadable::Unchanged);
    }
    checked(after, Some(before))
}

/// Whether two games are the same but for blanks at the ends of lines.
fn same(one: &GameFiles, two: &GameFiles) -> bool {
    texts(one).iter().zip(texts(two)).all(|((_, one), (_, two))| {
        let lines = |text: &str| text.trim().lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
        lines(one) == lines(two)
    })
}

fn texts(game: &GameFiles) -> [(&'static str, &str); 3] {
    [("index.html", &game.index_html), ("style.css", &game.style_css), ("game.js", &game.game_js)]
}

/// A file below this size may shrink as it likes, in bytes.
const SHRINK_FROM: usize = 1_500;

fn checked(game: GameFiles, before: Option<&GameFiles>) -> Result<GameFiles, Unreadable> {
    game.check_sizes()?;
    for (name, text) in texts(&game) {
        let old =
            before.and_then(|before| texts(before).into_iter().find(|(known, _)| *known == name)).map(|(_, old)| old);
        if let Some(line) = elision(text, old.unwrap_or_default()) {
            return Err(Unreadable::Elided(name, line));
        }
        if let Some(old) = old.filter(|old| old.len() >= SHRINK_FROM && text.len() * 10 < old.len() * 6) {
            return Err(Unreadable::Shrunk(name, old.len(), text.len()));
        }
    }
    Ok(game)
}

/// A comment that stands for code which is not there, if there is one that was not there before.
fn elision(text: &str, old: &str) -> Option<String> {
    const SAYS: &[&str] = &[
        "rest unchanged",
        "rest of the code",
        "rest of code",
        "remains unchanged",
        "remains the same",
        "existing code",
        "unchanged code",
        "same as before",
        "code unchanged",
        "previous code",
        "as before ...",
        "rest of the file",
        "rest of your code",
        "omitted for brevity",
        "keep the rest",
    ];
    text.lines().map(str::trim).find_map(|line| {
        let comment = ["//", "/*", "<!--", "*"].iter().any(|start| line.starts_with(start));
        let lower = line.to_lowercase();
        let says = SAYS.iter().any(|words| lower.contains(words));
        let dots = matches!(
            lower.trim_matches(|letter: char| "/*<!->. \u{2026}".contains(letter)),
            "" | "rest" | "unchanged" | "snip"
        ) && (lower.contains("...") || lower.contains('\u{2026}'));
        (comment && (says || dots) && !old.contains(line)).then(|| line.chars().take(80).collect())
    })
}

/// The name of the file that begins and does not end, if the last part is one.
fn cut_off(parts: &[(&'static str, Part)]) -> Option<&'static str> {
    parts.last().filter(|(_, part)| *part == Part::Open).map(|(name, _)| *name)
}

fn find<'p>(parts: &'p [(&'static str, Part)], name: &str) -> Option<&'p Part> {
    // A later beginning without an end does not take a whole file away.
    let mut of_name = parts.iter().rev().filter(|(known, _)| *known == name).map(|(_, part)| part);
    let last = of_name.next();
    if last == Some(&Part::Open) { of_name.find(|part| **part != Part::Open).or(last) } else { last }
}

/// A mark on a line of its own: what it is, and the file it names.
fn mark(line: &str) -> Option<(&'static str, &'static str)> {
    let line = line.trim_matches(|letter: char| letter.is_whitespace() || matches!(letter, '\u{feff}' | '\u{200b}'));
    let bare = line.trim_matches(|letter| matches!(letter, '=' | '*' | '#' | '-' | ' ' | '`'));
    if !line.trim_start_matches(['*', '#', ' ', '`']).starts_with("==") {
        return None;
    }
    let (word, name) = bare.split_once(':')?;
    let name = name.trim().trim_matches(|letter| matches!(letter, '`' | '"' | '\'' | '*')).trim_start_matches("./");
    let name = NAMES.into_iter().find(|known| known.eq_ignore_ascii_case(name))?;
    let word = match word.trim().to_uppercase().as_str() {
        "FILE" | "BEGIN FILE" | "BEGIN" | "START" => "FILE",
        "EDIT" | "PATCH" | "CHANGE" => "EDIT",
        "END" | "END FILE" | "END EDIT" | "END OF FILE" => "END",
        _ => return None,
    };
    Some((word, name))
}

fn parts(reply: &str) -> Vec<(&'static str, Part)> {
    let mut parts: Vec<(&'static str, Part)> = Vec::new();
    let mut open: Option<(&'static str, &'static str, String)> = None;
    for line in reply.split_inclusive('\n') {
        match (mark(line), &mut open) {
            (Some(("END", name)), Some((word, known, body))) if name == *known => {
                let body = without_fence(body).to_owned();
                parts.push((name, if *word == "EDIT" { Part::Edits(body) } else { Part::Whole(body) }));
                open = None;
            }
            (Some((word, name)), _) if word != "END" => {
                if let Some((_, known, _)) = open.take() {
                    parts.push((known, Part::Open));
                }
                open = Some((word, name, String::new()));
            }
            (_, Some((_, _, body))) => body.push_str(line),
            (_, None) => {}
        }
    }
    if let Some((_, known, _)) = open {
        parts.push((known, Part::Open));
    }
    parts
}

fn without_fence(body: &str) -> &str {
    let body = body.trim_start_matches(['\r', '\n']);
    let Some(inside) = body.strip_prefix("```") else { return body };
    let inside = inside.split_once('\n').map_or("", |(_, rest)| rest);
    inside.rfind("```").map_or(inside, |end| &inside[..end])
}

/// The files of a reply that uses fences instead of marks, if there is one block for each and no doubt about it.
fn fenced(reply: &str) -> Option<GameFiles> {
    let mut blocks: Vec<(String, String)> = Vec::new();
    let mut open: Option<(String, String)> = None;
    for line in reply.split_inclusive('\n') {
        let fence = line.trim_end().strip_prefix("```");
        match (fence, open.take()) {
            (Some(""), Some(block)) => blocks.push(block),
            (Some(word), None) => open = Some((word.trim().to_lowercase(), String::new())),
            (_, Some((word, body))) => open = Some((word, body + line)),
            (_, None) => {}
        }
    }
    let one = |words: &[&str]| {
        let mut fitting = blocks.iter().filter(|(word, _)| words.contains(&word.as_str()));
        let first = fitting.next()?;
        fitting.next().is_none().then(|| first.1.clone())
    };
    Some(GameFiles { index_html: one(&["html"])?, style_css: one(&["css"])?, game_js: one(&["js", "javascript"])? })
}

/// The words of a reply that is nothing but a refusal.
fn refusal(reply: &str) -> Option<String> {
    const SAYS: &[&str] = &[
        "i can't",
        "i cannot",
        "i can’t",
        "i won't",
        "i'm sorry",
        "i am sorry",
        "i’m sorry",
        "unable to help",
        "not able to help",
        "as an ai",
    ];
    let text = reply.trim();
    let lower: String = text.to_lowercase().chars().take(200).collect();
    (text.len() < 1_500 && SAYS.iter().any(|words| lower.contains(words))).then(|| text.chars().take(160).collect())
}

/// A reply that ends within a file, up to its last whole line.
pub fn begun(reply: &str) -> String {
    reply.rfind('\n').map_or_else(String::new, |end| reply[..=end].to_owned())
}

/// The longest piece that may be said twice where a reply goes on, in bytes.
const OVERLAP_MAX: usize = 2_000;

/// What a cut-off reply and its rest amount to: what the rest says again of the end is left out.
pub fn joined(begun: &str, rest: &str) -> String {
    // The rest of a file that is open stands in a fence now and then, of which the file knows nothing.
    let rest = match rest.trim_start().strip_prefix("```") {
        Some(fenced) if !begun.trim_end().ends_with("```") => {
            let inner = fenced.split_once('\n').map_or("", |(_, inner)| inner);
            inner.rfind("\n```").map_or(inner.to_owned(), |end| format!("{}{}", &inner[..=end], &inner[end + 4..]))
        }
        _ => rest.to_owned(),
    };
    let said = rest.trim_start_matches('\n');
    let from = begun.len().saturating_sub(OVERLAP_MAX);
    let lines = begun.match_indices('\n').map(|(at, _)| at + 1).filter(|at| *at >= from && *at < begun.len());
    let overlap = lines.map(|at| &begun[at..]).find(|end| said.starts_with(*end));
    match overlap {
        Some(again) => format!("{begun}{}", &said[again.len()..]),
        None => format!("{begun}{rest}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(script: &str) -> String {
        let page = "<!doctype html><link rel=stylesheet href=style.css><script src=game.js></script>";
        format!(
            "Here it is.\n=== FILE: index.html ===\n{page}\n=== END: index.html ===\n=== FILE: style.css ===\n\
             ```css\nbody {{ margin: 0; color: red }}\n```\n=== END: style.css ===\n=== FILE: game.js ===\n{script}"
        )
    }

    fn script() -> String {
        (0..60).map(|at| format!("let score{at} = {at};\n")).collect()
    }

    fn game() -> GameFiles {
        read_files(&reply(&format!("{}=== END: game.js ===\n", script()))).unwrap()
    }

    #[test]
    fn three_files_are_read_and_fences_are_not_part_of_them() {
        let game = game();
        assert_eq!(game.game_js, script());
        assert_eq!(game.style_css, "body { margin: 0; color: red }\n");
        let other = reply(&format!("{}== END FILE: ./game.js ==\n", script()))
            .replace("=== FILE: game.js ===", "**=== File: `game.js` ===**");
        assert_eq!(read_files(&other).unwrap(), game);
        let fences =
            format!("```html\n{}```\n```css\n{}```\n```js\n{}```\n", game.index_html, game.style_css, game.game_js);
        assert_eq!(read_files(&fences).unwrap(), game);
    }

    #[test]
    fn a_reply_that_was_cut_off_says_where() {
        assert_eq!(read_files(&reply("let score")), Err(Unreadable::CutOff("game.js")));
        assert_eq!(read_files("=== FILE: index.html ===\n<p>"), Err(Unreadable::CutOff("index.html")));
        assert_eq!(read_files("Let us talk."), Err(Unreadable::Missing("index.html")));
        assert!(matches!(read_files("I'm sorry, I can't help with that."), Err(Unreadable::Refused(_))));
        let small = reply("let score = 0;\n=== END: game.js ===");
        assert!(matches!(read_files(&small), Err(Unreadable::TooSmall(FileTooSmall { name: "game.js", .. }))));
    }

    #[test]
    fn the_rest_of_a_cut_off_reply_is_joined_without_saying_things_twice() {
        let whole = reply(&format!("{}=== END: game.js ===\n", script()));
        for cut in [whole.len() / 2, whole.len() - 40, whole.len() - 3] {
            let begun = begun(&whole[..cut]);
            let last_line = begun.trim_end().rfind('\n').unwrap() + 1;
            for rest in [
                whole[begun.len()..].to_owned(),
                whole[last_line..].to_owned(),
                format!("```js\n{}```", &whole[begun.len()..]),
            ] {
                assert_eq!(read_files(&joined(&begun, &rest)).unwrap(), game(), "{cut}");
            }
        }
    }

    #[test]
    fn a_repair_takes_whole_files_and_changes_and_keeps_the_rest() {
        let before = game();
        let edit = "=== EDIT: game.js ===\n<<<<<<< SEARCH\nlet score7 = 7;\n=======\nlet score7 = 70;\n>>>>>>> REPLACE\n=== END: game.js ===";
        let after = read_repair(edit, &before).unwrap();
        assert_eq!(after.game_js, before.game_js.replace("score7 = 7", "score7 = 70"));
        assert_eq!(after.style_css, before.style_css);
        let style = "=== FILE: style.css ===\nbody { margin: 0; color: blue }\n=== END: style.css ===";
        assert_eq!(read_repair(style, &before).unwrap().game_js, before.game_js);
        let same = reply(&format!("{}\n\n=== END: game.js ===\n", script()));
        assert_eq!(read_repair(&same, &before), Err(Unreadable::Unchanged));
        let missing = edit.replace("let score7 = 7;", "let score7 = 8;");
        assert!(matches!(
            read_repair(&missing, &before),
            Err(Unreadable::Edit("game.js", EditProblem::NotFound { .. }))
        ));
        assert_eq!(
            read_repair("=== FILE: secrets.txt ===\nx\n=== END: secrets.txt ===", &before),
            Err(Unreadable::Missing("file at all"))
        );
    }

    #[test]
    fn lazy_and_shrinking_replies_are_refused() {
        let long = GameFiles { game_js: script().repeat(3), ..game() };
        let lazy = reply(&format!("{}// ... rest unchanged ...\n=== END: game.js ===\n", script().repeat(3)));
        assert!(matches!(read_repair(&lazy, &long), Err(Unreadable::Elided("game.js", _))));
        assert!(matches!(read_files(&lazy), Err(Unreadable::Elided("game.js", _))));
        let shrunk = reply(&format!("{}=== END: game.js ===\n", script()));
        assert!(matches!(read_repair(&shrunk, &long), Err(Unreadable::Shrunk("game.js", ..))));
        let own = reply(&format!("{}// wait for the rest of the birds\n// ...\n=== END: game.js ===\n", script()));
        assert!(matches!(read_files(&own), Err(Unreadable::Elided(_, line)) if line == "// ..."));
    }
}
