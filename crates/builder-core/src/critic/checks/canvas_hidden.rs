use super::{Decision, StaticCheck};
use crate::{
    critic::defect,
    source::{Facts, PageFacts, PageTag, Place},
};

/// Certain where a style hides the only canvas or what is around it, and no script so much as names what would
/// have to change.
pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "canvas-hidden",
    run: |subject| {
        let facts = subject.facts;
        let Some(page) = &facts.page else { return Decision::NotRun("there is no page to read".into()) };
        let mut canvases = page.tags.iter().filter(|tag| tag.name == "canvas");
        let (Some(canvas), None) = (canvases.next(), canvases.next()) else {
            return Decision::NotRun("there is not exactly one canvas in the page".into());
        };
        let makes = facts.running().flat_map(|script| &script.members).any(|used| {
            used.property == "createElement"
                && used.text.as_deref().is_none_or(|tag| tag.eq_ignore_ascii_case("canvas"))
        });
        if makes || facts.has_foreign_script() {
            return Decision::NotRun("scripts may show other things".into());
        }
        let mut at = Some(canvas);
        while let Some(tag) = at {
            if let Some((why, place, names)) = hidden_by(tag, page, facts) {
                let touched = names.iter().any(|name| mentioned(facts, name));
                // Whoever has the canvas itself may change its style or its parents.
                let reached = tag.index == canvas.index && touches_style(facts);
                if !touched && !reached && !touches_parents(facts) {
                    let what = format!("The canvas cannot be seen: {why}, and no script changes that.");
                    let fix = "Remove what hides it, or show it when play starts.";
                    return Decision::Failed(vec![defect(CHECK.id, &place, what, fix)]);
                }
            }
            at = tag.parent.and_then(|parent| page.tags.get(parent));
        }
        Decision::Passed
    },
};

/// What hides a tag: the reason, where, and the names a script would use to show it.
fn hidden_by(tag: &PageTag, page: &PageFacts, facts: &Facts) -> Option<(String, Place, Vec<String>)> {
    let mut names: Vec<String> = tag.attribute("id").map(str::to_owned).into_iter().collect();
    if tag.attribute("hidden").is_some() {
        return Some((format!("<{}> has the attribute hidden", tag.name), tag.place.clone(), names));
    }
    if tag.attribute("style").is_some_and(hides) {
        return Some((format!("the style of <{}> hides it", tag.name), tag.place.clone(), names));
    }
    let sheets = facts.styles.iter().filter(|(_, used, _)| *used).map(|(path, _, text)| (path.as_str(), 1, text));
    let inline = page.inline_styles.iter().map(|(text, place)| ("index.html", place.line.unwrap_or(1), text));
    // The last rule that speaks of it decides, as far as simple selectors go.
    let mut last: Option<(String, Place, Vec<String>)> = None;
    for (file, first, text) in sheets.chain(inline) {
        for (selector, body, line) in rules(text) {
            let Some(own) = selector.split(',').find_map(|one| matches(one.trim(), tag)) else { continue };
            if hides(body) {
                let place = Place { file: file.to_owned(), line: Some(first + line), column: Some(1) };
                last = Some((format!("{} hides it", selector.trim()), place, own));
            } else if body.contains("display") {
                last = None;
            }
        }
    }
    last.map(|(why, place, own)| {
        names.extend(own);
        (why, place, names)
    })
}

fn hides(body: &str) -> bool {
    body.split(';').filter_map(|one| one.split_once(':')).any(|(name, value)| {
        let value = value.trim().trim_end_matches("!important").trim().to_ascii_lowercase();
        matches!(
            (name.trim().to_ascii_lowercase().as_str(), value.as_str()),
            ("display", "none") | ("visibility", "hidden") | ("opacity", "0")
        )
    })
}

