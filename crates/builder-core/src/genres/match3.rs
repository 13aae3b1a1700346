use super::{Genre, PlayTest, Policy};

pub(super) static GENRE: Genre = Genre {
    id: "match3",
    json: include_str!("../../fallback-templates/match3/genre.json"),
    words: &[(
        16,
        "match 3, match three, match-3, match game, bejeweled, candy crush, bubble shooter, colour blind friendly match, tile matching, three in a row, gem swap",
    )],
    objective: "make lines of three until the goal of each level is reached",
    controls_choices: &["arrow keys and space", "mouse", "touch"],
    lose_choices: &["running out of time", "never: no pressure"],
    curve: "each level wants more points",
    title_word: "Match",
    usual_player: None,
    like: "collect",
    play_test: PlayTest {
        policy: Policy::Choose,
        moves: &["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"],
        act: Some("Space"),
        first_point_ms: 60000,
        idle_loses_ms: Some(100000),
    },
};
