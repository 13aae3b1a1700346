use super::{Genre, PlayTest, Policy};

pub(super) static GENRE: Genre = Genre {
    id: "collect",
    json: include_str!("../../fallback-templates/collect/genre.json"),
    words: &[
        (
            10,
            "collect*, gather*, catch, catches, catching, pick up, picks up, picking up, pick, picks, harvest*, sammel*, sammelt, fangt, fangen, fang, recoge*, recolecta*, atrapa*, ramass*, attrape, attraper, cueill*, raccogl*, acchiappa*, apanha*, coleta*, pega, pegar, verzamel*, vang, vangt, vangen, zbiera*, lapie, lapac, собира*, лови*, ловит, збира*, ловит*, toplayan, toplar, toplama, yakala*, يجمع, اجمع, تجمع, جمع, يلتقط, पकड़*, इकट्ठा, बटोर*, 集める, 集め*, つかまえ*, つる, 收集, 接住, 接, 抓, 모으*, 잡는, 잡기",
        ),
        (
            8,
            "eat, eats, eating, eat all, frisst, isst, se come, que come, comer, mange, manger, mangia, comem, eet, zjada, ест, їсть, yiyen, يأكل, खाता, 食べる, 食べ, 吃, 먹는",
        ),
        (4, "crush*, smash*, squash*, rescue*, saves, save the, guide a"),
        (
            6,
            "find, finds, steal, steals, grab, grabs, fetch, chase, chases, guide, guiding, likes, collect and avoid, gets bigger, bigger and bigger, 🐟, 🍎",
        ),
    ],
    objective: "gather good things and keep clear of bad ones",
    controls_choices: &["arrow keys", "WASD", "mouse", "touch"],
    lose_choices: &["running out of lives", "running out of time", "never: no pressure"],
    curve: "hazards become faster and more as the score grows",
    title_word: "Quest",
    usual_player: None,
    like: "collect",
    play_test: PlayTest {
        policy: Policy::Gather,
        moves: &["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"],
        act: None,
        first_point_ms: 15_000,
        idle_loses_ms: None,
    },
};
