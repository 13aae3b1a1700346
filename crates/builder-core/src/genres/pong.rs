use super::{Genre, PlayTest, Policy};

pub(super) static GENRE: Genre = Genre {
    id: "pong",
    json: include_str!("../../fallback-templates/pong/genre.json"),
    words: &[(
        16,
        "pong, air hockey, paddle and ball, ball tennis, table tennis, ping pong, hockey, tennis, pinball, flipper, goalkeeper, goalie, keeper trainer, foosball, volleyball, badminton, squash",
    )],
    objective: "win more points than the other side",
    controls_choices: &["arrow keys", "W and S", "mouse", "touch"],
    lose_choices: &["the other side has enough points"],
    curve: "each return makes the ball faster, and each point the rival",
    title_word: "Match",
    usual_player: None,
    like: "breakout",
    play_test: PlayTest {
        policy: Policy::Follow,
        moves: &["ArrowUp", "ArrowDown"],
        act: Some("Space"),
        first_point_ms: 20000,
        idle_loses_ms: Some(60000),
    },
};
