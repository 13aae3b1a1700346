//! Kinds of games the composer can make, one file each, and how an idea finds its kind.
//!
//! A new kind is a folder in `fallback-templates/`, a file here, and a line in [`ALL`].

mod aim;
mod asteroids;
mod blocks;
mod breakout;
mod choose;
mod clicker;
mod collect;
mod crossing;
mod dodge;
mod fishing;
mod flappy;
mod idea;
mod match3;
mod maze;
mod memory;
mod minesweeper;
mod nearest;
mod platformer;
mod pong;
mod quiz;
mod racing;
mod rhythm;
mod runner;
mod shape;
mod shooter;
mod sliding;
mod snake;
mod stack;
mod survivor;
mod tower_defence;
mod typing;
mod whack;

use std::sync::LazyLock;

pub use choose::{Choice, Fit, choose};
pub use idea::{
    IDEA_CHARS_MAX, Idea, Token, fold, is_emoji, one_letter_apart, phrase_tokens, plain_emoji, sentences,
    strip_invisible, tokens,
};
pub use nearest::named_kind;
pub use shape::{Control, GenreShape, Layout, OptionalMechanic, Role, Tunable, TunableKind};

/// What a bot has to do to get on in a game of this kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Policy {
    /// Keep away from hazards.
    Avoid,
    /// Go to pickups and keep away from hazards.
    Gather,
    /// Line up with enemies and act.
    AimAndAct,
    /// Keep under the ball.
    Follow,
    /// Run and jump.
    RunAndJump,
    /// Turn towards the pickup and never back.
    Steer,
    /// Choose what fits on a board, by cursor or click.
    Choose,
    /// Act at the right moment.
    Time,
    /// Keep at the right height.
    Fly,
    /// Type what is shown.
    Type,
}

/// How to play-test a kind of game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayTest {
    /// What gets on.
    pub policy: Policy,
    /// Keys that move, as `KeyboardEvent.code`.
    pub moves: &'static [&'static str],
    /// The key that acts, if there is one.
    pub act: Option<&'static str>,
    /// Within how much play a bot of that policy has its first point.
    pub first_point_ms: u32,
    /// Within how much play a player who does nothing loses, if that is certain.
    pub idle_loses_ms: Option<u32>,
}

/// What the composer has to know of a kind of game beside its template.
#[derive(Debug)]
pub struct Genre {
    /// Its name in folders and settings.
    pub id: &'static str,
    /// `genre.json` of its template.
    json: &'static str,
    /// Phrases that choose it, separated by commas, each row with its weight; `*` ends an open word.
    pub words: &'static [(u32, &'static str)],
    /// What the player is after, in words.
    pub objective: &'static str,
    /// What to ask when the controls are open.
    pub controls_choices: &'static [&'static str],
    /// What to ask when the end is open.
    pub lose_choices: &'static [&'static str],
    /// How it gets harder.
    pub curve: &'static str,
    /// What a game of this kind is called when nothing better is known, in English: the second half of a title.
    pub title_word: &'static str,
    /// Whom the player is when nothing tells.
    pub usual_player: Option<&'static str>,
    /// The kind by whose ways an idea is read for who plays which part in it: `collect`, `dodge`, `shooter`, `snake`,
    /// `breakout` or `platformer`.
    pub like: &'static str,
    /// How to play-test it.
    pub play_test: PlayTest,
}

impl Genre {
    /// Its `genre.json`.
    pub fn shape(&self) -> &'static GenreShape {
        static SHAPES: LazyLock<Vec<GenreShape>> = LazyLock::new(|| {
            // The files are part of the program; the test below reads each of them.
            ALL.iter().map(|genre| serde_json::from_str(genre.json).unwrap_or_default()).collect()
        });
        let at = ALL.iter().position(|genre| genre.id == self.id).unwrap_or_default();
        &SHAPES[at]
    }
}

/// All kinds. The first is the one that is taken when nothing fits.
pub static ALL: &[&Genre] = &[
    &collect::GENRE,
    &dodge::GENRE,
    &shooter::GENRE,
    &snake::GENRE,
    &breakout::GENRE,
    &platformer::GENRE,
    &quiz::GENRE,
    &aim::GENRE,
    &racing::GENRE,
    &maze::GENRE,
    &runner::GENRE,
    &whack::GENRE,
    &flappy::GENRE,
    &memory::GENRE,
    &clicker::GENRE,
    &fishing::GENRE,
    &rhythm::GENRE,
    &survivor::GENRE,
    &crossing::GENRE,
    &match3::GENRE,
    &pong::GENRE,
    &typing::GENRE,
    &tower_defence::GENRE,
    &minesweeper::GENRE,
    &stack::GENRE,
    &asteroids::GENRE,
    &sliding::GENRE,
    &blocks::GENRE,
];

/// The kind of that name.
pub fn get(id: &str) -> Option<&'static Genre> {
    ALL.iter().copied().find(|genre| genre.id == id)
}

/// The kind that is taken when nothing fits.
pub fn usual() -> &'static Genre {
    &collect::GENRE
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "a test compares the list with the folder")]
mod tests {
    use std::{collections::BTreeSet, fs, path::Path};

    use super::*;

    #[test]
    fn list_files_and_folders_agree() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let listed: BTreeSet<String> = ALL.iter().map(|genre| genre.id.to_owned()).collect();
        let folders: BTreeSet<String> = fs::read_dir(root.join("fallback-templates"))
            .unwrap()
            .map(|entry| entry.unwrap())
            .filter(|entry| entry.path().is_dir())
            .map(|entry| entry.file_name().into_string().unwrap())
            .filter(|name| name != "shared")
            .collect();
        assert_eq!(listed, folders, "genres::ALL and the folders in fallback-templates differ");
        for id in &listed {
            assert!(root.join(format!("src/genres/{id}.rs")).is_file(), "genres/{id}.rs is missing");
        }
    }

    #[test]
    fn each_shape_is_complete() {
        for genre in ALL {
            let shape: GenreShape = serde_json::from_str(genre.json).unwrap_or_else(|e| panic!("{}: {e}", genre.id));
            assert_eq!(shape.id, genre.id);
            assert_eq!(shape.problems(), Vec::<String>::new(), "{}", genre.id);
            for key in genre.play_test.moves.iter().chain(&genre.play_test.act) {
                assert!(shape.controls.iter().any(|control| control.input == *key), "{}: {key}", genre.id);
            }
        }
    }
}
