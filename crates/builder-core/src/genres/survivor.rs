use super::{Genre, PlayTest, Policy};

pub(super) static GENRE: Genre = Genre {
    id: "survivor",
    json: include_str!("../../fallback-templates/survivor/genre.json"),
    words: &[
        (
            15,
            "survivors, survivor, vampire survivors, arena with, arena, horde, hordes, swarm, twin stick, battle royale, white blood cells chase, top down shooter, mouse to aim, last stand",
        ),
        (
            9,
            "zombies, zombie, sumo, wrestlers, fencing, duel, boxing, fighting, martial arts, dodgeball, mmorpg, rpg, role playing, robots, monsters",
        ),
    ],
    objective: "survive until the time is up",
    controls_choices: &["arrow keys", "WASD", "touch"],
    lose_choices: &["running out of lives", "one hit"],
    curve: "more and faster enemies as time goes on",
    title_word: "Survival",
    usual_player: None,
    like: "shooter",
    play_test: PlayTest {
        policy: Policy::Avoid,
        moves: &["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"],
        act: None,
        first_point_ms: 10000,
        idle_loses_ms: Some(70000),
    },
};
