use super::{Genre, PlayTest, Policy};

pub(super) static GENRE: Genre = Genre {
    id: "aim",
    json: include_str!("../../fallback-templates/aim/genre.json"),
    words: &[
        (
            15,
            "golf, mini golf, minigolf, petanque, boules, bowling, projectile motion, darts, dart, catapult, slingshot, cannon, archery, bow and arrow, penalty, penelty, shootout, angry birds, javelin, basketball, artillery, free throws",
        ),
        (
            9,
            "throw stars, throw sticky notes, throw, throws, throwing, throw at, aim at, target practice, goaly, goalie, lob, hurl, lancer, werfen, lanzar, бросать",
        ),
    ],
    objective: "hit the targets with as few misses as possible",
    controls_choices: &["arrow keys and space", "mouse", "touch"],
    lose_choices: &["running out of throws", "never: no pressure"],
    curve: "targets get farther and smaller, wind and guard stronger",
    title_word: "Throw",
    usual_player: None,
    like: "collect",
    play_test: PlayTest {
        policy: Policy::Time,
        moves: &["ArrowUp", "ArrowDown"],
        act: Some("Space"),
        first_point_ms: 30000,
        idle_loses_ms: Some(110000),
    },
};
