use super::{Genre, PlayTest, Policy};

pub(super) static GENRE: Genre = Genre {
    id: "runner",
    json: include_str!("../../fallback-templates/runner/genre.json"),
    words: &[
        (
            17,
            "endless runner, runner game, auto runner, runs down, runs along, endless corridor, temple run, t rex game, dino game, parkour, swing on a vine, swing on, 🏃",
        ),
        (
            14,
            "runner, run and jump over, jumps over, jumping over, jump over, jumps between, jumping game, one button game where, يقفز فوق, salta sobre, saute par, springt uber",
        ),
        (8, "rooftops, rooftop, running, laufen, correr, courir"),
    ],
    objective: "run as far as the goal without losing all lives",
    controls_choices: &["Space", "arrow up", "touch"],
    lose_choices: &["running out of lives", "one hit"],
    curve: "it gets faster from level to level, and more stands in the way",
    title_word: "Run",
    usual_player: None,
    like: "platformer",
    play_test: PlayTest {
        policy: Policy::RunAndJump,
        moves: &[],
        act: Some("Space"),
        first_point_ms: 15000,
        idle_loses_ms: Some(60000),
    },
};
