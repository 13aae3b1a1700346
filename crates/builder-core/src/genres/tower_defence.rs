use super::{Genre, PlayTest, Policy};

pub(super) static GENRE: Genre = Genre {
    id: "tower_defence",
    json: include_str!("../../fallback-templates/tower_defence/genre.json"),
    words: &[(
        17,
        "tower defense, tower defence, towerdefense, tower-defense, defense, defence, towers, turrets, protect the base, protect the castle, jeu de defense, torres de defensa, башни",
    )],
    objective: "let nobody get to the end of the way",
    controls_choices: &["arrow keys and space", "mouse", "touch"],
    lose_choices: &["too many getting through"],
    curve: "each wave is larger and tougher",
    title_word: "Defence",
    usual_player: None,
    like: "shooter",
    play_test: PlayTest {
        policy: Policy::Choose,
        moves: &["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"],
        act: Some("Space"),
        first_point_ms: 40000,
        idle_loses_ms: Some(70000),
    },
};
