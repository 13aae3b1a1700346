//! A thousand replies that were spoiled in the ways models and servers spoil them: none may break the reader, and
//! what is read is what was meant.

use std::fs;

use builder_core::{
    game::GameFiles,
    prompts::{self, PlanAnswer, Unreadable},
};
use scenarios::workspace;

/// A deterministic source of choices: SplitMix64.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from(mixed ^ (mixed >> 31)).unwrap_or(usize::MAX) % sides.max(1)
    }

    /// A place between two letters.
    fn place(&mut self, text: &str) -> usize {
        let at = self.roll(text.len() + 1);
        (at..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len())
    }
}

fn read(name: &str, file: &str) -> String {
    fs::read_to_string(workspace().join("tests/games/written").join(name).join(file)).unwrap()
}

fn game(name: &str) -> GameFiles {
    GameFiles {
        index_html: read(name, "index.html"),
        style_css: read(name, "style.css"),
        game_js: read(name, "game.js"),
    }
}

fn text_of(game: &GameFiles) -> String {
    let file = |name: &str, text: &str| format!("=== FILE: {name} ===\n{text}=== END: {name} ===\n");
    file("index.html", &game.index_html) + &file("style.css", &game.style_css) + &file("game.js", &game.game_js)
}

/// Spoils a reply in one of many ways; says whether its meaning is still whole.
fn spoiled(text: &str, dice: &mut Dice) -> (String, bool) {
    match dice.roll(14) {
        0 => (text[..dice.place(text)].to_owned(), false),
        1 => (text[dice.place(text)..].to_owned(), false),
        2 => (format!("Sure! Here is what you asked for:\n\n{text}"), true),
        3 => (format!("{text}\nLet me know if you want anything else. {{smile}}"), true),
        4 => (format!("```\n{text}\n```"), true),
        5 => (format!("<think>maybe {{}} or [1]?</think>\n{text}"), true),
        6 => (format!("{text}\n{text}"), true),
        7 => (text.replace('\n', "\r\n"), true),
        8 => (format!("\u{feff}{text}\u{200b}"), true),
        9 => {
            let at = dice.place(text);
            (format!("{}\u{0}\u{1b}[2J{}", &text[..at], &text[at..]), false)
        }
        10 => {
            let (one, two) = (dice.place(text), dice.place(text));
            let (from, to) = (one.min(two), one.max(two));
            (format!("{}{}", &text[..from], &text[to..]), false)
        }
        11 => (text.replace("\\n", "\n").replace('"', "\u{201c}"), false),
        12 => (format!("Entschuldigung, das kann ich nicht. {}", &text[..dice.place(text).min(200)]), false),
        _ => (format!("<!doctype html><html><body>{}</body></html>", &text[..dice.place(text)]), false),
    }
}

#[test]
fn a_thousand_spoiled_replies_are_read_rightly_or_refused_with_a_reason() {
    let names = ["lantern-moth", "plank-tower", "garden-snake", "brick-kiln", "comet-guard", "tide-pools"];
    let (mut read_files, mut refused_files, mut plans, mut refused_plans, mut repairs) = (0, 0, 0, 0, 0);
    for seed in 0..1_000 {
        let mut dice = Dice(seed);
        let name = names[dice.roll(names.len())];
        let good = game(name);
        let (text, whole) = spoiled(&text_of(&good), &mut dice);
        match prompts::read_files(&text) {
            Ok(files) => {
                read_files += 1;
                if whole {
                    let plain = |text: &str| text.replace(['\r', '\u{200b}'], "");
                    assert_eq!(plain(&files.game_js).trim(), good.game_js.trim(), "seed {seed}");
                    assert_eq!(plain(&files.index_html).trim(), good.index_html.trim(), "seed {seed}");
                }
            }
            Err(why) => {
                assert!(!whole, "seed {seed}: {why}");
                assert!(!why.to_string().is_empty());
                refused_files += 1;
            }
        }
        // The same reply as a repair of another game, and its rest behind any beginning.
        let repaired = prompts::read_repair(&text, &good);
        assert!(!whole || repaired == Err(Unreadable::Unchanged), "seed {seed}: {repaired:?}");
        repairs += usize::from(repaired.is_ok());
        let _ = prompts::read_files(&prompts::joined(&prompts::begun(&text), &text));

        let answer = read(name, "plan_answer.json");
        let wanted = prompts::read_answer::<PlanAnswer>(&answer).unwrap().0;
        let (text, whole) = spoiled(&answer, &mut dice);
        match prompts::read_answer::<PlanAnswer>(&text) {
            Ok((plan, _)) => {
                plans += 1;
                assert!(!whole || plan == wanted, "seed {seed}");
            }
            Err(why) => {
                assert!(!whole, "seed {seed}: {why}\n{text}");
                assert!(!why.is_empty());
                refused_plans += 1;
            }
        }
    }
    // Measured shares: they fall when the readers get worse.
    println!(
        "files read {read_files}, refused {refused_files}; plans read {plans}, refused {refused_plans}; repairs {repairs}"
    );
    assert!(read_files >= 620 && plans >= 500, "files {read_files}, plans {plans}");
    assert!(refused_files >= 100 && refused_plans >= 100, "what is not whole is not made up");
}
