use super::{Genre, PlayTest, Policy};

pub(super) static GENRE: Genre = Genre {
    id: "shooter",
    json: include_str!("../../fallback-templates/shooter/genre.json"),
    words: &[
        (
            13,
            "space shooter, vertical shooter, shooter, shoot em up, shootem up, shmup, space invaders, bullet hell, asteroids, twin stick",
        ),
        (
            11,
            "shoot, shoots, shooting, schiess*, ballern, dispara*, disparar, tirer sur, tire sur, spara*, sparatutto, atira*, schiet*, strzel*, стреля*, стрелялка, шутер, стріля*, ates et, ates eden, إطلاق النار, يطلق, أطلق, गोली*, निशाना, シューティング, 撃つ, 撃て, 射击, 打飞机, 슈팅, 쏘는, 쏘기",
        ),
        (
            8,
            "blast, blaster, zap, lasers, laser, lazers, bullets, gun, guns, invaders, throw, throws, throwing, dropping, rocks that split, mouse to aim, aim",
        ),
        (5, "bosses, enemies, aliens, fight, fights, destroy*, defend*, arena, hyperspace, battle"),
        (5, "👾, 💥, 🔫"),
        (2, "🚀, 🛸, 👽, attack, attacks"),
    ],
    objective: "shoot what comes on before it reaches you",
    controls_choices: &["arrow keys and space", "A and D and space", "mouse", "touch"],
    lose_choices: &["running out of lives", "one hit", "never: no pressure"],
    curve: "enemies come more often, move faster and come in larger groups as the score grows",
    title_word: "Blaster",
    usual_player: Some("rocket"),
    like: "shooter",
    play_test: PlayTest {
        policy: Policy::AimAndAct,
        moves: &["ArrowLeft", "ArrowRight"],
        act: Some("Space"),
        first_point_ms: 20_000,
        idle_loses_ms: Some(180_000),
    },
};
