use super::{Genre, PlayTest, Policy};

pub(super) static GENRE: Genre = Genre {
    id: "flappy",
    json: include_str!("../../fallback-templates/flappy/genre.json"),
    words: &[
        (
            15,
            "flappy, flappy bird, helicopter game, helicopter, flap, jetpack, fly through, flies through, paper plane, hot air balloon",
        ),
        (
            12,
            "one of those games where you just tap, just tap, one button, single button, hold the mouse button, kite flying, kite, पतंगबाज़ी, पतंग, hummingbird, flying game, flieg*, volar, voler, letaj*, летать, scrolling the mouse wheel, morse code, moon lander, lander",
        ),
    ],
    objective: "pass as many gates as it takes without a crash too many",
    controls_choices: &["Space", "mouse", "touch"],
    lose_choices: &["running out of lives", "one hit"],
    curve: "gaps get narrower, and everything flies faster",
    title_word: "Flight",
    usual_player: None,
    like: "dodge",
    play_test: PlayTest {
        policy: Policy::Fly,
        moves: &[],
        act: Some("Space"),
        first_point_ms: 15000,
        idle_loses_ms: Some(60000),
    },
};
