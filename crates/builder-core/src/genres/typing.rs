use super::{Genre, PlayTest, Policy};

pub(super) static GENRE: Genre = Genre {
    id: "typing",
    json: include_str!("../../fallback-templates/typing/genre.json"),
    words: &[(
        18,
        "typing game, typing, type the words, type quickly, typing tutor, spelling game, have words on them, touch typing, type \"synergy\", tippspiel, mecanographie, tastatur spiel, buzzword",
    )],
    objective: "type every word before its bearer arrives",
    controls_choices: &["keyboard", "touch"],
    lose_choices: &["running out of lives"],
    curve: "they come faster from level to level, with longer words",
    title_word: "Typing",
    usual_player: None,
    like: "shooter",
    play_test: PlayTest {
        policy: Policy::Type,
        moves: &[],
        act: None,
        first_point_ms: 30000,
        idle_loses_ms: Some(70000),
    },
};
