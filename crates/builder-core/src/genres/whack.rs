use super::{Genre, PlayTest, Policy};

pub(super) static GENRE: Genre = Genre {
    id: "whack",
    json: include_str!("../../fallback-templates/whack/genre.json"),
    words: &[
        (
            15,
            "whack*, bop the, bop, mole game, moles, unmute button, balloon poping, balloon popping, popping, pop the, poping, pop balloons, swat, reaction test, reflex, reaction game, hide and seek, taupe, maulwurf",
        ),
        (9, "big targets, tap the, click the, button that keeps moving, pops up, pop up, pushes in, queueing, queue"),
    ],
    objective: "hit everything you should before the time is up",
    controls_choices: &["arrow keys and space", "mouse", "touch"],
    lose_choices: &["running out of lives", "running out of time", "never: no pressure"],
    curve: "they come up faster from level to level and stay shorter",
    title_word: "Whack",
    usual_player: None,
    like: "collect",
    play_test: PlayTest {
        policy: Policy::Choose,
        moves: &["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"],
        act: Some("Space"),
        first_point_ms: 20000,
        idle_loses_ms: Some(80000),
    },
};
