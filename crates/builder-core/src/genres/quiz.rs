use super::{Genre, PlayTest, Policy};

pub(super) static GENRE: Genre = Genre {
    id: "quiz",
    json: include_str!("../../fallback-templates/quiz/genre.json"),
    words: &[
        (
            15,
            "quiz, quizz, trivia, general knowledge, questions, higher or lower, multiple choice, викторина, вікторина, クイズ, 问答, 퀴즈, مسابقة, प्रश्नोत्तरी",
        ),
        (
            15,
            "times tables, times table, number bonds, telling the time, verbs, vocabulary, geography, sort vertebrates, vertebrates, lernspiel, multiplication, arithmetic, mental arithmetic, maths, math, alphabet, الحروف, تعليم, word game, screen reader, text only, single switch, colour mixing, color mixing",
        ),
        (
            8,
            "learn, teach, teaching, practise, practice, for my class, students, flashcards, aprender, apprendre, lernen, научи*",
        ),
    ],
    objective: "answer before the danger catches up",
    controls_choices: &["keys 1 to 4", "arrow keys and space", "mouse", "touch"],
    lose_choices: &["running out of lives", "never: no pressure"],
    curve: "questions get harder from level to level and the time to think shorter",
    title_word: "Quiz",
    usual_player: None,
    like: "collect",
    play_test: PlayTest {
        policy: Policy::Choose,
        moves: &["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"],
        act: Some("Space"),
        first_point_ms: 20000,
        idle_loses_ms: Some(90000),
    },
};
