use thiserror::Error;

use crate::game::{FileTooSmall, GameFiles};

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
}

/// The three files in a reply, each between `=== FILE: name ===` and `=== END: name ===`. Words around them
/// and a code fence right inside the marks are passed over; the last of several files of one name counts.
///
/// # Errors
/// The first reason for which there is no game in it.
pub fn read_files(reply: &str) -> Result<GameFiles, Unreadable> {
    let file = |name: &'static str| {
        let open = format!("=== FILE: {name} ===");
        let close = format!("=== END: {name} ===");
        let start = reply.rfind(&open).ok_or(Unreadable::Missing(name))? + open.len();
        let body = &reply[start..];
        let end = body.find(&close).ok_or(Unreadable::CutOff(name))?;
        Ok::<_, Unreadable>(without_fence(&body[..end]).to_owned())
    };
    let game = GameFiles { index_html: file("index.html")?, style_css: file("style.css")?, game_js: file("game.js")? };
    game.check_sizes()?;
    Ok(game)
}

fn without_fence(body: &str) -> &str {
    let body = body.trim_start_matches(['\r', '\n']);
    let Some(inside) = body.strip_prefix("```") else { return body };
    let inside = inside.split_once('\n').map_or("", |(_, rest)| rest);
    inside.rfind("```").map_or(inside, |end| &inside[..end])
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

    #[test]
    fn three_files_are_read_and_fences_are_not_part_of_them() {
        let script = "let score = 0;\n".repeat(20);
        let game = read_files(&reply(&format!("{script}=== END: game.js ===\nHave fun!"))).unwrap();
        assert_eq!(game.game_js, script);
        assert_eq!(game.style_css, "body { margin: 0; color: red }\n");
    }

    #[test]
    fn a_reply_that_was_cut_off_says_where() {
        assert_eq!(read_files(&reply("let score")), Err(Unreadable::CutOff("game.js")));
        assert_eq!(read_files("I cannot do that."), Err(Unreadable::Missing("index.html")));
        let small = reply("let score = 0;\n=== END: game.js ===");
        assert!(matches!(read_files(&small), Err(Unreadable::TooSmall(FileTooSmall { name: "game.js", .. }))));
    }
}
