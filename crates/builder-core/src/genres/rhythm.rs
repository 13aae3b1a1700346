use super::{Genre, PlayTest, Policy};

pub(super) static GENRE: Genre = Genre {
    id: "rhythm",
    json: include_str!("../../fallback-templates/rhythm/genre.json"),
    words: &[(
        15,
        "rhythm game, rhythm, beat made, dance dance, guitar hero, dance game, dancing game, waggle dance, morse code, morse, music game, piano tiles, drum, to the beat, rhythmus*, ritmo, ритм*, リズム, 节奏, 리듬, إيقاع",
    )],
    objective: "strike each note on its beat until the song is over",
    controls_choices: &["arrow keys", "one key", "touch"],
    lose_choices: &["missing too many notes", "never: no pressure"],
    curve: "faster from level to level, with more notes",
    title_word: "Beat",
    usual_player: None,
    like: "collect",
    play_test: PlayTest {
        policy: Policy::Time,
        moves: &["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"],
        act: Some("Space"),
        first_point_ms: 20000,
        idle_loses_ms: Some(60000),
    },
};
