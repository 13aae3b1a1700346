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

/// The line where more brackets are open than allowed. Brackets in strings and comments count too, which errs
/// on the safe side: real code closes what it opens long before the bound. Long chains that nest without
/// brackets (`a?b:c?d:…`, `!!!!…`, `a=>b=>…`) are bounded by the operators in a row on one statement.
fn too_deep(text: &str, depth_max: usize) -> Option<u32> {
    let mut depth = 0usize;
    let mut chain = 0usize;
    let mut line = 1;
    let mut run = 0usize;
    let mut last = 0u8;
    for byte in text.bytes() {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => {
                depth = depth.saturating_sub(1);
                chain = 0;
            }
            b';' | b',' => chain = 0,
            b'?' | b'>' if last != b'<' => chain += 1,
            b'\n' => line += 1,
            _ => {}
        }
        run = if byte == last && matches!(byte, b'!' | b'~' | b'-' | b'+') { run + 1 } else { 0 };
        last = byte;
        if depth > depth_max || chain > depth_max * 20 || run > depth_max * 4 {
            return Some(line);
        }
    }
    None
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
    fn wide_tables_are_not_deep() {
        let table = format!("const t=[{}];", "[1,[2,3],{a:(4)}],".repeat(20_000));
        assert_eq!(codes("game.js", table.into_bytes()), Vec::<&str>::new());
    }
}
