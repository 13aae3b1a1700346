use super::facts::{Place, Problem};
use crate::game::GameFolder;

/// What a game may be before it is read at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Bytes of one text file.
    pub file_bytes_max: usize,
    /// Bytes of the whole folder.
    pub total_bytes_max: usize,
    /// Brackets open at once.
    pub depth_max: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { file_bytes_max: 4 << 20, total_bytes_max: 64 << 20, depth_max: 400 }
    }
}

/// Whether a file is text that is read: page, style or script.
pub(super) fn is_text(path: &str) -> bool {
    let ending = path.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    matches!(ending.as_str(), "html" | "htm" | "css" | "js" | "mjs" | "cjs" | "json" | "svg")
}

/// What keeps a file from being read. Files named here are not read further.
pub(super) fn check(folder: &GameFolder, bounds: &Bounds) -> Vec<Problem> {
    let mut problems = Vec::new();
    let total: usize = folder.files.values().map(Vec::len).sum();
    if total > bounds.total_bytes_max {
        problems.push(Problem {
            code: "input-too-large",
            place: Place::file("index.html"),
            detail: format!("the folder has {total} bytes, more than {}", bounds.total_bytes_max),
        });
    }
    for (path, bytes) in folder.files.iter().filter(|(path, _)| is_text(path)) {
        let problem = |code, line, detail| Problem {
            code,
            place: Place { file: path.clone(), line, column: line.map(|_| 1) },
            detail,
        };
        if bytes.len() > bounds.file_bytes_max {
            let detail = format!("{path} has {} bytes, more than {}", bytes.len(), bounds.file_bytes_max);
            problems.push(problem("input-too-large", None, detail));
            continue;
        }
        match std::str::from_utf8(bytes) {
            Err(error) => {
                let line = bytes.iter().take(error.valid_up_to()).filter(|byte| **byte == b'\n').count() + 1;
                let detail = format!("{path} is not UTF-8 from byte {} on", error.valid_up_to());
                problems.push(problem("encoding-invalid", Some(super::places::to_u32(line)), detail));
            }
            Ok(text) => {
                if let Some(line) = too_deep(text, bounds.depth_max) {
                    let detail = format!("{path} nests deeper than {} brackets", bounds.depth_max);
                    problems.push(problem("input-too-deep", Some(line), detail));
                }
            }
        }
    }
    problems
}

/// The line where more is open at once than allowed. Brackets in strings and comments count too, which errs on the
/// safe side: real code closes what it opens long before the bound. What nests without brackets (`else if`,
/// `a?b:c?d:…`, `!!!!…`, `a=>b=>…`, `.b.b.b`, `+ a + a`) is bounded by the signs and words in a row in one statement.
fn too_deep(text: &str, depth_max: usize) -> Option<u32> {
    let bytes = text.as_bytes();
    // Signs and words of the statement that is open at each depth.
    let mut signs: Vec<[usize; 2]> = vec![[0, 0]];
    let mut line = 1;
    let mut last = b';';
    let mut at = 0;
    while let Some(byte) = bytes.get(at).copied() {
        at += 1;
        let deep = signs.len();
        let Some(own) = signs.last_mut() else { return Some(line) };
        match byte {
            b'(' | b'[' | b'{' => {
                own[0] += usize::from(matches!(last, b')' | b']'));
                signs.push([0, 0]);
            }
            b')' | b']' | b'}' if deep > 1 => {
                signs.pop();
            }
            b';' | b',' => *own = [0, 0],
            b'\n' => {
                line += 1;
                // Without semicolons a line that ends with a name or a bracket ends a statement.
                if !is_sign(last) && !matches!(last, b'.' | b':') {
                    own[0] = 0;
                }
                continue;
            }
            b' ' | b'\t' | b'\r' => continue,
            b'.' => own[0] += usize::from(!bytes.get(at).is_some_and(u8::is_ascii_digit)),
            byte if is_sign(byte) => own[0] += 1,
            b'a'..=b'z'
                if !last.is_ascii_alphanumeric()
                    || bytes.get(at.wrapping_sub(2)).is_some_and(u8::is_ascii_whitespace) =>
            {
                let end = bytes
                    .iter()
                    .skip(at)
                    .position(|byte| !byte.is_ascii_lowercase())
                    .map_or(bytes.len(), |more| at + more);
                let word = bytes.get(at - 1..end).unwrap_or_default();
                match word {
                    b"else" | b"for" | b"while" | b"if" | b"do" | b"with" | b"new" | b"typeof" | b"await" | b"void"
                    | b"delete" | b"yield" => own[1] += 1,
                    _ => {}
                }
                // After a block anything but its continuation is a new statement.
                if last == b'}' && !matches!(word, b"else" | b"catch" | b"finally" | b"while") {
                    *own = [0, 0];
                }
                last = b'a';
                at = end;
                continue;
            }
            _ => {}
        }
        last = byte;
        let [operators, words] = signs.last().copied().unwrap_or_default();
        if signs.len() > depth_max + 1 || operators > depth_max * 20 || words > depth_max * 4 {
            return Some(line);
        }
    }
    None
}

fn is_sign(byte: u8) -> bool {
    matches!(
        byte,
        b'+' | b'-' | b'*' | b'/' | b'%' | b'&' | b'|' | b'^' | b'<' | b'>' | b'=' | b'?' | b':' | b'!' | b'~'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(path: &str, bytes: Vec<u8>) -> Vec<&'static str> {
        let folder = GameFolder { files: [(path.to_owned(), bytes)].into() };
        check(&folder, &Bounds::default()).iter().map(|problem| problem.code).collect()
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        assert_eq!(codes("game.js", vec![b'x'; (4 << 20) + 1]), ["input-too-large"]);
        assert_eq!(codes("game.js", vec![b'a', 0xff]), ["encoding-invalid"]);
        assert_eq!(codes("game.js", vec![b'('; 401]), ["input-too-deep"]);
        assert_eq!(codes("picture.png", vec![0xff; 9]), Vec::<&str>::new());
    }

    #[test]
    fn long_files_without_semicolons_are_not_deep() {
        let code = "let a = b.c + d\nif (a) {\n  x = y ? 1 : 2\n} else if (b) {\n  z()\n}\nfor (const i of q) {\n  i.go()\n}\n";
        assert_eq!(codes("game.js", code.repeat(20_000).into_bytes()), Vec::<&str>::new());
        let minified = "if(a)b=c?1:2;else if(d){e()}for(;f;)g.h();".repeat(20_000);
        assert_eq!(codes("game.js", minified.into_bytes()), Vec::<&str>::new());
        assert_eq!(codes("game.js", format!("{}{{}}", "if(a){}else ".repeat(5_000)).into_bytes()), ["input-too-deep"]);
    }

    #[test]
    fn wide_tables_are_not_deep() {
        let table = format!("const t=[{}];", "[1,[2,3],{a:(4)}],".repeat(20_000));
        assert_eq!(codes("game.js", table.into_bytes()), Vec::<&str>::new());
    }
}
