//! What no game looks like, and what must be read all the same: quickly, with a clear word, and never an abort.

use super::critique;
use crate::game::{GameFolder, Profile};

/// The codes for a folder. How long that takes is for the benches to say.
fn codes(files: Vec<(String, Vec<u8>)>) -> Vec<String> {
    let folder = GameFolder { files: files.into_iter().collect() };
    let critique = critique(&folder, None, Profile::Delivery);
    critique.findings.into_iter().map(|finding| finding.code).collect()
}

fn script(text: impl Into<Vec<u8>>) -> Vec<String> {
    let page = "<!DOCTYPE html><canvas id=c></canvas><p>Arrow keys move</p><script src=game.js></script>";
    codes(vec![("index.html".into(), page.into()), ("game.js".into(), text.into())])
}

const QUIET: &str = "addEventListener('keydown', () => {});\n";

#[test]
fn too_much_is_said_to_be_too_much() {
    assert!(script("x();".repeat(2_700_000)).contains(&"input-too-large".to_owned()));
    for (open, close) in [
        ("(", ")"),
        ("[", "]"),
        ("{", "}"),
        ("f(", ")"),
        ("a?b:", ""),
        ("!", ""),
        ("a=>", ""),
        ("-", " "),
        ("new ", ""),
        ("`${", "}`"),
        ("x=", ""),
        ("a.b(", ")"),
        ("await ", ""),
        ("typeof ", ""),
        ("a**", ""),
        ("a&&", ""),
        ("a??", ""),
        ("a,", ""),
    ] {
        let deep = format!("{QUIET}x = {}1{};", open.repeat(100_000), close.repeat(100_000));
        let found = script(deep);
        assert!(
            found.iter().any(|code| matches!(code.as_str(), "input-too-deep" | "syntax-error"))
                || matches!(open, "a&&" | "a??" | "a," | "a**" | "-"),
            "{open}: {found:?}"
        );
    }
}

#[test]
fn deep_chains_do_not_abort() {
    for piece in
        ["if (a) {} else ", "a: ", "for (;a;) ", "while (a) ", "if (a) ", "do ", "with (a) ", "try {} finally {} "]
    {
        script(format!("{QUIET}{}{{}}", piece.repeat(20_000)));
    }
    for piece in ["+ a ", "+ 'a' ", "|| a ", ".b ", "[0]", "() ", "?.b"] {
        script(format!("{QUIET}x = a {};", piece.repeat(20_000)));
    }
    script(format!("{QUIET}{}", "class A { m() { ".repeat(5_000)));
    script(format!("{QUIET}{}", "function f() { ".repeat(5_000)));
}

#[test]
fn odd_bytes_are_read_or_named() {
    assert!(script(b"let a = '\xff';".to_vec()).contains(&"encoding-invalid".to_owned()));
    assert!(script("let a = 1;\u{0}").contains(&"syntax-error".to_owned()));
    for text in [
        format!("\u{feff}{QUIET}"),
        QUIET.replace('\n', "\r\n"),
        format!("{QUIET}let a = 'x\u{2028}y';"),
        format!("{QUIET}let s = '{}';", "x".repeat(1 << 20)),
        format!("{QUIET}{}", "/* repeated */ ".repeat(50_000)),
    ] {
        let found = script(text);
        assert!(!found.contains(&"syntax-error".to_owned()), "{found:?}");
    }
}

#[test]
fn a_thousand_scripts_are_read() {
    let tags: String = (0..1000).map(|number| format!("<script src=s{number}.js></script>")).collect();
    let mut files = vec![("index.html".to_owned(), format!("<!DOCTYPE html><canvas></canvas>{tags}").into_bytes())];
    files.extend((0..1000).map(|number| {
        (
            format!("s{number}.js"),
            format!("function f{number}() {{ g{number}.x = 1; }} var g{number} = {{}}; f{number}();").into_bytes(),
        )
    }));
    files.push(("last.js".to_owned(), QUIET.as_bytes().to_vec()));
    let found = codes(files);
    assert!(!found.contains(&"redeclared-name".to_owned()), "{found:?}");
}

#[test]
fn pages_and_styles_of_any_shape_are_read() {
    for page in [
        "<div>".repeat(100_000),
        "<".repeat(100_000),
        "<a ".to_owned() + &"b=c ".repeat(100_000),
        "<!--".repeat(50_000),
        "&".repeat(100_000),
    ] {
        codes(vec![("index.html".into(), page.into_bytes())]);
    }
    for style in [
        "{".repeat(300),
        "a{b:c}".repeat(50_000),
        "@media x{".repeat(300),
        "url(".repeat(50_000),
        "/*".repeat(50_000),
        "\\".repeat(50_000),
    ] {
        let page = "<!DOCTYPE html><canvas id=c hidden></canvas><link rel=stylesheet href=style.css>";
        codes(vec![("index.html".into(), page.into()), ("style.css".into(), style.into_bytes())]);
    }
}
