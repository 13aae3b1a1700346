use std::{borrow::Cow, ops::Range};

use html5gum::{DefaultEmitter, HtmlString, StartTag, Token, Tokenizer};

use crate::game::GameFolder;

/// The page of `folder` with its local style sheets and scripts written into it and without its own
/// Content-Security-Policy, which would forbid just that; and the page's title.
///
/// Deferred scripts go to the end of the body, where they run at the same moment as before. What is not in
/// the folder is left as it is.
pub fn single_file(folder: &GameFolder) -> Option<(String, String)> {
    let page = folder.text("index.html")?;
    let page = page.strip_prefix('\u{feff}').unwrap_or(page);
    let mut emitter = DefaultEmitter::<usize>::new_with_span();
    emitter.naively_switch_states(true);
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    let mut deferred = String::new();
    let mut body_end = page.len();
    let mut title = String::new();
    let mut in_title = false;
    let mut open_script: Option<(usize, String, bool)> = None;
    for Ok(token) in Tokenizer::new_with_emitter(page, emitter) {
        match token {
            Token::StartTag(tag) => {
                let span = tag.span.start..tag.span.end;
                match &*text(&tag.name) {
                    "link" if attribute(&tag, "rel").is_some_and(|rel| rel.eq_ignore_ascii_case("stylesheet")) => {
                        if let Some(css) = attribute(&tag, "href").and_then(|href| local(folder, &href)) {
                            edits.push((span, format!("<style>\n{}</style>", css.replace("</", "<\\/"))));
                        }
                    }
                    "meta"
                        if attribute(&tag, "http-equiv")
                            .is_some_and(|name| name.eq_ignore_ascii_case("content-security-policy")) =>
                    {
                        edits.push((span, String::new()));
                    }
                    "title" => in_title = true,
                    "script" => {
                        if let Some(code) = attribute(&tag, "src").and_then(|src| local(folder, &src)) {
                            let module = attribute(&tag, "type").filter(|kind| kind == "module");
                            let open = if module.is_some() { "<script type=\"module\">" } else { "<script>" };
                            let later = module.is_some()
                                || attribute(&tag, "defer").is_some()
                                || attribute(&tag, "async").is_some();
                            open_script = Some((span.start, format!("{open}\n{}</script>", script_text(&code)), later));
                        }
                    }
                    _ => {}
                }
            }
            Token::EndTag(tag) => match &*text(&tag.name) {
                "script" => {
                    if let Some((start, code, later)) = open_script.take() {
                        if later {
                            deferred.push_str(&code);
                            deferred.push('\n');
                            edits.push((start..tag.span.end, String::new()));
                        } else {
                            edits.push((start..tag.span.end, code));
                        }
                    }
                }
                "title" => in_title = false,
                "body" => body_end = tag.span.start,
                _ => {}
            },
            Token::String(words) if in_title => title.push_str(&text(&words.value)),
            _ => {}
        }
    }
    edits.push((body_end..body_end, deferred));
    edits.sort_by_key(|(span, _)| span.start);
    let mut out = String::with_capacity(page.len() * 2);
    let mut at = 0;
    for (span, replacement) in edits {
        out.push_str(page.get(at..span.start).unwrap_or_default());
        out.push_str(&replacement);
        at = span.end.max(at);
    }
    out.push_str(page.get(at..).unwrap_or_default());
    Some((out, title.trim().to_owned()))
}

/// Script text that an HTML parser cannot mistake for the end of the script or a comment. Both sequences can
/// only stand in strings, templates, regular expressions and comments, where the backslash changes nothing.
fn script_text(code: &str) -> String {
    let mut safe = String::with_capacity(code.len() + 16);
    let mut rest = code;
    while let Some(at) = rest.find('<') {
        let (before, after) = rest.split_at(at);
        safe.push_str(before);
        let lower: String = after.chars().take(8).collect::<String>().to_ascii_lowercase();
        if lower.starts_with("</script") || lower.starts_with("<script") || lower.starts_with("<!--") {
            safe.push_str("<\\");
        } else {
            safe.push('<');
        }
        rest = &after[1..];
    }
    safe.push_str(rest);
    if !safe.ends_with('\n') {
        safe.push('\n');
    }
    safe
}

fn local<'a>(folder: &'a GameFolder, reference: &str) -> Option<Cow<'a, str>> {
    let path = reference.split(['?', '#']).next().unwrap_or_default().trim();
    let path = path.strip_prefix("./").unwrap_or(path);
    folder.files.get(path).map(|bytes| String::from_utf8_lossy(bytes))
}

fn attribute(tag: &StartTag<usize>, name: &str) -> Option<String> {
    tag.attributes.iter().find(|(known, _)| text(known) == name).map(|(_, value)| text(&value.value).into_owned())
}

fn text(bytes: &HtmlString) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(page: &str) -> GameFolder {
        GameFolder {
            files: [
                ("index.html".to_owned(), page.as_bytes().to_vec()),
                ("style.css".to_owned(), b"a { content: '</style>' }".to_vec()),
                ("game.js".to_owned(), b"const end = '</SCRIPT>', a = 1 <b; // <!-- no".to_vec()),
            ]
            .into(),
        }
    }

    #[test]
    fn files_are_written_in_and_cannot_break_out() {
        let (page, title) = single_file(&folder(concat!(
            "<!doctype html><title>A &amp; B</title>",
            "<meta http-equiv=\"Content-Security-Policy\" content=\"script-src 'self'\">",
            "<link rel=stylesheet href=style.css?v=1><body><p>hi</p>",
            "<script src='./game.js'></script><script>let x = 1;</script></body>"
        )))
        .unwrap();
        assert_eq!(title, "A & B");
        assert_eq!(
            page,
            concat!(
                "<!doctype html><title>A &amp; B</title><style>\na { content: '<\\/style>' }</style><body><p>hi</p>",
                "<script>\nconst end = '<\\/SCRIPT>', a = 1 <b; // <\\!-- no\n</script><script>let x = 1;</script></body>"
            )
        );
    }

    #[test]
    fn a_deferred_script_still_runs_after_the_page() {
        let (page, _) =
            single_file(&folder("<head><script defer src=game.js></script></head><body><i></i></body>")).unwrap();
        assert!(page.starts_with("<head></head><body><i></i><script>"), "{page}");
        assert!(page.ends_with("</script>\n</body>"), "{page}");
    }

    #[test]
    fn what_is_not_there_stays() {
        let page = "<script src=other.js></script><link rel=stylesheet href=https://x.example/a.css>";
        assert_eq!(single_file(&folder(page)).unwrap().0, page);
        assert_eq!(single_file(&GameFolder::default()), None);
    }
}
