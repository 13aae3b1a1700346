//! Scripts: finding them, parsing them, and collecting what they say.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};

use swc_common::{BytePos, Span, comments::SingleThreadedComments};
use swc_ecma_ast::{EsVersion, Program};
use swc_ecma_parser::{EsSyntax, Parser, StringInput, Syntax, lexer::Lexer};

use super::{
    facts::{Facts, PageFacts, PageTag, ParseError, Place, ScriptFacts, is_foreign},
    guards::{self, Bounds},
    page::{read_page, unix_lines},
    places::Lines,
};
use crate::game::GameFolder;

mod broken;
mod collect;
pub(crate) use collect::is_input_event;
mod fold;
mod load;
use load::Elements;

/// A script as a tree.
pub(super) struct Parsed {
    pub(super) program: Program,
    /// Position and text of each comment.
    comments: Vec<(u32, String)>,
}

/// Why it is none.
pub(super) struct Unparsed {
    message: String,
    at: usize,
}

pub(super) fn parse(source: &str, module: bool) -> Result<Parsed, Unparsed> {
    let syntax =
        Syntax::Es(EsSyntax { import_attributes: true, explicit_resource_management: true, ..EsSyntax::default() });
    // Positions begin at 1, so that no source map is needed.
    let end = BytePos(u32::try_from(source.len()).unwrap_or(u32::MAX - 1).saturating_add(1));
    let input = StringInput::new(source, BytePos(1), end);
    let comments = SingleThreadedComments::default();
    let mut parser = Parser::new_from(Lexer::new(syntax, EsVersion::latest(), input, Some(&comments)));
    let result =
        if module { parser.parse_module().map(Program::Module) } else { parser.parse_script().map(Program::Script) };
    match result {
        Ok(program) => {
            let (leading, trailing) = comments.borrow_all();
            let all = leading.values().chain(trailing.values()).flatten();
            let mut comments: Vec<(u32, String)> =
                all.map(|comment| (comment.span.lo.0, comment.text.to_string())).collect();
            comments.sort();
            comments.dedup();
            Ok(Parsed { program, comments })
        }
        Err(error) => {
            use swc_common::Spanned;
            let at = (error.span().lo.0 as usize).saturating_sub(1).min(source.len());
            Err(Unparsed { message: error.kind().msg().into_owned(), at })
        }
    }
}

/// Whether a tag's content runs as a script, which data blocks, templates and import maps do not.
pub(super) fn runs_as_script(tag: &PageTag) -> bool {
    tag.name == "script"
        && match tag.attribute("type").map(|kind| kind.trim().to_ascii_lowercase()).as_deref() {
            None | Some("" | "module") => true,
            Some(kind) => kind.contains("javascript") || kind.contains("ecmascript"),
        }
}

/// The path in the folder that an address in the page means.
pub(crate) fn path_of(address: &str) -> Option<String> {
    let address = address.trim();
    if is_foreign(address) || address.starts_with("data:") || address.starts_with("blob:") || address.contains("://") {
        return None;
    }
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let mut parts: Vec<String> = Vec::new();
    for part in path.split('/') {
        match percent_decoded(part).as_ref() {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            other => parts.push(other.to_owned()),
        }
    }
    Some(parts.join("/"))
}

/// A part of an address as the file is called: `%20` is a space. What is no UTF-8 stays as it is written.
fn percent_decoded(part: &str) -> Cow<'_, str> {
    if !part.contains('%') {
        return Cow::Borrowed(part);
    }
    let mut bytes = Vec::with_capacity(part.len());
    let mut rest = part.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let code = after.get(..2).filter(|code| byte == b'%' && code.iter().all(u8::is_ascii_hexdigit));
        match code.and_then(|code| std::str::from_utf8(code).ok()).and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(decoded) => {
                bytes.push(decoded);
                rest = after.get(2..).unwrap_or_default();
            }
            None => {
                bytes.push(byte);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).map_or(Cow::Borrowed(part), Cow::Owned)
}

