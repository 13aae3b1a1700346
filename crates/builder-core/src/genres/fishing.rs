use super::{Genre, PlayTest, Policy};

pub(super) static GENRE: Genre = Genre {
    id: "fishing",
    json: include_str!("../../fallback-templates/fishing/genre.json"),
    words: &[(
        15,
        "fishing, fishing game, angeln, pesca, pescar, pescaria, peche, pecher, wedkowanie, рыбалка, риболовля, balik tutma, صيد السمك, 釣り, つり, をつる, 钓鱼, 낚시, मछली पकड़*, 🎣, lower the hook, reel in",
    )],
    objective: "bring up enough before the time is up",
    controls_choices: &["arrow keys and space", "mouse", "touch"],
    lose_choices: &["running out of hooks", "running out of time", "never: no pressure"],
    curve: "more and faster dangers from level to level",
    title_word: "Fishing",
    usual_player: Some("fisherman"),
    like: "collect",
    play_test: PlayTest {
        policy: Policy::Time,
        moves: &["ArrowLeft", "ArrowRight"],
        act: Some("Space"),
        first_point_ms: 30000,
        idle_loses_ms: Some(110000),
    },
};
