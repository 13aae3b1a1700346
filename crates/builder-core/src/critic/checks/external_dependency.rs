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
            let attribute = match tag.name.as_str() {
                "script" | "img" | "audio" | "video" | "source" | "iframe" | "embed" | "input" => "src",
                "link" => "href",
                _ => continue,
            };
            let rel = tag.attribute("rel").unwrap_or_default().to_ascii_lowercase();
            let harmless =
                tag.name == "link" && matches!(rel.as_str(), "canonical" | "author" | "license" | "help" | "me");
            if let Some(address) = tag.attribute(attribute).filter(|address| is_foreign(address) && !harmless) {
                add(address, &tag.place);
            }
        }
        for (path, used, text) in &facts.styles {
            for (address, line) in foreign_in(text).into_iter().filter(|_| *used) {
                add(&address, &Place { file: path.clone(), line: Some(line), column: None });
            }
        }
        for (text, place) in facts.page.iter().flat_map(|page| &page.inline_styles) {
            for (address, line) in foreign_in(text) {
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
        for mark in ["url(", "@import"] {
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
