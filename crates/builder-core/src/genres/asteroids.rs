use super::{Genre, PlayTest, Policy};

pub(super) static GENRE: Genre = Genre {
    id: "asteroids",
    json: include_str!("../../fallback-templates/asteroids/genre.json"),
    words: &[(
        26,
        "asteroids, asteroid shooter, drifting spaceship, rocks that split, hyperspace, thrust, zero gravity, one steers the ship, steers the ship",
    )],
    objective: "clear all waves without losing all lives",
    controls_choices: &["arrow keys and space", "touch"],
    lose_choices: &["running out of lives"],
    curve: "each wave has more and faster ones",
    title_word: "Drift",
    usual_player: Some("rocket"),
    like: "shooter",
    play_test: PlayTest {
        policy: Policy::AimAndAct,
        moves: &["ArrowLeft", "ArrowRight"],
        act: Some("Space"),
        first_point_ms: 15000,
        idle_loses_ms: Some(90000),
    },
};
