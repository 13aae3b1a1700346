use super::{Genre, PlayTest, Policy};

pub(super) static GENRE: Genre = Genre {
    id: "racing",
    json: include_str!("../../fallback-templates/racing/genre.json"),
    words: &[
        (
            15,
            "racing, race, racer, races against, lap, grand prix, kart, monster truck, monstr truck, rennen, autorennen, carrera, carreras, course de, corrida, wyscigi, гонки, гонка, перегони, yaris, سباق, रेस, レース, 赛车, 레이싱, boat game, boat race, regatta, snails race",
        ),
        (
            12,
            "driving, drive, driver, bus driving, car game, traffic, speedway, motocross, traktor*, tractor, courier bike, bike game, fahren, conducir, conduire",
        ),
    ],
    objective: "cross every line before the time is up",
    controls_choices: &["arrow keys", "A and D", "mouse", "touch"],
    lose_choices: &["running out of time", "crashing too often"],
    curve: "each lap the road is narrower, the traffic denser and the car faster",
    title_word: "Race",
    usual_player: None,
    like: "dodge",
    play_test: PlayTest {
        policy: Policy::Avoid,
        moves: &["ArrowLeft", "ArrowRight"],
        act: None,
        first_point_ms: 20000,
        idle_loses_ms: Some(90000),
    },
};
