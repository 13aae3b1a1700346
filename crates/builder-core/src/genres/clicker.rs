use super::{Genre, PlayTest, Policy};

pub(super) static GENRE: Genre = Genre {
    id: "clicker",
    json: include_str!("../../fallback-templates/clicker/genre.json"),
    words: &[
        (
            14,
            "clicker, idle game, idle, incremental, click a, tycoon, lemonade stand, earns while, bakery empire, cookie clicker",
        ),
        (
            11,
            "management, growing, shop keeper, shopkeeper, starter management, build a factory, economy, game engine, shop with, something cosy, relaxing with, zen garden, farm game",
        ),
    ],
    objective: "earn enough by clicking and by what you buy",
    controls_choices: &["arrow keys and space", "mouse", "touch"],
    lose_choices: &["running out of time"],
    curve: "prices grow with every purchase, and thieves come",
    title_word: "Works",
    usual_player: None,
    like: "collect",
    play_test: PlayTest {
        policy: Policy::Choose,
        moves: &["ArrowLeft", "ArrowRight"],
        act: Some("Space"),
        first_point_ms: 5000,
        idle_loses_ms: Some(80000),
    },
};
