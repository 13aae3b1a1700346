//! A copy of a game that lets the judge read its variables: text is spliced in, no line is added.

use swc_ecma_ast::Program;

use super::{
    guards::{self, Bounds},
    page::{read_page, unix_lines},
    scopes::{Born, Scopes},
    script::{parse, runs_as_script, script_tags},
};
use crate::game::{GameFiles, GameFolder};

/// The copy, and what is needed to speak of the original.
#[derive(Debug, Clone, Default)]
pub struct Instrumented {
    /// The copy.
    pub folder: GameFolder,
    /// What each numbered site is called: the scope's or the class's name.
    pub sites: Vec<String>,
    /// What was inserted: file, line, column in the copy's line, length in characters.
    inserted: Vec<(String, u32, u32, u32)>,
}

impl Instrumented {
    /// The column in the original of a column in the copy.
    pub fn original_column(&self, file: &str, line: u32, column: u32) -> u32 {
        let before: u32 = self
            .inserted
            .iter()
            .filter(|(at, on, from, _)| at == file && *on == line && *from < column)
            .map(|(_, _, from, length)| (*length).min(column - from))
            .sum();
        column.saturating_sub(before).max(1)
    }
}

/// Makes the copy. `handle` is the name the judge listens to. Files that do not parse stay as they are.
pub fn instrument(folder: &GameFolder, handle: &str) -> Instrumented {
    let mut out = Instrumented { folder: folder.clone(), ..Instrumented::default() };
    let barred = guards::check(folder, &Bounds::default());
    let readable = |path: &str| !barred.iter().any(|problem| problem.place.file == path);
    let Some(index) = folder.text("index.html").filter(|_| readable("index.html")) else { return out };
    let index = unix_lines(index);
    let page = read_page("index.html", &index);
    // Inline scripts, last first, so that earlier offsets stay right.
    let mut text = index.clone().into_owned();
    let mut inline: Vec<_> = page.inline_scripts.iter().collect();
    inline.reverse();
    for (tag, script, _, offset) in inline {
        let Some(tag) = page.tags.get(*tag) else { continue };
        if !runs_as_script(tag) || tag.attribute("src").is_some() {
            continue;
        }
        let module = tag.attribute("type") == Some("module");
        let Some(splices) = splices(script, module, handle, &mut out.sites) else { continue };
        for (at, insert) in splices.into_iter().rev() {
            let at = offset + at;
            if text.is_char_boundary(at) {
                note(&mut out.inserted, "index.html", &text, at, &insert);
                text.insert_str(at, &insert);
            }
        }
    }
    out.folder.files.insert("index.html".into(), text.into_bytes());
    for (path, module) in script_tags(&page, folder) {
        let Some(source) = folder.text(&path).filter(|_| readable(&path)) else { continue };
        let Some(splices) = splices(source, module, handle, &mut out.sites) else { continue };
        let mut text = source.to_owned();
        for (at, insert) in splices.into_iter().rev() {
            if text.is_char_boundary(at) {
                note(&mut out.inserted, &path, &text, at, &insert);
                text.insert_str(at, &insert);
            }
        }
        out.folder.files.insert(path, text.into_bytes());
    }
    out
}

fn note(inserted: &mut Vec<(String, u32, u32, u32)>, file: &str, text: &str, at: usize, insert: &str) {
    let before = text.get(..at).unwrap_or_default();
    let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |start| start.chars().count()) + 1;
    let length = super::places::to_u32(insert.chars().count());
    let line = super::places::to_u32(line);
    // Inserted from the end on: what lies further right on the line moves.
    for entry in inserted.iter_mut().filter(|entry| entry.0 == file && entry.1 == line) {
        if entry.2 as usize >= column {
            entry.2 += length;
        }
    }
    inserted.push((file.to_owned(), line, super::places::to_u32(column), length));
}

/// What to insert where, by byte offset, in order.
fn splices(source: &str, module: bool, handle: &str, sites: &mut Vec<String>) -> Option<Vec<(usize, String)>> {
    let program = parse(source, module).ok()?.program;
    Some(plan(&program, source, handle, sites))
}

