//! Mechanical repairs: what has exactly one sensible correction is corrected without a model.

use super::{checks::near_id, critique};
use crate::{
    game::{Finding, GameFolder, Profile, Severity},
    source::{Facts, path_of, right_key_name},
};

/// A folder with what could be mended.
#[derive(Debug, Clone, Default)]
pub struct Repaired {
    /// All files, the mended among them.
    pub folder: GameFolder,
    /// What was changed, in words, one a change.
    pub changes: Vec<String>,
    /// Paths of the files that were changed.
    pub files: Vec<String>,
}

/// Mends what is mechanical: a missing doctype, link or script tag, a wrong name or letter case of a file, an id
/// with one near match, names of keys. A change is kept only if fewer blockers and warnings are left after it and
/// none is new; nothing else is touched.
pub fn repair(folder: &GameFolder, profile: Profile) -> Repaired {
    let mut out = Repaired { folder: folder.clone(), ..Repaired::default() };
    // Each round mends one thing; a game has few of them.
    for _ in 0..40 {
        let before = critique(&out.folder, None, profile);
        let next = candidates(&out.folder, &before.facts, &before.findings).into_iter().find_map(|change| {
            let mut folder = out.folder.clone();
            folder.files.insert(change.file.clone(), change.text.into_bytes());
            let after = critique(&folder, None, profile);
            better(&before.findings, &after.findings).then_some((folder, change.file, change.what))
        });
        let Some((folder, file, what)) = next else { break };
        out.folder = folder;
        out.changes.push(what);
        if !out.files.contains(&file) {
            out.files.push(file);
        }
    }
    out
}

fn better(before: &[Finding], after: &[Finding]) -> bool {
    let count = |findings: &[Finding], code: &str| {
        findings.iter().filter(|finding| finding.code == code && finding.severity != Severity::Info).count()
    };
    let weighty = |findings: &[Finding]| findings.iter().filter(|finding| finding.severity != Severity::Info).count();
    weighty(after) < weighty(before) && after.iter().all(|finding| count(after, &finding.code) <= count(before, &finding.code))
        // A script that runs for the first time may show what was wrong with it all along.
        || count(after, "script-not-linked") < count(before, "script-not-linked")
}

struct Change {
    file: String,
    text: String,
    what: String,
}

fn candidates(folder: &GameFolder, facts: &Facts, findings: &[Finding]) -> Vec<Change> {
    let mut out = Vec::new();
    let has = |code: &str| findings.iter().any(|finding| finding.code == code);
    if let (Some(page), Some(text)) = (&facts.page, folder.text("index.html")) {
        let mut change = |text: String, what: String| out.push(Change { file: "index.html".into(), text, what });
        if has("html-structure") && !page.doctype {
            change(format!("<!DOCTYPE html>\n{text}"), "index.html: added the doctype".into());
        }
        for (name, attribute, ending) in [("script", "src", ".js"), ("link", "href", ".css")] {
            for tag in page.tags.iter().filter(|tag| tag.name == name) {
                let Some(address) = tag.attribute(attribute) else { continue };
                let Some(path) = path_of(address).filter(|path| !facts.files.contains(path) && path.ends_with(ending))
                else {
                    continue;
                };
                let right =
                    facts.files.iter().find(|file| file.eq_ignore_ascii_case(&path)).or_else(|| only(facts, ending));
                if let Some(right) = right
                    && let Some(mended) = replaced(text, tag.place.line, None, address, right)
                {
                    change(mended, format!("index.html: {address} is called {right}"));
                }
            }
        }
        if has("script-not-linked")
            && !facts.scripts.iter().any(|script| script.linked)
            && let Some(script) = only(facts, ".js")
        {
            let tag = format!("<script src=\"{script}\"></script>\n");
            let at = text.rfind("</body>").or_else(|| text.rfind("</html>")).unwrap_or(text.len());
            change(inserted(text, at, &tag), format!("index.html: added the script {script}"));
        }
        if has("stylesheet-not-linked")
            && let Some(style) = only(facts, ".css")
        {
            let tag = format!("<link rel=\"stylesheet\" href=\"{style}\">\n");
            if let Some(at) = text.find("</head>").or_else(|| text.find("<body")) {
                change(inserted(text, at, &tag), format!("index.html: linked {style}"));
            }
        }
    }
    for script in facts.running().filter(|script| script.attribute.is_none()) {
        let Some(text) = folder.text(&script.file) else { continue };
        for lookup in &script.lookups {
            let id = if lookup.by_id { lookup.selector.as_str() } else { lookup.selector.trim_start_matches('#') };
            let ids: Vec<&str> = facts.page.iter().flat_map(|page| page.ids()).collect();
            if ids.contains(&id) || facts.may_make_id(id) {
                continue;
            }
            let made = facts.running().flat_map(|script| &script.made_ids).map(String::as_str);
            if let Some(near) = near_id(id, ids.into_iter().chain(made))
                && let Some(text) = replaced(text, lookup.place.line, lookup.place.column, id, near)
            {
                let what = format!("{}: {id} is called {near}", script.file);
                out.push(Change { file: script.file.clone(), text, what });
            }
        }
        for key in script.keys.iter().filter(|key| key.sure && has("wrong-key-name")) {
            let Some((right, _)) = right_key_name(&key.via, &key.value) else { continue };
            let quoted = ['\'', '"'].into_iter().find_map(|quote| {
                let (wrong, right) = (format!("{quote}{}{quote}", key.value), format!("{quote}{right}{quote}"));
                replaced(text, key.place.line, key.place.column, &wrong, &right)
            });
            let mended = quoted.or_else(|| {
                let right = if right.chars().all(char::is_alphanumeric) { right.clone() } else { format!("'{right}'") };
                replaced(text, key.place.line, key.place.column, &format!("{}:", key.value), &format!("{right}:"))
            });
            if let Some(text) = mended {
                let what = format!("{}: the key {:?} is called {right:?}", script.file, key.value);
                out.push(Change { file: script.file.clone(), text, what });
            }
        }
    }
    out
}