/// The names that a selector without spaces tests a tag by, if it fits.
fn matches(selector: &str, tag: &PageTag) -> Option<Vec<String>> {
    if selector.is_empty() || selector.contains([' ', '>', '+', '~', ':', '*']) {
        return None;
    }
    let mut names = Vec::new();
    let mut rest = selector;
    let name_end = rest.find(['#', '.', '[']).unwrap_or(rest.len());
    let (name, after) = rest.split_at(name_end);
    if !name.is_empty() && !name.eq_ignore_ascii_case(&tag.name) {
        return None;
    }
    rest = after;
    while let Some(mark) = rest.chars().next() {
        let inner = rest.get(1..)?;
        let end = inner.find(['#', '.', '[']).unwrap_or(inner.len());
        let (part, after) = inner.split_at(end);
        match mark {
            '#' if tag.attribute("id") == Some(part) => names.push(part.to_owned()),
            '.' if tag.attribute("class").is_some_and(|classes| classes.split_whitespace().any(|one| one == part)) => {
                names.push(part.to_owned());
            }
            _ => return None,
        }
        rest = after;
    }
    Some(names)
}

/// Rules of a style sheet outside of `@` blocks: selector, body, line from 0.
fn rules(text: &str) -> Vec<(&str, &str, u32)> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(open) = text.get(at..).and_then(|rest| rest.find('{')).map(|found| at + found) {
        let selector = text.get(at..open).unwrap_or_default();
        let selector = selector.rsplit("*/").next().unwrap_or(selector);
        if selector.contains('@') {
            // To the brace that closes the block.
            let mut depth = 0i32;
            let end = text.get(open..).and_then(|rest| {
                rest.char_indices().find_map(|(offset, c)| {
                    depth += i32::from(c == '{') - i32::from(c == '}');
                    (depth == 0).then_some(open + offset + 1)
                })
            });
            at = end.unwrap_or(text.len());
            continue;
        }
        let close = text.get(open..).and_then(|rest| rest.find('}')).map_or(text.len(), |found| open + found);
        let line = text.get(..open).unwrap_or_default().matches('\n').count();
        out.push((selector, text.get(open + 1..close).unwrap_or_default(), u32::try_from(line).unwrap_or(0)));
        at = (close + 1).min(text.len());
    }
    out
}

fn mentioned(facts: &Facts, name: &str) -> bool {
    facts.running().any(|script| {
        script.strings.iter().any(|(text, _)| text.contains(name))
            || script.globals.iter().any(|used| used.name == name)
            || script.lookups.iter().any(|lookup| lookup.selector.contains(name))
    })
}

fn touches_style(facts: &Facts) -> bool {
    facts.running().flat_map(|script| &script.members).any(|used| {
        matches!(
            used.property.as_str(),
            "style"
                | "classList"
                | "className"
                | "hidden"
                | "removeAttribute"
                | "setAttribute"
                | "cssText"
                | "requestFullscreen"
        )
    })
}

fn touches_parents(facts: &Facts) -> bool {
    facts.running().flat_map(|script| &script.members).any(|used| {
        matches!(
            used.property.as_str(),
            "parentNode"
                | "parentElement"
                | "closest"
                | "children"
                | "childNodes"
                | "firstElementChild"
                | "querySelectorAll"
                | "getElementsByClassName"
                | "getElementsByTagName"
                | "insertRule"
                | "showModal"
                | "append"
                | "appendChild"
                | "replaceChildren"
                | "innerHTML"
        )
    }) || facts
        .running()
        .any(|script| script.lookups.iter().any(|lookup| !lookup.by_id && !lookup.selector.starts_with('#')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_with_their_lines() {
        let read = rules("a { b: c }\n/* x */\n#stage.closed { display: none; }\n@media (x) { i { j: k } }\nq{}");
        assert_eq!(
            read.iter().map(|(name, _, line)| (name.trim(), *line)).collect::<Vec<_>>(),
            [("a", 0), ("#stage.closed", 2), ("q", 4)]
        );
        assert!(hides("display: none") && !hides("display: block") && hides(" visibility:hidden !important"));
    }
}
