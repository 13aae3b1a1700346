//! The table of arrows between the rooms of the core, and what each room must not know.

use std::{collections::BTreeSet, fs, path::Path, process::Command};

use scenarios::{files_below, workspace};

/// Rooms from the ground up. A room may use those on earlier lines, never one on its own line or a later one.
const FLOORS: &[&[&str]] = &[
    &["game"],
    &["codes"],
    &["source", "genres"],
    &["protocol"],
    &["ports"],
    &["composer", "prompts", "critic"],
    &["validator"],
    &["phases"],
    &["machine"],
    &["report"],
    &["drive"],
    &["drivers"],
    &["testing"],
];

fn floor(room: &str) -> Option<usize> {
    FLOORS.iter().position(|rooms| rooms.contains(&room))
}

fn core() -> std::path::PathBuf {
    workspace().join("crates/builder-core/src")
}

/// The room a source file is in.
fn room_of(path: &Path) -> String {
    let inside = path.strip_prefix(core()).unwrap();
    let first = inside.components().next().unwrap().as_os_str().to_string_lossy().into_owned();
    first.trim_end_matches(".rs").to_owned()
}

/// Rooms named after `crate::` in a file, in any of the forms that `use` takes.
fn rooms_used(text: &str) -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let text = code.join("\n");
    for (at, _) in text.match_indices("crate::") {
        let after = &text[at + "crate::".len()..];
        if let Some(group) = after.strip_prefix('{') {
            let (mut depth, mut word) = (0, String::new());
            for letter in group.chars() {
                match letter {
                    '{' => depth += 1,
                    '}' if depth == 0 => break,
                    '}' => depth -= 1,
                    _ => {}
                }
                if depth == 0 && (letter.is_alphanumeric() || letter == '_') {
                    word.push(letter);
                } else {
                    if depth == 0 || letter == '{' {
                        used.insert(std::mem::take(&mut word));
                    }
                    word.clear();
                }
            }
            used.insert(word);
        } else {
            used.insert(after.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect());
        }
    }
    used.into_iter().filter(|word| floor(word).is_some()).collect()
}

/// What is wrong with a file of that room, if anything.
fn wrong_arrows(room: &str, text: &str) -> Vec<String> {
    let Some(own) = floor(room) else { return vec![format!("the room {room} is not in the table")] };
    rooms_used(text)
        .into_iter()
        .filter(|used| used != room && floor(used).is_none_or(|below| below >= own))
        .map(|used| format!("{room} must not use {used}"))
        .collect()
}

#[test]
fn arrows_between_rooms_go_one_way() {
    let mut wrong = Vec::new();
    let mut seen = BTreeSet::new();
    for path in files_below(&core()).into_iter().filter(|path| path.extension().is_some_and(|end| end == "rs")) {
        // Unit tests may build their material with any room.
        if path.file_name().is_some_and(|name| name == "lib.rs" || name == "tests.rs") {
            continue;
        }
        let room = room_of(&path);
        seen.insert(room.clone());
        let text = fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        wrong.extend(wrong_arrows(&room, code).into_iter().map(|what| format!("{}: {what}", path.display())));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let table: BTreeSet<String> = FLOORS.iter().flat_map(|rooms| rooms.iter().map(|room| (*room).to_owned())).collect();
    assert_eq!(seen, table, "the table and the folders disagree");
}

#[test]
fn the_test_of_arrows_fails_when_one_is_broken() {
    assert_eq!(wrong_arrows("machine", "use crate::drive::DriveError;"), ["machine must not use drive"]);
    assert_eq!(
        wrong_arrows("game", "use crate::{\n    codes::Fault,\n    machine::{Machine, State},\n};"),
        ["game must not use codes", "game must not use machine"]
    );
    assert_eq!(wrong_arrows("critic", "fn f() { crate::composer::compose() }"), ["critic must not use composer"]);
    assert!(wrong_arrows("drive", "use crate::{codes, game::{Finding, Severity}, machine::Machine};").is_empty());
    assert!(!wrong_arrows("attic", "").is_empty());
}

#[test]
fn only_its_own_room_names_a_foreign_world() {
    let owners: &[(&str, &[&str])] = &[
        ("swc_", &["source/"]),
        ("html5gum", &["source/"]),
        ("chromiumoxide", &["drivers/chromium/"]),
        ("tokio", &["drivers/"]),
        ("reqwest", &["drivers/models/wire.rs"]),
        ("async_openai", &["drivers/models/wire.rs"]),
        ("std::fs", &["drivers/"]),
        ("std::process", &["drivers/"]),
        ("std::env::", &["drivers/"]),
        ("SystemTime", &["drivers/clocks.rs"]),
    ];
    for path in files_below(&core()).into_iter().filter(|path| path.extension().is_some_and(|end| end == "rs")) {
        let inside = path.strip_prefix(core()).unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).unwrap();
        // Words about a thing, and tests, are no use of it.
        let code: Vec<&str> = text
            .split("#[cfg(test)]")
            .next()
            .unwrap_or_default()
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
            .collect();
        for (name, rooms) in owners {
            let named = code.iter().any(|line| line.contains(name));
            assert!(!named || rooms.iter().any(|room| inside.starts_with(room)), "{inside} names {name}");
        }
    }
}

#[test]
fn the_core_without_features_has_no_async_runtime() {
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "--offline", "-p", "builder-core", "--no-default-features", "-e", "normal", "--prefix", "none"])
        .current_dir(workspace())
        .output()
        .unwrap();
    let tree = String::from_utf8_lossy(&tree.stdout).into_owned();
    assert!(tree.contains("swc_ecma_parser"), "the tree was listed: {tree}");
    for runtime in ["tokio", "async-std", "smol", "futures-executor", "chromiumoxide", "reqwest"] {
        let found = tree.lines().any(|line| line.split(' ').next() == Some(runtime));
        assert!(!found, "{runtime} is a dependency of the bare core");
    }
}

#[test]
fn one_file_alone_names_the_protocol_library() {
    let room = workspace().join("crates/builder-mcp/src");
    let naming: Vec<_> = files_below(&room)
        .into_iter()
        .filter(|path| fs::read_to_string(path).unwrap().contains("rmcp"))
        .map(|path| path.strip_prefix(&room).unwrap().to_owned())
        .collect();
    assert_eq!(naming, [Path::new("wire.rs")]);
}
