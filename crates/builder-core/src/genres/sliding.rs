use super::{Genre, PlayTest, Policy};

pub(super) static GENRE: Genre = Genre {
    id: "sliding",
    json: include_str!("../../fallback-templates/sliding/genre.json"),
    words: &[(
        17,
        "2048, 1024, slide tiles, merge the numbers, merge numbers, sliding tiles, sliding puzzle, merge game, threes game",
    )],
    objective: "merge until the goal is reached",
    controls_choices: &["arrow keys", "WASD", "touch"],
    lose_choices: &["nothing can move"],
    curve: "the board fills up, and higher ones take longer to make",
    title_word: "Merge",
    usual_player: None,
    like: "collect",
    play_test: PlayTest {
        policy: Policy::Choose,
        moves: &["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"],
        act: None,
        first_point_ms: 15000,
        idle_loses_ms: None,
    },
};
