use super::{Genre, PlayTest, Policy};

pub(super) static GENRE: Genre = Genre {
    id: "platformer",
    json: include_str!("../../fallback-templates/platformer/genre.json"),
    words: &[
        (
            15,
            "platformer, platform game, jump and run, jumpnrun, jump n run, side scroller, sidescroller, mario, double jump, juego de plataformas, plataformas, jeu de plateforme, platformowka, платформер, ジャンプアクション, 平台跳跃, 플랫폼",
        ),
        (11, "jumping game, jumps from, leaps from, 飛び移*, 飛び"),
        (
            9,
            "jump, jumps, jumping, leap*, hop, hops, hupf*, springt, springen, spring uber, salta, saltar, saltando, saute, sauter, saltare, pula, pular, springt over, skacze, skak*, прыга*, прыгать, стриба*, zipla*, يقفز, اقفز, تقفز, قفز, कूद*, ジャンプ, 跳跃, 跳, 점프*, 뛰는",
        ),
        (7, "platforms, floor is lava, climb, climbs, reach the top, ladders, swing on a"),
        (3, "rooftops, rooftop, grappling"),
    ],
    objective: "jump from platform to platform and gather what lies there",
    controls_choices: &["arrow keys and space", "WASD and space", "touch"],
    lose_choices: &["running out of lives", "one fall", "never: no pressure"],
    curve: "further on, gaps grow wider and more hazards patrol the platforms",
    title_word: "Leap",
    usual_player: None,
    like: "platformer",
    play_test: PlayTest {
        policy: Policy::RunAndJump,
        moves: &["ArrowLeft", "ArrowRight"],
        act: Some("Space"),
        first_point_ms: 30_000,
        idle_loses_ms: None,
    },
};
