use super::{Genre, PlayTest, Policy};

pub(super) static GENRE: Genre = Genre {
    id: "stack",
    json: include_str!("../../fallback-templates/stack/genre.json"),
    words: &[(
        16,
        "stack, stacking, stacker, tower of, build a tower, burger assembly, pile up, piling, stapeln, apilar, empiler, jenga, balance",
    )],
    objective: "build the tower as high as it must be",
    controls_choices: &["Space", "mouse", "touch"],
    lose_choices: &["too many misses"],
    curve: "pieces swing faster and get smaller",
    title_word: "Tower",
    usual_player: None,
    like: "collect",
    play_test: PlayTest {
        policy: Policy::Time,
        moves: &[],
        act: Some("Space"),
        first_point_ms: 20000,
        idle_loses_ms: Some(60000),
    },
};
