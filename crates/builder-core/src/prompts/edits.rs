//! Changes to a file as blocks of what is searched and what takes its place.

use thiserror::Error;

/// Why a change cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EditProblem {
    /// What is searched is not there.
    #[error("nothing matches {searched:?}; the nearest line is {line}: {nearest:?}")]
    NotFound {
        /// The first line that is searched.
        searched: String,
        /// The number of the line that is most like it, from 1.
        line: usize,
        /// That line.
        nearest: String,
    },
    /// What is searched is there more than once.
    #[error("{searched:?} is there {times} times: search for more lines around it")]
    Ambiguous {
        /// The first line that is searched.
        searched: String,
        /// How often it is there.
        times: usize,
    },
    /// Nothing is searched.
    #[error("a block searches for nothing")]
    Empty,
    /// Both sides are the same.
    #[error("a block puts {0:?} in its own place")]
    Same(String),
    /// The marks of a block are not in order.
    #[error("a block is not of the form SEARCH, =======, REPLACE")]
    Malformed,
}

struct Block {
    search: Vec<String>,
    replace: Vec<String>,
}

/// Whether a text has blocks of changes in it.
pub(super) fn has_blocks(text: &str) -> bool {
    text.lines().any(opens) && text.lines().any(closes)
}

fn opens(line: &str) -> bool {
    line.starts_with("<<<<<") && line.to_uppercase().contains("SEARCH")
}

fn closes(line: &str) -> bool {
    line.starts_with(">>>>>")
}

fn divides(line: &str) -> bool {
    let line = line.trim_end();
    line.len() >= 5 && line.bytes().all(|byte| byte == b'=')
}

/// The text with all changes made. Each has to match exactly once, and all are made or none.
///
/// # Errors
/// The first change that cannot be made.
pub fn apply(text: &str, changes: &str) -> Result<String, EditProblem> {
    let mut lines: Vec<String> =
        text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line).to_owned()).collect();
    for block in blocks(changes)? {
        let at = place(&lines, &block.search)?;
        if block.search == block.replace {
            return Err(EditProblem::Same(first(&block.search)));
        }
        let replace = indented(&lines[at], &block);
        lines.splice(at..at + block.search.len(), replace);
    }
    Ok(lines.join("\n"))
}

fn blocks(changes: &str) -> Result<Vec<Block>, EditProblem> {
    enum Side {
        Outside,
        Search,
        Replace,
    }
    let (mut blocks, mut side) = (Vec::new(), Side::Outside);
    let (mut search, mut replace) = (Vec::new(), Vec::new());
    for line in changes.lines() {
        match side {
            Side::Outside if opens(line) => side = Side::Search,
            Side::Outside => {}
            Side::Search if divides(line) => side = Side::Replace,
            Side::Search if closes(line) => return Err(EditProblem::Malformed),
            Side::Search => search.push(line.to_owned()),
            Side::Replace if closes(line) => {
                let block =
                    Block { search: trimmed(std::mem::take(&mut search)), replace: std::mem::take(&mut replace) };
                if block.search.is_empty() {
                    return Err(EditProblem::Empty);
                }
                blocks.push(block);
                side = Side::Outside;
            }
            Side::Replace if opens(line) => return Err(EditProblem::Malformed),
            Side::Replace => replace.push(line.to_owned()),
        }
    }
    if matches!(side, Side::Outside) && !blocks.is_empty() { Ok(blocks) } else { Err(EditProblem::Malformed) }
}

/// Without empty lines around.
fn trimmed(mut lines: Vec<String>) -> Vec<String> {
    while lines.last().is_some_and(|line| line.trim().is_empty()) {
        lines.pop();
    }
    let empty = lines.iter().take_while(|line| line.trim().is_empty()).count();
    lines.drain(..empty);
    lines
}

