use super::{Genre, PlayTest, Policy};

pub(super) static GENRE: Genre = Genre {
    id: "blocks",
    json: include_str!("../../fallback-templates/blocks/genre.json"),
    words: &[(
        17,
        "tetris, falling blocks, block puzzle, blocks that fall, falling pieces, pentominoes, tetromino, fallende blocke, bloques que caen, тетрис, тетріс, テトリス, 俄罗斯方块, 테트리스",
    )],
    objective: "clear enough lines before the pile reaches the top",
    controls_choices: &["arrow keys and space", "touch"],
    lose_choices: &["the pile reaching the top"],
    curve: "pieces fall faster from level to level",
    title_word: "Blocks",
    usual_player: None,
    like: "collect",
    play_test: PlayTest {
        policy: Policy::Choose,
        moves: &["ArrowLeft", "ArrowRight"],
        act: Some("Space"),
        first_point_ms: 20000,
        idle_loses_ms: None,
    },
};
