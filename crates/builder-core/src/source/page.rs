use html5gum::{Token, Tokenizer, emitters::default::DefaultEmitter};

use super::{
    facts::{PageFacts, PageTag, Place},
    places::Lines,
};

/// The text with lines as a tokenizer of HTML has them, so that offsets into its tokens are offsets into the text.
pub(super) fn unix_lines(text: &str) -> std::borrow::Cow<'_, str> {
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n").into() } else { text.into() }
}

/// Reads a page: its tags, texts, scripts and styles, with places.
pub fn read_page(file: &str, text: &str) -> PageFacts {
    let lines = Lines::of(text);
    let place = |offset: usize| {
        let (line, column) = lines.place(text, offset);
        Place { file: file.to_owned(), line: Some(line), column: Some(column) }
    };
    let mut emitter = DefaultEmitter::<usize>::new_with_span();
    emitter.naively_switch_states(true);
    let mut page = PageFacts::default();
    let mut in_head = true;
    let mut seen_body_tag = false;
    // What the text that follows belongs to.
    let mut inside: Option<(String, usize)> = None;
    let mut open: Vec<(String, usize)> = Vec::new();
    for Ok(token) in Tokenizer::new_with_emitter(text, emitter) {
        match token {
            Token::Doctype(_) => page.doctype |= page.tags.is_empty(),
            Token::StartTag(tag) => {
                let name = String::from_utf8_lossy(&tag.name).to_ascii_lowercase();
                if !seen_body_tag && !is_head_tag(&name) {
                    seen_body_tag = true;
                    in_head = false;
                }
                let index = page.tags.len();
                let attributes = tag
                    .attributes
                    .iter()
                    .map(|(key, value)| {
                        let key = String::from_utf8_lossy(key).to_ascii_lowercase();
                        (key, String::from_utf8_lossy(&value.value).into_owned())
                    })
                    .collect();
                let parent = open.last().map(|(_, index)| *index);
                if !tag.self_closing && !is_void(&name) {
                    // A paragraph or an item ends where the next begins.
                    if matches!(name.as_str(), "p" | "li") && open.last().is_some_and(|(last, _)| *last == name) {
                        open.pop();
                    }
                    open.push((name.clone(), index));
                }
                page.tags.push(PageTag {
                    parent,
                    name: name.clone(),
                    attributes,
                    place: place(tag.span.start),
                    in_head,
                    index,
                });
                if matches!(name.as_str(), "script" | "style" | "title" | "noscript" | "template") {
                    inside = Some((name, index));
                }
            }
            Token::EndTag(tag) => {
                let name = String::from_utf8_lossy(&tag.name).to_ascii_lowercase();
                if let Some(at) = open.iter().rposition(|(known, _)| *known == name) {
                    open.truncate(at);
                }
                if inside.as_ref().is_some_and(|(open, _)| *open == name) {
                    inside = None;
                }
            }
            Token::String(said) => {
                let body = String::from_utf8_lossy(&said.value).into_owned();
                match &inside {
                    Some((name, index)) if name == "script" => {
                        // The tokenizer may give one script in pieces.
                        match page.inline_scripts.last_mut() {
                            Some((last, whole, _, _)) if last == index => whole.push_str(&body),
                            _ => page.inline_scripts.push((*index, body, place(said.span.start), said.span.start)),
                        }
                    }
                    Some((name, _)) if name == "style" => page.inline_styles.push((body, place(said.span.start))),
                    Some(_) => {}
                    None if !body.trim().is_empty() => {
                        let words = body.split_whitespace().collect::<Vec<_>>().join(" ");
                        page.texts.push((words, place(said.span.start)));
                    }
                    None => {}
                }
            }
            Token::Comment(comment) => {
                page.comments.push((String::from_utf8_lossy(&comment.value).into_owned(), place(comment.span.start)));
            }
            Token::Error(_) => {}
        }
    }
    page
}

fn is_void(name: &str) -> bool {
    matches!(
        name,
        "area"
            | "base"
            | "br"
            | "col"
            | "embed"
            | "hr"
            | "img"
            | "input"
            | "link"
            | "meta"
            | "source"
            | "track"
            | "wbr"
    )
}

fn is_head_tag(name: &str) -> bool {
    matches!(name, "html" | "head" | "meta" | "title" | "link" | "style" | "script" | "base" | "noscript" | "template")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_keep_their_place() {
        let text = "<!DOCTYPE html>\n<title>T</title>\n<body><p id=a>Press <b>Space</b></p>\n<script>\nlet x = 1 < 2;\n</script>";
        let page = read_page("index.html", text);
        assert!(page.doctype);
        let (_, script, place, offset) = &page.inline_scripts[0];
        assert_eq!(script, "\nlet x = 1 < 2;\n");
        assert_eq!((place.line, &text[*offset..offset + 5]), (Some(4), "\nlet "));
        assert_eq!(page.ids().collect::<Vec<_>>(), ["a"]);
        assert_eq!(page.texts.iter().map(|(text, _)| text.as_str()).collect::<Vec<_>>(), ["Press", "Space"]);
    }
}
