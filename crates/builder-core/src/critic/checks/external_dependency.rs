use super::{Decision, StaticCheck};
use crate::{
    critic::defect,
    source::{Place, is_foreign},
};

pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "external-dependency",
    run: |subject| {
        let facts = subject.facts;
        let mut found = Vec::new();
        let mut add = |address: &str, place: &Place| {
            let what = format!("The game needs {address} from another host.");
            found.push(defect(CHECK.id, place, what, "Put it into the game, or do without it."));
        };
        for tag in facts.page.iter().flat_map(|page| &page.tags) {
            let rel = tag.attribute("rel").unwrap_or_default().to_ascii_lowercase();
            let harmless =
                tag.name == "link" && matches!(rel.as_str(), "canonical" | "author" | "license" | "help" | "me");
            for (name, value) in tag.attributes.iter().filter(|_| !harmless) {
                let loads = match name.as_str() {
                    "src" | "srcset" | "imagesrcset" | "poster" | "data" | "background" | "codebase" | "archive"
                    | "classid" | "manifest" | "ping" => true,
                    "href" | "xlink:href" => !matches!(tag.name.as_str(), "a" | "area"),
                    _ => false,
                };
                let first = value.split([' ', ',']).find(|part| is_foreign(part));
                if let Some(address) = first.filter(|_| loads) {
                    add(address, &tag.place);
                }
                if name == "style" {
                    for (address, _) in foreign_in(&unescaped(value)) {
                        add(&address, &tag.place);
                    }
                }
                // A frame with a page of its own, from wherever it comes.
                if name == "srcdoc" || tag.name == "base" && name == "href" {
                    add(value, &tag.place);
                }
            }
            if tag.name == "script"
                && tag.attribute("type").is_some_and(|kind| {
                    matches!(kind.trim().to_ascii_lowercase().as_str(), "importmap" | "speculationrules")
                })
                && let Some((_, text, place, _)) =
                    facts.page.iter().flat_map(|page| &page.inline_scripts).find(|(index, ..)| *index == tag.index)
                && (text.contains("://")
                    || tag.attribute("type").is_some_and(|kind| kind.to_ascii_lowercase().contains("speculation")))
            {
                add("an import map or a speculation rule", place);
            }
        }
        for (path, used, text) in &facts.styles {
            for (address, line) in foreign_in(&unescaped(text)).into_iter().filter(|_| *used) {
                add(&address, &Place { file: path.clone(), line: Some(line), column: None });
            }
        }
        for (text, place) in facts.page.iter().flat_map(|page| &page.inline_styles) {
            for (address, line) in foreign_in(&unescaped(text)) {
                add(&address, &Place { line: place.line.map(|first| first + line - 1), ..place.clone() });
            }
        }
        for script in facts.running() {
            for (from, _, place) in script.imports.iter().filter(|(from, ..)| is_foreign(from)) {
                add(from, place);
            }
        }
        Decision::of(found)
    },
};

/// A style sheet with its escapes read: `\\75 rl(` is `url(`.
fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        if character != '\\' {
            out.push(character);
            continue;
        }
        let mut hex = String::new();
        while let Some(digit) = characters.peek().filter(|digit| digit.is_ascii_hexdigit() && hex.len() < 6) {
            hex.push(*digit);
            characters.next();
        }
        if hex.is_empty() {
            out.extend(characters.next());
        } else {
            if characters.peek() == Some(&' ') {
                characters.next();
            }
            out.extend(u32::from_str_radix(&hex, 16).ok().and_then(char::from_u32));
        }
    }
    out.replace("URL(", "url(").replace("Url(", "url(")
}

/// Addresses of other hosts that a style sheet loads, with their lines; comments are nothing.
fn foreign_in(text: &str) -> Vec<(String, u32)> {
    let mut out = Vec::new();
    let mut comment = false;
    for (number, line) in text.lines().enumerate() {
        let mut rest = line;
        let mut code = String::new();
        loop {
            let mark = if comment { "*/" } else { "/*" };
            match rest.split_once(mark) {
                Some((before, after)) => {
                    if !comment {
                        code.push_str(before);
                    }
                    comment = !comment;
                    rest = after;
                }
                None => {
                    if !comment {
                        code.push_str(rest);
                    }
                    break;
                }
            }
        }
        for mark in ["url(", "@import", "image-set(", "src("] {
            for (at, _) in code.match_indices(mark) {
                let after = code.get(at + mark.len()..).unwrap_or_default().trim_start();
                let after = after.trim_start_matches("url(").trim_start_matches(['"', '\'']);
                let address: String = after.chars().take_while(|c| !matches!(c, '"' | '\'' | ')' | ';')).collect();
                if is_foreign(&address) && !out.iter().any(|(known, _)| *known == address) {
                    out.push((address, u32::try_from(number + 1).unwrap_or(u32::MAX)));
                }
            }
        }
    }
    out
}
