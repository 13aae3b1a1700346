use super::{Genre, PlayTest, Policy};

pub(super) static GENRE: Genre = Genre {
    id: "dodge",
    json: include_str!("../../fallback-templates/dodge/genre.json"),
    words: &[
        (
            12,
            "dodge game, dodging game, dodge, catches fire, everything catches, sans se faire, without being caught, without being hit, without touching",
        ),
        (
            10,
            "dodg*, avoid*, evad*, dont hit, do not hit, dont touch, keep away from, ausweich*, weicht, esquiv*, evita, evitar, evite, eviter, schiva*, desvi*, ontwijk*, unika*, избега*, уклон*, уворач*, уника*, ухиля*, kacin*, تجنب, يتجنب, تفاد*, يتفادى, बचना, बचता, बचाओ, 避ける, よける, よけて, 避け, 躲避, 躲开, 躲, 피하는, 피하기, 피해",
        ),
        (
            6,
            "escape, escapes, escaping, survive, survival, fall from, falling rocks, last as long, ucieka, flieh*, entkomm*, huir, fuir, fuggi*, fugir, ontsnap*, убега*, тіка*, kacan, 逃げる, 逃げ, 逃跑, 도망*",
        ),
        (3, "falling, obstacles, hits you, reply all, fast reflexes, drifting"),
        (2, "☄, 🌧, 🌵, 🏃"),
    ],
    objective: "stay clear of everything that hurts until the time is survived",
    controls_choices: &["arrow keys", "A and D or WASD", "mouse", "touch"],
    lose_choices: &["running out of lives", "one hit", "never: no pressure"],
    curve: "hazards come more often and faster as time goes on",
    title_word: "Dash",
    usual_player: None,
    like: "dodge",
    play_test: PlayTest {
        policy: Policy::Avoid,
        moves: &["ArrowLeft", "ArrowRight"],
        act: None,
        first_point_ms: 15_000,
        idle_loses_ms: Some(120_000),
    },
};