/// Paths of scripts the page loads and the modules they import, with whether each is a module.
pub(super) fn script_tags(page: &PageFacts, folder: &GameFolder) -> Vec<(String, bool)> {
    let mut out: Vec<(String, bool)> = Vec::new();
    for tag in page.tags.iter().filter(|tag| runs_as_script(tag)) {
        let Some(path) = tag.attribute("src").and_then(path_of) else { continue };
        let module = tag.attribute("type") == Some("module");
        if folder.files.contains_key(&path) && !out.iter().any(|(known, _)| *known == path) {
            out.push((path, module));
        }
    }
    // Modules import others; their names are enough to find them.
    if out.iter().any(|(_, module)| *module) || page.tags.iter().any(|tag| tag.attribute("type") == Some("module")) {
        for path in folder.files.keys().filter(|path| path.ends_with(".js") || path.ends_with(".mjs")) {
            let name = path.rsplit('/').next().unwrap_or(path);
            let imported = folder
                .files
                .values()
                .filter_map(|bytes| std::str::from_utf8(bytes).ok())
                .any(|text| text.contains(&format!("/{name}'")) || text.contains(&format!("/{name}\"")));
            if imported && !out.iter().any(|(known, _)| known == path) {
                out.push((path.clone(), true));
            }
        }
    }
    out
}

/// Reads a whole game. Runs on a thread with a stack of its own size, since the parser recurses.
pub fn read(folder: &GameFolder) -> Facts {
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(1 << 30).spawn_scoped(scope, || read_here(folder));
        match worker.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(facts)) => facts,
            // Without a thread of its own the bounds alone have to do.
            _ => Facts { problems: guards::check(folder, &Bounds::default()), ..Facts::default() },
        }
    })
}

fn read_here(folder: &GameFolder) -> Facts {
    let problems = guards::check(folder, &Bounds::default());
    // A file in another encoding is read as far as it goes; browsers do the same.
    let lossy: BTreeMap<&str, String> = problems
        .iter()
        .filter(|problem| problem.code == "encoding-invalid")
        .filter_map(|problem| folder.files.get_key_value(problem.place.file.as_str()))
        .map(|(path, bytes)| (path.as_str(), String::from_utf8_lossy(bytes).into_owned()))
        .collect();
    let barred: BTreeSet<&str> = problems
        .iter()
        .filter(|problem| problem.code != "encoding-invalid")
        .map(|problem| problem.place.file.as_str())
        .collect();
    let mut facts = Facts { files: folder.files.keys().cloned().collect(), ..Facts::default() };
    let readable = |path: &str| {
        lossy.get(path).map(String::as_str).or_else(|| folder.text(path)).filter(|_| !barred.contains(path))
    };
    let index = readable("index.html").map(unix_lines);
    let page = index.as_deref().map(|text| read_page("index.html", text));
    if let Some(page) = &page {
        let body_at = page.tags.iter().find(|tag| !tag.in_head).map_or(usize::MAX, |tag| tag.index);
        let mut linked: Vec<(usize, ScriptFacts)> = Vec::new();
        for tag in page.tags.iter().filter(|tag| runs_as_script(tag)) {
            let module = tag.attribute("type") == Some("module");
            let late = module || tag.attribute("defer").is_some() && tag.attribute("src").is_some();
            let elements = Elements { page: Some(page), until: if late { usize::MAX } else { tag.index } };
            let mut script = match tag.attribute("src") {
                Some(src) => {
                    let Some(path) = path_of(src) else { continue };
                    let Some(text) = readable(&path) else { continue };
                    one(&path, text, text, 0, module, &elements)
                }
                None => {
                    let Some((_, text, _, offset)) = page.inline_scripts.iter().find(|(index, ..)| *index == tag.index)
                    else {
                        continue;
                    };
                    let whole = index.as_deref().unwrap_or_default();
                    let mut script = one("index.html", text, whole, *offset, module, &elements);
                    script.inline = true;
                    script
                }
            };
            script.linked = true;
            script.before_body = !late && tag.index < body_at;
            linked.push((usize::from(late) * page.tags.len() + tag.index, script));
        }
        linked.sort_by_key(|(order, _)| *order);
        facts.scripts = linked.into_iter().map(|(_, script)| script).collect();
        for (path, module) in script_tags(page, folder) {
            if let Some(text) = readable(&path).filter(|_| facts.scripts.iter().all(|script| script.file != path)) {
                let script = ScriptFacts { linked: true, ..one(&path, text, text, 0, module, &Elements::default()) };
                facts.scripts.push(script);
            }
        }
    }
    for path in folder.files.keys().filter(|path| path.ends_with(".js") || path.ends_with(".mjs")) {
        if let Some(text) = readable(path).filter(|_| facts.scripts.iter().all(|script| script.file != *path)) {
            facts.scripts.push(one(path, text, text, 0, false, &Elements::default()));
        }
    }
    facts.scripts.extend(page.iter().flat_map(attribute_scripts));
    super::reach::spread(&mut facts.scripts);
    let linked_styles: BTreeSet<String> = page.iter().flat_map(|page| style_paths(page, folder)).collect();
    for path in folder.files.keys().filter(|path| path.ends_with(".css")) {
        if let Some(text) = readable(path) {
            facts.styles.push((path.clone(), linked_styles.contains(path), text.to_owned()));
        }
    }
    facts.page = page;
    facts.problems = problems;
    facts
}

