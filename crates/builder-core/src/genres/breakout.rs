use super::{Genre, PlayTest, Policy};

pub(super) static GENRE: Genre = Genre {
    id: "breakout",
    json: include_str!("../../fallback-templates/breakout/genre.json"),
    words: &[
        (
            16,
            "breakout, brick breaker, brickbreaker, arkanoid, block breaker, break bricks, break the bricks, casse briques, ladrillos, mattoncini, bricks, ziegel, кирпичи, арканоид, цегл*, tugla, ब्लॉक तोड़*, ブロック崩し, 打砖块, 벽돌깨기, 벽돌 깨기",
        ),
        (9, "paddle, bat and ball, bounce the ball, bouncing ball"),
    ],
    objective: "break all the bricks with the ball",
    controls_choices: &["arrow keys and space", "mouse", "touch"],
    lose_choices: &["losing the last ball", "never: no pressure"],
    curve: "the ball gets faster, and each new board has more bricks",
    title_word: "Breaker",
    usual_player: None,
    like: "breakout",
    play_test: PlayTest {
        policy: Policy::Follow,
        moves: &["ArrowLeft", "ArrowRight"],
        act: Some("Space"),
        first_point_ms: 15_000,
        idle_loses_ms: Some(180_000),
    },
};
