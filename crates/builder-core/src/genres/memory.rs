use super::{Genre, PlayTest, Policy};

pub(super) static GENRE: Genre = Genre {
    id: "memory",
    json: include_str!("../../fallback-templates/memory/genre.json"),
    words: &[
        (
            15,
            "memory game, memory pairs, matching memory, memory, juego de memoria, memoria, gedachtnisspiel, jeu de memoire, find the pairs, pairs game, matching pairs, concentration game, pexeso, мемори, 神経衰弱, 记忆, 기억, الذاكرة, sock sorting, sort socks, fraction matching, solitaire, card game",
        ),
        (8, "pairs, cards, match the cards, remember"),
    ],
    objective: "find all pairs before the time is up",
    controls_choices: &["arrow keys and space", "mouse", "touch"],
    lose_choices: &["running out of time", "never: no pressure"],
    curve: "boards get larger and the time for a pair shorter",
    title_word: "Pairs",
    usual_player: None,
    like: "collect",
    play_test: PlayTest {
        policy: Policy::Choose,
        moves: &["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"],
        act: Some("Space"),
        first_point_ms: 60000,
        idle_loses_ms: Some(120000),
    },
};