fn plan(program: &Program, source: &str, handle: &str, sites: &mut Vec<String>) -> Vec<(usize, String)> {
    let scopes = Scopes::of(program);
    let mut out = Vec::new();
    for (index, scope) in scopes.scopes.iter().enumerate() {
        let Some(entry) = scope.entry else { continue };
        let names: Vec<&str> = scope
            .bindings
            .iter()
            .filter(|binding| !matches!(binding.born, Born::Function | Born::Import | Born::Class))
            .filter(|binding| index == 0 || binding.captured)
            .map(|binding| binding.name.as_str())
            .collect();
        if names.is_empty() {
            continue;
        }
        let readers: Vec<String> = names.iter().map(|name| format!("[\"{name}\",()=>{name}]")).collect();
        let site = sites.len();
        sites.push(scope.label.clone());
        let offset = if index == 0 && entry == 1 { 0 } else { (entry as usize).saturating_sub(1) };
        // The top of a file may begin with a comment of another kind (`#!`), which must stay first.
        let offset =
            if offset == 0 && source.starts_with("#!") { source.find('\n').map_or(0, |at| at + 1) } else { offset };
        out.push((offset, format!(";{handle}.reg({site},()=>[{}]);", readers.join(","))));
    }
    for (number, class) in scopes.classes.iter().enumerate() {
        let site = sites.len();
        sites.push(class.label.clone());
        let fields: String =
            class.private_fields.iter().map(|name| format!(",[\"#{name}\",()=>this.#{name}]")).collect();
        let offset = (class.first_member as usize).saturating_sub(1);
        out.push((offset, format!("#{handle}{number}={handle}.reg({site},()=>[[\"this\",()=>this]{fields}]);")));
    }
    out.sort_by_key(|(at, _)| *at);
    out
}

/// A copy for people: it plays like the game and keeps `window.__debug_state` up to date, whatever the game calls
/// its variables. Works from disk in any browser.
pub fn debug_copy(files: &GameFiles) -> GameFiles {
    const HANDLE: &str = "__gamebuilderDebug";
    let copy = instrument(&GameFolder::from(files), HANDLE);
    let game_js = copy.folder.text("game.js").unwrap_or(&files.game_js).to_owned();
    let prelude = include_str!("debug_state.js").replace('\n', " ");
    // In the script itself, since a strict page runs no inline ones; after a directive, which has to stay first.
    let directive = ["'use strict'", "\"use strict\""].iter().find(|text| game_js.trim_start().starts_with(**text));
    let at = directive.map_or(0, |text| game_js.len() - game_js.trim_start().len() + text.len());
    let (first, rest) = game_js.split_at(at);
    let game_js = format!("{first};{prelude};{rest}");
    GameFiles { index_html: files.index_html.clone(), style_css: files.style_css.clone(), game_js }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn instrumented(script: &str) -> String {
        let page = b"<!DOCTYPE html><canvas></canvas><script src=game.js></script>".to_vec();
        let folder = GameFolder {
            files: [("index.html".to_owned(), page), ("game.js".to_owned(), script.as_bytes().to_vec())].into(),
        };
        instrument(&folder, "H").folder.text("game.js").unwrap().to_owned()
    }

    #[test]
    fn lines_stay_and_strict_mode_stays_first() {
        let source = "'use strict';\nlet score = 0;\nfunction add() {\n  let n = 1;\n  return () => n++;\n}\n";
        let copy = instrumented(source);
        assert_eq!(copy.lines().count(), source.lines().count());
        assert!(copy.starts_with("'use strict';;H.reg(0,()=>[[\"score\",()=>score]]);\n"), "{copy}");
        assert!(copy.contains("function add() {;H.reg(1,()=>[[\"n\",()=>n]]);"), "{copy}");
    }

    #[test]
    fn functions_that_close_over_nothing_are_left_alone() {
        assert!(!instrumented("function f(a) { const b = a; return b; }").contains("reg"));
    }

    #[test]
    fn private_fields_are_read_from_inside() {
        let copy = instrumented("class A {\n  #hp = 3;\n  hit() { this.#hp--; }\n}\nnew A();");
        assert!(copy.contains("#H0=H.reg(0,()=>[[\"this\",()=>this],[\"#hp\",()=>this.#hp]]);#hp = 3;"), "{copy}");
    }

    #[test]
    fn inline_scripts_of_a_page_with_windows_lines_stay_whole() {
        let page = b"<canvas></canvas>\r\n<p>a</p>\r\n<script>\r\nlet a = 1;\r\nfunction f() {\r\n let n = 0;\r\n return () => n++; }\r\n</script>".to_vec();
        let folder = GameFolder { files: [("index.html".to_owned(), page)].into() };
        let copy = instrument(&folder, "H");
        let text = copy.folder.text("index.html").unwrap();
        assert!(text.contains("function f() {;H.reg(1,()=>[[\"n\",()=>n]]);"), "{text}");
    }

    #[test]
    fn columns_lead_back_to_the_original() {
        let page = b"<canvas></canvas><script>let a = 1; boom();</script>".to_vec();
        let folder = GameFolder { files: [("index.html".to_owned(), page)].into() };
        let copy = instrument(&folder, "H");
        let text = copy.folder.text("index.html").unwrap();
        let column = u32::try_from(text.find("boom").unwrap() + 1).unwrap();
        assert_eq!(copy.original_column("index.html", 1, column), 37);
    }
}