/// Where the lines are: as they are, or else but for blanks at their ends, or else but for their indentation.
fn place(lines: &[String], search: &[String]) -> Result<usize, EditProblem> {
    let ways: [fn(&str) -> &str; 3] = [|line| line, str::trim_end, str::trim];
    for way in ways {
        let alike = |window: &[String]| window.iter().zip(search).all(|(one, two)| way(one) == way(two));
        let found: Vec<usize> =
            lines.windows(search.len()).enumerate().filter(|(_, window)| alike(window)).map(|(at, _)| at).collect();
        match found.as_slice() {
            [] => {}
            [at] => return Ok(*at),
            many => return Err(EditProblem::Ambiguous { searched: first(search), times: many.len() }),
        }
    }
    let searched = first(search);
    let (line, nearest) = nearest(lines, searched.trim());
    Err(EditProblem::NotFound { searched, line, nearest })
}

/// The replacement, moved in by what the searched lines were moved out.
fn indented(found: &str, block: &Block) -> Vec<String> {
    let blanks = |line: &str| line.len() - line.trim_start().len();
    let searched = block.search.first().map(String::as_str).unwrap_or_default();
    let (have, said) = (blanks(found), blanks(searched));
    if have <= said {
        return block.replace.clone();
    }
    let more = &found[..have - said];
    block
        .replace
        .iter()
        .map(|line| if line.trim().is_empty() { line.clone() } else { format!("{more}{line}") })
        .collect()
}

fn first(lines: &[String]) -> String {
    lines
        .iter()
        .find(|line| !line.trim().is_empty())
        .map_or_else(String::new, |line| line.trim().chars().take(80).collect())
}

fn nearest(lines: &[String], searched: &str) -> (usize, String) {
    let words = |line: &str| -> Vec<String> {
        line.split(|letter: char| !letter.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let wanted = words(searched);
    let score = |line: &str| words(line).iter().filter(|word| wanted.contains(word)).count();
    let best = lines.iter().enumerate().max_by_key(|(at, line)| (score(line), std::cmp::Reverse(*at)));
    best.map_or((0, String::new()), |(at, line)| (at + 1, line.trim().chars().take(80).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "function jump() {\n  if (ground) {\n    vy = -300;\n  }\n}\nlet x = 1;\nlet y = 1;\n";

    fn block(search: &str, replace: &str) -> String {
        format!("<<<<<<< SEARCH\n{search}\n=======\n{replace}\n>>>>>>> REPLACE\n")
    }

    #[test]
    fn a_block_matches_exactly_once_or_not_at_all() {
        assert_eq!(apply(TEXT, &block("let x = 1;", "let x = 2;")).unwrap(), TEXT.replace("x = 1", "x = 2"));
        assert_eq!(apply(TEXT, &block("vy = -300;", "vy = -420;")).unwrap(), TEXT.replace("-300", "-420"));
        let two = block("let x = 1;", "let x = 2;") + &block("let y = 1;", "");
        assert_eq!(apply(TEXT, &two).unwrap(), TEXT.replace("let x = 1;\nlet y = 1;", "let x = 2;\n"));
        let twice = format!("{TEXT}let x = 1;\n");
        assert!(matches!(apply(&twice, &block("let x = 1;", "x")), Err(EditProblem::Ambiguous { times: 2, .. })));
    }

    #[test]
    fn what_is_wrong_is_said_with_the_nearest_line() {
        let missing = apply(TEXT, &block("vy = -310;", "vy = 0;")).unwrap_err();
        assert_eq!(
            missing,
            EditProblem::NotFound { searched: "vy = -310;".into(), line: 3, nearest: "vy = -300;".into() }
        );
        assert_eq!(apply(TEXT, &block("", "x")), Err(EditProblem::Empty));
        assert_eq!(apply(TEXT, &block("let x = 1;", "let x = 1;")), Err(EditProblem::Same("let x = 1;".into())));
        for broken in ["", "words", "<<<<<<< SEARCH\nlet x = 1;\n", "<<<<<<< SEARCH\na\n>>>>>>> REPLACE\n"] {
            assert_eq!(apply(TEXT, broken), Err(EditProblem::Malformed), "{broken}");
        }
    }

    #[test]
    fn windows_lines_are_no_obstacle() {
        let text = TEXT.replace('\n', "\r\n");
        assert!(apply(&text, &block("let x = 1;", "let x = 2;")).unwrap().contains("let x = 2;"));
    }
}