/// Style sheets the page links or imports, and those that these import.
fn style_paths(page: &PageFacts, folder: &GameFolder) -> Vec<String> {
    let mut out: Vec<String> = page
        .tags
        .iter()
        .filter(|tag| {
            tag.name == "link"
                && tag.attribute("rel").is_some_and(|rel| rel.to_ascii_lowercase().contains("stylesheet"))
        })
        .filter_map(|tag| tag.attribute("href").and_then(path_of))
        .collect();
    let mut texts: Vec<String> = page.inline_styles.iter().map(|(text, _)| text.clone()).collect();
    texts.extend(out.iter().filter_map(|path| folder.text(path)).map(str::to_owned));
    while let Some(text) = texts.pop() {
        for (at, _) in text.match_indices("@import") {
            let rest = text.get(at + 7..).unwrap_or_default();
            let address: String = rest
                .trim_start()
                .trim_start_matches("url(")
                .trim_start_matches(['"', '\''])
                .chars()
                .take_while(|c| !matches!(c, '"' | '\'' | ')' | ';'))
                .collect();
            if let Some(path) = path_of(&address).filter(|path| !out.contains(path)) {
                texts.extend(folder.text(&path).map(str::to_owned));
                out.push(path);
            }
        }
    }
    out
}

/// Libraries that games bring along.
const LIBRARIES: &[&str] = &[
    "jquery",
    "phaser",
    "three",
    "pixi",
    "kontra",
    "p5",
    "box2d",
    "createjs",
    "preloadjs",
    "easeljs",
    "soundjs",
    "tweenjs",
    "howler",
    "matter",
    "planck",
    "prism",
    "modernizr",
    "gsap",
    "lodash",
    "underscore",
    "hammer",
    "zepto",
    "mousetrap",
    "babylon",
    "kaboom",
    "kaplay",
    "littlejs",
    "zzfx",
    "melonjs",
    "excalibur",
    "crafty",
    "impact",
    "socket.io",
    "bootstrap",
    "font-awesome",
    "rrssb",
    "minified",
    "json",
    "stats",
    "react",
    "vue",
    "d3",
    "raphael",
    "paper",
    "fabric",
    "konva",
    "tone",
    "dat.gui",
    "peerjs",
    "fastclick",
];

/// What a file that is one of them says of itself: its name and its first comment.
fn library(file: &str, text: &str) -> Option<String> {
    let name = file.rsplit('/').next().unwrap_or(file).to_ascii_lowercase();
    let head: String = text.chars().take(600).collect::<String>().to_lowercase();
    let comment = head.trim_start().starts_with("/*") || head.trim_start().starts_with("//");
    let stem = name.split(['-', '.']).next().unwrap_or_default();
    let known = LIBRARIES.iter().any(|library| stem == *library || comment && stem.starts_with(library));
    let bundled = name.ends_with(".min.js") || text.lines().take(60).any(|line| line.len() > 400);
    let says = comment
        && LIBRARIES.iter().any(|library| head.contains(library))
        && (head.contains("license") || head.contains("copyright") || head.contains("(c)"));
    // A version far into the file, as in Phaser.
    let version = text.find("VERSION:\"").and_then(|at| text.get(at..at + 14)).unwrap_or_default().to_lowercase();
    let shelf = file
        .split('/')
        .any(|part| matches!(part, "vendor" | "vendors" | "lib" | "libs" | "third-party" | "node_modules"));
    let packed = name.ends_with(".min.js") && (shelf || comment);
    (known && (bundled || comment) || packed || says && text.len() > 2000).then(|| format!("{name} {head} {version}"))
}

/// The code in the event attributes of a page, each a script of its own.
fn attribute_scripts(page: &PageFacts) -> Vec<ScriptFacts> {
    let mut out = Vec::new();
    for tag in &page.tags {
        for (name, code) in tag.attributes.iter().filter(|(_, code)| !code.trim().is_empty() && code.len() < 4096) {
            let Some(event) = name.strip_prefix("on").filter(|event| event.chars().all(char::is_alphabetic)) else {
                continue;
            };
            let mut script = ScriptFacts {
                file: "index.html".to_owned(),
                linked: true,
                inline: true,
                attribute: Some(event.to_owned()),
                ..ScriptFacts::default()
            };
            // It is the body of a function; one that does not parse is left to the browser.
            if let Ok(parsed) = parse(&format!("(function(event){{\n{code}\n}})"), false) {
                let at = |_: Span| tag.place.clone();
                collect::collect(&parsed.program, &mut script, &at, &Elements::default());
                out.push(script);
            }
        }
    }
    out
}

