use super::{Genre, PlayTest, Policy};

pub(super) static GENRE: Genre = Genre {
    id: "minesweeper",
    json: include_str!("../../fallback-templates/minesweeper/genre.json"),
    words: &[(
        17,
        "minesweeper, mine sweeping, minesweeping, mine sweeper, mines on a hexagon, demineur, buscaminas, сапер, マインスイーパー, 扫雷, archaeology, dig for, digging, hidden treasure",
    )],
    objective: "open everything that is safe",
    controls_choices: &["arrow keys and space", "mouse", "touch"],
    lose_choices: &["running out of lives", "running out of time"],
    curve: "fields get larger and hold more bad cells",
    title_word: "Field",
    usual_player: None,
    like: "collect",
    play_test: PlayTest {
        policy: Policy::Choose,
        moves: &["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"],
        act: Some("Space"),
        first_point_ms: 15000,
        idle_loses_ms: Some(130000),
    },
};
