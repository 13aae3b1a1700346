use super::{Genre, PlayTest, Policy};

pub(super) static GENRE: Genre = Genre {
    id: "snake",
    json: include_str!("../../fallback-templates/snake/genre.json"),
    words: &[
        (
            15,
            "snake game, like snake, classic snake, snake on, snake but, nokia snake, schlangenspiel, snake spiel, juego de la serpiente, jeu du serpent, gioco del serpente, jogo da cobrinha, cobrinha, змейка, змійка, yilan oyunu, لعبة الثعبان, सांप वाला खेल, ヘビゲーム, スネーク, 贪吃蛇, 뱀 게임, 스네이크, snake spel, gra w weza",
        ),
        (
            9,
            "bite yourself, bites itself, its own tail, your own tail, grows longer, gets longer, gets shorter, grow you by",
        ),
        (7, "🐍"),
        (4, "snake, eats the tail, ghosts tail"),
    ],
    objective: "eat and grow without biting yourself",
    controls_choices: &["arrow keys", "WASD", "touch"],
    lose_choices: &["biting yourself or the wall", "biting yourself only"],
    curve: "every bite makes the snake longer and a little faster",
    title_word: "Trail",
    usual_player: Some("snake"),
    like: "snake",
    play_test: PlayTest {
        policy: Policy::Steer,
        moves: &["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"],
        act: None,
        first_point_ms: 30_000,
        idle_loses_ms: None,
    },
};
