//! The whole critic beside other readers of scripts, in one run: `cargo bench -p benches --bench critic`.
//!
//! Warm: in one process, the median. Cold: a process for each game, the median. Peers that are not installed are said
//! not to be measured; `npm install` in `benches/peers` installs them.

#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use builder_core::{
    composer::{self, ComposeOrder},
    critic,
    game::{GameFolder, Profile},
};

const PAGE: &str = "<!DOCTYPE html><html><body><canvas id=c></canvas><p>Arrow keys move</p>\
<script src=game.js defer></script></body></html>";

/// A script of about that many KiB: the 250-line game over and over, each time in a function of its own.
fn script(kib: usize) -> String {
    let small = include_str!("../../tests/games/nebula-patrol/game.js");
    let mut out = String::new();
    while out.len() < kib * 1024 {
        out.push_str(&format!("(() => {{\n{small}\n}})();\n"));
    }
    out
}

fn folder(script: &str) -> GameFolder {
    let files = [("index.html", PAGE), ("game.js", script)];
    GameFolder { files: files.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec())).into() }
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64() * 1000.0
}

/// Milliseconds in this process, after some rounds to warm up.
fn warm(game: &GameFolder, rounds: usize) -> f64 {
    let once = || {
        let began = Instant::now();
        std::hint::black_box(critic::critique(game, None, Profile::Play));
        began.elapsed()
    };
    (0..rounds.div_ceil(4)).for_each(|_| {
        once();
    });
    median((0..rounds).map(|_| once()).collect())
}

/// Milliseconds of a process that ends, whatever it says of the game.
fn cold(program: &Path, args: &[&str], rounds: usize) -> Option<f64> {
    let once = || {
        let began = Instant::now();
        let mut command = Command::new(program);
        let status = command.args(args).stdout(Stdio::null()).stderr(Stdio::null()).stdin(Stdio::null()).status();
        status.ok().map(|_| began.elapsed())
    };
    (0..rounds).map(|_| once()).collect::<Option<Vec<_>>>().map(median)
}

fn acorn(peers: &Path, script: &Path) -> Option<f64> {
    let output = Command::new("node").arg(peers.join("acorn-warm.mjs")).arg(script).output().ok()?;
    String::from_utf8_lossy(&output.stdout).trim().parse().ok()
}

fn line(size: &str, how: &str, who: &str, own: f64, ms: Option<f64>) {
    match ms {
        Some(ms) => println!("| {size} | {how} | {who} | {ms:.2} | {:.2} |", ms / own),
        None => println!("| {size} | {how} | {who} | not measured | |"),
    }
}

fn main() {
    // `cargo test --benches` runs this once, to see that it runs.
    let smoke = std::env::args().any(|arg| arg == "--test") || !std::env::args().any(|arg| arg == "--bench");
    let rounds = if smoke { 1 } else { 30 };
    let peers = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers");
    let installed = peers.join("node_modules").is_dir() && !smoke;
    let dir = tempfile::tempdir().unwrap();
    println!("| game | how | who | ms | times the critic's |\n|---|---|---|---|---|");
    let composed = composer::compose(&ComposeOrder::new("an owl catches mice at night", 0)).unwrap().files.game_js;
    let sizes = [
        ("250 lines".to_owned(), script(1)),
        (format!("composed, {} lines", composed.lines().count()), composed),
        ("10 KiB".to_owned(), script(10)),
        ("60 KiB".to_owned(), script(60)),
        ("500 KiB".to_owned(), script(500)),
    ];
    for (size, script) in sizes {
        let place = dir.path().join(size.replace([' ', ','], "-"));
        std::fs::create_dir(&place).unwrap();
        std::fs::write(place.join("index.html"), PAGE).unwrap();
        let file = place.join("game.js");
        std::fs::write(&file, &script).unwrap();
        let (file_name, place_name) = (file.display().to_string(), place.display().to_string());
        let own = warm(&folder(&script), rounds);
        line(&size, "warm", "the whole critic", own, Some(own));
        line(&size, "warm", "acorn, parse and walk", own, installed.then(|| acorn(&peers, &file)).flatten());
        let rounds = rounds.min(7);
        let tool = gamebuilder().filter(|_| !smoke);
        let own_cold = tool.and_then(|tool| cold(&tool, &["critique", "--profile", "play", &place_name], rounds));
        line(&size, "cold", "gamebuilder critique", own, own_cold);
        let esprima = peers.join("esprima-once.cjs").display().to_string();
        let peer = |name: &str| peers.join("node_modules/.bin").join(name);
        let config = peers.join("eslint.config.mjs").display().to_string();
        let measured: [(&str, PathBuf, Vec<&str>); 3] = [
            ("esprima in node, parse and visit", "node".into(), vec![&esprima, &file_name]),
            ("oxlint", peer("oxlint"), vec![&file_name]),
            ("ESLint, four rules", peer("eslint"), vec!["--no-ignore", "-c", &config, &file_name]),
        ];
        for (who, program, args) in measured {
            line(&size, "cold", who, own, installed.then(|| cold(&program, &args, rounds)).flatten());
        }
    }
}

/// The tool, built in the same profile as this bench.
fn gamebuilder() -> Option<PathBuf> {
    let own = std::env::current_exe().ok()?;
    let tool = own.parent()?.parent()?.join("gamebuilder");
    tool.is_file().then_some(tool)
}
