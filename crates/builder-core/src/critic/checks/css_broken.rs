use super::{Decision, StaticCheck};
use crate::{critic::defect, source::Place};

pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "css-broken",
    run: |subject| {
        let mut found = Vec::new();
        for (path, used, text) in &subject.facts.styles {
            if let Some((line, what)) = broken(text).filter(|_| *used) {
                let place = Place { file: path.clone(), line: Some(line), column: Some(1) };
                found.push(defect(CHECK.id, &place, what, "Close what is open, or remove what is too much."));
            }
        }
        Decision::of(found)
    },
};

/// Braces that do not match, strings and comments left out of account.
fn broken(text: &str) -> Option<(u32, String)> {
    let mut line = 1;
    let mut open: Vec<u32> = Vec::new();
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\n' => line += 1,
            '/' if characters.peek() == Some(&'*') => {
                characters.next();
                let began = line;
                let mut last = ' ';
                let mut closed = false;
                for inner in characters.by_ref() {
                    if inner == '\n' {
                        line += 1;
                    }
                    if last == '*' && inner == '/' {
                        closed = true;
                        break;
                    }
                    last = inner;
                }
                if !closed {
                    return Some((began, "A comment is never closed.".into()));
                }
            }
            '"' | '\'' => {
                while let Some(inner) = characters.next() {
                    match inner {
                        '\\' => {
                            characters.next();
                        }
                        '\n' => {
                            line += 1;
                            break;
                        }
                        inner if inner == character => break,
                        _ => {}
                    }
                }
            }
            '\\' => {
                characters.next();
            }
            '{' => open.push(line),
            '}' if open.pop().is_none() => return Some((line, "A closing brace has no opening one.".into())),
            _ => {}
        }
    }
    open.first().map(|line| (*line, "A rule is never closed.".into()))
}

#[cfg(test)]
mod tests {
    use super::broken;

    #[test]
    fn braces_in_strings_and_comments_do_not_count() {
        assert_eq!(broken("a::after { content: '}'; } /* { */"), None);
        assert_eq!(broken("a {\n b: c;\n").unwrap().0, 1);
        assert_eq!(broken("a { }\n}").unwrap().0, 2);
    }
}