/// The file with that ending, if there is exactly one.
fn only<'a>(facts: &'a Facts, ending: &str) -> Option<&'a String> {
    let mut all = facts.files.iter().filter(|file| file.ends_with(ending));
    match (all.next(), all.next()) {
        (Some(one), None) => Some(one),
        _ => None,
    }
}

/// The text with the first `wrong` on that line, from that column on, set right.
fn replaced(text: &str, line: Option<u32>, column: Option<u32>, wrong: &str, right: &str) -> Option<String> {
    let line = usize::try_from(line?.checked_sub(1)?).ok()?;
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let whole = text.get(start..)?.split_inclusive('\n').next()?;
    let skip = column
        .and_then(|column| whole.char_indices().nth(usize::try_from(column.saturating_sub(1)).ok()?))
        .map_or(0, |(at, _)| at);
    let at = start + skip + whole.get(skip..)?.find(wrong)?;
    Some(format!("{}{right}{}", text.get(..at)?, text.get(at + wrong.len()..)?))
}

fn inserted(text: &str, at: usize, piece: &str) -> String {
    format!("{}{piece}{}", text.get(..at).unwrap_or(text), text.get(at..).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = "const c = document.getElementById('score-line'); c.textContent = '0';\naddEventListener('keydown', (e) => { if (e.key === 'Left') c.hidden = true; });\nrequestAnimationFrame(function f() { requestAnimationFrame(f); });\n";

    fn mended(files: &[(&str, &str)]) -> Repaired {
        let folder = GameFolder {
            files: files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect(),
        };
        repair(&folder, Profile::Delivery)
    }

    #[test]
    fn what_is_mechanical_is_mended() {
        let page = "<html><head></head><body><p id=scoreLine></p><p>Arrow keys move</p><script src=Game.js></script></body></html>";
        let out = mended(&[("index.html", page), ("game.js", SCRIPT), ("style.css", "p { color: red }")]);
        assert_eq!(out.changes.len(), 5, "{:?}", out.changes);
        let page = out.folder.text("index.html").unwrap();
        assert!(
            page.starts_with("<!DOCTYPE html>") && page.contains("src=game.js") && page.contains("href=\"style.css\""),
            "{page}"
        );
        let script = out.folder.text("game.js").unwrap();
        assert!(script.contains("'scoreLine'") && script.contains("'ArrowLeft'"), "{script}");
    }

    #[test]
    fn what_is_right_or_unclear_stays() {
        let page =
            "<!DOCTYPE html><html><body><p id=a></p><p>Arrow keys move</p><script src=gone.js></script></body></html>";
        let out = mended(&[("index.html", page), ("one.js", SCRIPT), ("two.js", SCRIPT)]);
        assert!(out.changes.is_empty() && out.files.is_empty(), "{:?}", out.changes);
    }
}