/// Reads one script. `text` is its source, which begins at `offset` of `whole`, the file it is in.
fn one(file: &str, text: &str, whole: &str, offset: usize, module: bool, elements: &Elements<'_>) -> ScriptFacts {
    let lines = Lines::of(whole);
    let place = |at: usize| {
        let (line, column) = lines.place(whole, offset + at);
        Place { file: file.to_owned(), line: Some(line), column: Some(column) }
    };
    let library = library(file, text);
    let mut script = ScriptFacts { file: file.to_owned(), module, library, ..ScriptFacts::default() };
    match parse(text, module) {
        Ok(parsed) => {
            let at = |span: Span| place((span.lo.0 as usize).saturating_sub(1));
            collect::collect(&parsed.program, &mut script, &at, elements);
            for (at, text) in parsed.comments.into_iter().take(5000) {
                script.comments.push((text, place((at as usize).saturating_sub(1))));
            }
        }
        Err(error) => {
            let cut_off = text.get(error.at..).is_none_or(|rest| rest.trim().is_empty());
            script.error = Some(ParseError { message: error.message, place: place(error.at), cut_off });
            broken::salvage(text, &mut script, &place);
        }
    }
    script.reorders = text
        .char_indices()
        .filter(|(_, c)| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'))
        .map(|(at, _)| place(at))
        .take(5)
        .collect();
    script.elisions = elisions(text).into_iter().map(|(at, line)| (line, place(at))).collect();
    script
}

/// Comments that stand for code that was left out.
fn elisions(text: &str) -> Vec<(usize, String)> {
    let mut out = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        let comment = trimmed.strip_prefix("//").or_else(|| trimmed.strip_prefix("/*"));
        if let Some(comment) = comment {
            let said = comment.trim_end_matches("*/").trim().to_lowercase();
            let said = said
                .trim_matches(|c: char| c == '.' || c == '…' || c.is_whitespace() || c == '(' || c == ')' || c == '-');
            let whole =
                ["rest", "remaining", "other", "existing", "previous", "same", "unchanged", "omitted", "continue"];
            let tail = [
                "unchanged",
                "omitted",
                "as before",
                "stays the same",
                "remains the same",
                "same as before",
                "goes here",
                "left out",
                "of the code",
                "of code",
                "of the game",
                "of the file",
                "here",
            ];
            let dots = comment.contains("...") || comment.contains('…');
            let starts = whole.iter().any(|word| said.starts_with(word));
            let ends = tail.iter().any(|word| said.ends_with(word));
            let short = said.split_whitespace().count() <= 9;
            if short && (starts && ends || dots && (starts || ends) && said.split_whitespace().count() >= 2) {
                out.push((at, trimmed.chars().take(100).collect()));
            }
        }
        at += line.len();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_become_paths() {
        assert_eq!(path_of("./js/game.js?v=2").as_deref(), Some("js/game.js"));
        assert_eq!(path_of("/game.js").as_deref(), Some("game.js"));
        assert_eq!(path_of("https://cdn.example/x.js"), None);
        for (address, path) in [
            ("my%20game.js", "my game.js"),
            ("j%C3%BCx.js", "jüx.js"),
            ("game%231.js#2", "game#1.js"),
            ("100%.js", "100%.js"),
            ("%ff.js", "%ff.js"),
        ] {
            assert_eq!(path_of(address).as_deref(), Some(path), "{address}");
        }
    }

    #[test]
    fn left_out_code_is_noticed_and_ordinary_comments_are_not() {
        assert_eq!(elisions("a();\n// ... rest of the code unchanged ...\nb();").len(), 1);
        assert_eq!(elisions("// rest unchanged").len(), 1);
        assert!(elisions("// the rest of the bricks bounce\n// other keys do nothing\n// wait...").is_empty());
    }

    #[test]
    fn deep_but_bounded_code_parses() {
        let source = format!("x = {}1{};", "(".repeat(390), ")".repeat(390));
        let folder = GameFolder {
            files: [
                ("index.html".to_owned(), b"<script src=game.js></script>".to_vec()),
                ("game.js".to_owned(), source.into_bytes()),
            ]
            .into(),
        };
        assert!(read(&folder).scripts[0].error.is_none());
    }
}
