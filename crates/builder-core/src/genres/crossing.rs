use super::{Genre, PlayTest, Policy};

pub(super) static GENRE: Genre = Genre {
    id: "crossing",
    json: include_str!("../../fallback-templates/crossing/genre.json"),
    words: &[(
        16,
        "road crossing, crossing, cross the road, frogger, crossy, cruza, cruzar, traverser, uberquer*, attraversa*, atravessa*, przechodz*, переход*, river with logs, lily pads, crosses the, get to the other side",
    )],
    objective: "get to the other side again and again",
    controls_choices: &["arrow keys", "WASD", "touch"],
    lose_choices: &["running out of lives"],
    curve: "after every second crossing lanes are faster and denser",
    title_word: "Crossing",
    usual_player: None,
    like: "dodge",
    play_test: PlayTest {
        policy: Policy::Avoid,
        moves: &["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"],
        act: Some("Space"),
        first_point_ms: 15000,
        idle_loses_ms: Some(100000),
    },
};
