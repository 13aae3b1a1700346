use super::{Decision, StaticCheck};
use crate::{
    critic::defect,
    game::Severity,
    source::{Place, Use, path_of},
};

pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "asset-missing",
    run: |subject| {
        let facts = subject.facts;
        let mut named: Vec<(String, Place)> = Vec::new();
        for tag in facts.page.iter().flat_map(|page| &page.tags) {
            let holds =
                matches!(tag.name.as_str(), "img" | "audio" | "video" | "source" | "image" | "embed" | "object");
            for name in ["src", "href", "data", "poster"].iter().filter(|_| holds) {
                if let Some(address) = tag.attribute(name) {
                    named.push((address.to_owned(), tag.place.clone()));
                }
            }
        }
        for (path, _, text) in facts.styles.iter().filter(|(_, used, _)| *used) {
            named.extend(addresses_in(path, text, 1));
        }
        for (text, place) in facts.page.iter().flat_map(|page| &page.inline_styles) {
            named.extend(addresses_in("index.html", text, place.line.unwrap_or(1)));
        }
        for used in super::members(facts).filter(|used| used.how == Use::Write && used.property == "src") {
            if let Some(text) = &used.text {
                named.push((text.clone(), used.place.clone()));
            }
        }
        let mut found = Vec::new();
        for (address, place) in named {
            let Some(path) = path_of(&address).filter(|path| path.contains('.') && !address.starts_with('#')) else {
                continue;
            };
            if facts.files.contains(&path) {
                continue;
            }
            let what = format!("{path} is used here and was not delivered.");
            let mut finding = defect(CHECK.id, &place, what, format!("Deliver {path}, or draw it by code."));
            // Silence is no obstacle to play.
            let ending = path.rsplit('.').next().unwrap_or_default();
            if matches!(ending, "mp3" | "ogg" | "wav" | "m4a" | "woff" | "woff2" | "ttf" | "ico") {
                finding.severity = Severity::Warning;
            }
            found.push(finding);
        }
        Decision::of(found)
    },
};

/// Addresses in `url(…)`, with their lines; imports are style sheets, which another check looks after.
fn addresses_in(file: &str, text: &str, first_line: u32) -> Vec<(String, Place)> {
    let mut out = Vec::new();
    for (number, line) in text.lines().enumerate() {
        for (at, _) in line.match_indices("url(") {
            let before = line.get(..at).unwrap_or_default();
            if before.contains("@import") || before.contains("/*") {
                continue;
            }
            let inner = line.get(at + 4..).and_then(|rest| rest.split(')').next()).unwrap_or_default();
            let inner = inner.trim().trim_matches(['"', '\'']);
            let line = first_line + u32::try_from(number).unwrap_or(0);
            out.push((inner.to_owned(), Place { file: file.to_owned(), line: Some(line), column: None }));
        }
    }
    out
}
