use crate::{
    game::Assumption,
    genres::{Genre, Idea, Tunable},
};

/// What an idea wishes beside its theme.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Wishes {
    /// No pressure.
    pub relaxed: bool,
    /// Harder than usual.
    pub hard: bool,
    /// For someone small or slow.
    pub easy: bool,
    /// Black and white and one bright colour.
    pub high_contrast: bool,
    /// Everything larger.
    pub big: bool,
    /// No flashing, no shaking.
    pub reduced_motion: bool,
    /// Without sound.
    pub silent: bool,
    /// With sound.
    pub sound: bool,
    /// Told apart by more than colour.
    pub color_blind: bool,
    /// Played with one button.
    pub one_button: bool,
    /// Played with the mouse.
    pub mouse: bool,
    /// Played by touch.
    pub touch: bool,
    /// Played with keys.
    pub keyboard: bool,
    /// Against Phaser's absence: the author asked for it.
    pub phaser: bool,
    /// For how many players, when the idea says.
    pub players: Option<u32>,
    /// How many lives.
    pub lives: Option<f64>,
    /// How fast the player is, in px/s.
    pub speed: Option<f64>,
    /// How large the player is, in px.
    pub size: Option<f64>,
    /// How long a game lasts, in seconds.
    pub seconds: Option<f64>,
    /// How much is to be reached.
    pub goal: Option<f64>,
    /// Rows and columns of bricks.
    pub rows: Option<(f64, f64)>,
    /// Columns and rows of a board.
    pub board: Option<(f64, f64)>,
    /// The size of the canvas.
    pub canvas: Option<(u32, u32)>,
    /// What was asked for and cannot be had, with the reason.
    pub scope: Vec<(&'static str, &'static str)>,
}

/// What is assumed of two players where there is no game for two.
const ONE_AT_A_TIME: &str = "one player at a time";

/// Words that switch something on, each list separated by commas.
const RELAXED: &str = "relaxing, relaxed, relax, cosy, cozy, calm, calming, peaceful, chill, gentle, soothing, no pressure, no time pressure, no stress, stress free, entspann*, gemutlich, ruhig*, relajante, tranquil*, calme, rilassante, relaxante, ontspann*, spokojn*, спокойн*, спокійн*, sakin, هادئة, शांत, のんびり, 放松, 편안한";
const HARD: &str = "hard, hardest, hardcore, very difficult, difficult, brutal, challenging, impossible, schwer, schwierig, dificil, difficile, moeilijk, trudn*, сложн*, трудн*, складн*, zor, صعبة, कठिन, むずかしい, 難しい, 困难, 어려운";
const EASY: &str = "easy, simple, not too hard, nothing fancy, toddler, for my 4 year old, 4 year old, 3 year old, 5 year old, 2 year old, reception class, litle sister, little sister, shes 3, shes 4, hes 3, hes 4, for small children, for kids, kindergarten, shaky hands, einfach*, leicht, facil, facile, makkelijk, latw*, легк*, kolay, سهلة, بسيطة, आसान, सरल, やさしい, かんたん, 简单, 쉬운";
const HIGH_CONTRAST: &str = "high contrast, low vision, visually impaired, partially sighted, black and yellow, black and white only, bad eyesight";
const BIG: &str = "very large, big targets, big buttons, large text, low vision, shaky hands, huge, big and easy, big letters, large buttons, dyslexia";
const REDUCED: &str = "no flashing, no flash, without flashing, flashing lights, epilepsy, epileptic, photosensitive, reduced motion, no screen shake, motion sick, motion sickness, vestibular";
const SILENT: &str = "silent, no sound, without sound, no audio, mute, muted, soundless, ohne ton, sin sonido, sans son, senza suono, sem som, bez dzwieku, без звука";
const SOUND: &str = "with sound, with sounds, sound effects, sound is nice, music, beeps, play notes, plays notes, beat, cheering, sings, noisy, mit ton, mit musik, con sonido, con musica, avec du son";
const COLOR_BLIND: &str = "colour blind, color blind, colourblind, colorblind, red from green, not just colours, not only colours, not just colors, farbenblind, daltonic*";
const ONE_BUTTON: &str = "one button, single button, one key, single switch, one switch, only the space bar, just tap, one press, spacebar only, space bar only, only space";
const MOUSE: &str = "mouse only, mouse moves, with the mouse, move the mouse, mouse button, mouse to aim, click, clicking, mouse wheel, a la souris, mit der maus, con el raton, col mouse, myszka, мышкой, マウス, 鼠标, 마우스";
const TOUCH: &str = "touch, touchscreen, touch screen, tap, taps, swipe, phone, mobile, tablet, ipad, smartphone, handy, movil, telephone, telefon, cellulare, telefoon, телефон, スマホ, 手机, 휴대폰";
const KEYBOARD: &str = "arrow keys, arrows, wasd, keyboard, space bar, spacebar, left and right, key, keys, press space, pfeiltasten, tastatur, flechas, teclado, fleches, clavier, frecce, tastiera, setas, pijltjes, strzalki, стрелк*, клавиш*, 矢印, 方向键, 방향키, no mouse";
const PHASER: &str = "phaser, phaser3, phaserjs, phaser js";
const TWO: &str = "two player, two players, 2 players, 2 player, for two, co op, coop, multiplayer, me and my sister, me and my brother, two cooks, with a friend, against each other, mash q or p, a d and left right, local multiplayer, zu zweit, dos jugadores, deux joueurs, due giocatori, dois jogadores, 二人, 双人, 2인";

/// Phrases, what is asked for by them, and why it cannot be had.
const SCOPE: &[(&str, &str, &str)] = &[
    (
        "3d, photorealistic, vr, virtual reality, first person",
        "3D",
        "games here are drawn flat on a canvas, which every browser shows",
    ),
    (
        "online multiplayer, online, mmorpg, mmo, battle royale, 100 players, massively",
        "online play",
        "a game here is three files without a server",
    ),
    (
        "50 levels, 100 levels, every league, open world, 12 alien races, houses you can buy, skins, levels",
        "a large world",
        "one small game that works comes first: one scene that gets harder",
    ),
    ("voice acting, voice, voices, spoken", "voices", "there are no recordings; what is said is written"),
    ("gamepad, controller, joystick, left stick, right trigger", "a gamepad", "it is played with keys, mouse or touch"),
    ("mouse wheel, scrolling, scroll", "the mouse wheel", "it is played with keys, mouse or touch"),
    (
        "tilt my phone, tilt, gyroscope, shake the phone, accelerometer",
        "tilting",
        "it is played with keys, mouse or touch",
    ),
    (
        "microphone, webcam, camera control, speech",
        "microphone or camera",
        "a game here runs in a closed box without devices",
    ),
    (
        "ai enemies, artificial intelligence, chatgpt, ai powered",
        "enemies that think",
        "enemies follow simple rules, so that they can be tested",
    ),
    (
        "real physics, realistic, physics engine, every player, all players",
        "true-to-life simulation",
        "simple rules of motion are what can be tested",
    ),
    (
        "earns while, tab is closed, remembered, save game, save the game, cloud save",
        "keeping a game for later",
        "a game here runs in a closed box and starts afresh each time, but for the best score of the sitting",
    ),
    (
        "leaderboard, sends the score, send the score, high score table online, sell them, in app, shop with",
        "a server",
        "a game here is three files without a server",
    ),
    ("screen reader", "a screen reader", "the play is drawn; titles and results are real text"),
    ("game engine, other people can make", "a game engine", "the result is one game"),
    (
        "die instantly, no movement, without jumping, without rules, no text",
        "a contradiction",
        "a game that can be played and tested comes first",
    ),
];

impl Wishes {
    /// Reads the wishes of an idea.
    pub fn read(idea: &Idea) -> Self {
        let says = |list: &str| list.split(',').any(|phrase| idea.says(phrase.trim()));
        let denied = |word: &str| idea.says(&format!("no {word}")) || idea.says(&format!("without {word}"));
        let no_mouse = denied("mouse");
        let mut wishes = Self {
            relaxed: says(RELAXED) || says("no timer, no time limit, no hurry, screensaver"),
            hard: says(HARD) && !says("not too hard, not hard, isnt hard, not difficult, too hard"),
            easy: says(EASY) && !says("easy computer"),
            high_contrast: says(HIGH_CONTRAST),
            big: says(BIG),
            reduced_motion: says(REDUCED),
            silent: says(SILENT) && !says("on mute, unmute"),
            sound: says(SOUND) && !denied("music") && !says("no audio files"),
            color_blind: says(COLOR_BLIND),
            one_button: says(ONE_BUTTON),
            mouse: says(MOUSE) && !no_mouse,
            touch: says(TOUCH),
            keyboard: says(KEYBOARD),
            phaser: says(PHASER),
            players: says(TWO).then_some(2),
            ..Self::default()
        };
        if idea.says("single player") || idea.says("exactly one person") {
            wishes.players = Some(1);
        }
        // A wish for calm and one for hardness: calm is the safe one.
        if wishes.hard && (wishes.relaxed || wishes.easy) {
            wishes.hard = false;
        }
        wishes.sound |= idea.says("no audio files");
        wishes.read_numbers(idea);
        for (phrases, asked, why) in SCOPE {
            if says(phrases) {
                wishes.scope.push((asked, why));
            }
        }
        if wishes.players == Some(2) {
            wishes.scope.push(("two players", "the templates are for one player; take turns and compare scores"));
        }
        wishes
    }

    fn read_numbers(&mut self, idea: &Idea) {
        let word = |at: usize| idea.tokens.get(at).map_or("", |token| token.text.as_str());
        for at in 0..idea.tokens.len() {
            if let Some((width, height)) =
                word(at).split_once('x').and_then(|(w, h)| Some((w.parse::<u32>().ok()?, h.parse::<u32>().ok()?)))
            {
                if width >= 100 && height >= 100 && width <= 4096 && height <= 4096 {
                    self.canvas.get_or_insert((width, height));
                } else if (3..100).contains(&width) && (3..100).contains(&height) {
                    self.board.get_or_insert((f64::from(width), f64::from(height)));
                }
                continue;
            }
            let Some(number) = number(word(at)) else { continue };
            let (before, next, after) = (at.checked_sub(1).map_or("", word), word(at + 1), word(at + 2));
            match next {
                "lives" | "life" | "hearts" | "leben" | "vidas" | "vies" | "vite" | "levens" | "zycia" | "жизни"
                | "жизней" | "життя" => {
                    self.lives.get_or_insert(number);
                }
                "strikes" | "misses" | "mistakes" | "hits" if after != "the" => {
                    self.lives.get_or_insert(number);
                }
                "px" | "pixels" | "pixel" => match after {
                    "per" | "a" | "s" => {
                        self.speed.get_or_insert(number);
                    }
                    "wide" | "tall" | "high" | "big" | "large" | "square" => {
                        self.size.get_or_insert(number);
                    }
                    _ => {}
                },
                "seconds" | "second" | "minutes" | "minute" | "sekunden" | "minuten" | "segundos" | "minutos"
                | "secondes" => {
                    let unit = if next.starts_with("min") { 60.0 } else { 1.0 };
                    let lasting = matches!(
                        before,
                        "last"
                            | "lasts"
                            | "survive"
                            | "survives"
                            | "have"
                            | "play"
                            | "in"
                            | "within"
                            | "after"
                            | "of"
                            | "wahrend"
                    ) && !matches!(before, "after" if unit < 60.0);
                    if (lasting && before != "in" || before == "in" && after == "to")
                        || matches!(after, "a" | "of" | "rounds" | "games")
                    {
                        self.seconds.get_or_insert(number * unit);
                    }
                }
                "rows" | "row" if after == "of" => {
                    if let Some(columns) = number_at(word(at + 3)) {
                        self.rows.get_or_insert((number, columns));
                    }
                }
                _ => {
                    let to_reach = (before == "to" && word(at.saturating_sub(2)) == "first")
                        || matches!(before, "deliver" | "collect" | "reach" | "gather" | "catch" | "length")
                        || (next == "points" && after == "to")
                        || (next == "shots");
                    if to_reach && number >= 2.0 {
                        self.goal.get_or_insert(number);
                    }
                }
            }
        }
    }

    /// The value the idea fixes for a tunable, if it does.
    pub fn value_for(&self, tunable: &Tunable) -> Option<f64> {
        let id = tunable.id.as_str();
        match id {
            "start_lives" => self.lives,
            "player_speed" | "paddle_speed" | "run_speed" => self.speed,
            "player_size" => self.size,
            "rows" => self.rows.map(|rows| rows.0),
            "columns" => self.rows.map(|rows| rows.1),
            "field_cells" | "board_cells" => self.board.map(|board| board.0.min(board.1)),
            "time_limit" => self.seconds,
            // Values double: 1024 is the tenth.
            "goal_value" => self.goal.filter(|goal| *goal >= 32.0).map(|goal| goal.log2().round()),
            "goal" | "goal_length" => self.goal,
            _ => None,
        }
    }

    /// What the wishes leave to be said of a kind of game.
    pub fn assumptions(&self, genre: &Genre) -> Vec<Assumption> {
        let shape = genre.shape();
        // A kind of game with keys for two takes the second player.
        let for_two = shape.how_to.iter().any(|line| line == "two_players");
        let mut said = self.out_of_scope();
        said.retain(|assumption| !(for_two && assumption.assumed == ONE_AT_A_TIME));
        let name = shape.name.to_lowercase();
        let scope = |assumed: String, why: &str| Assumption { about: "scope".into(), assumed, why: why.into() };
        let numbers = [
            (self.lives, "lives"),
            (self.goal, "to reach"),
            (self.seconds, "seconds"),
            (self.speed, "px per second"),
            (self.size, "px in size"),
            (self.board.map(|board| board.0.min(board.1)), "cells"),
            (self.rows.map(|rows| rows.0), "rows"),
        ];
        for (wish, what) in numbers.iter().filter_map(|(wish, what)| wish.map(|wish| (wish, *what))) {
            match shape.tunables.iter().find(|tunable| self.value_for(tunable) == Some(wish)) {
                Some(tunable) => {
                    let has = super::vary::snap(tunable, wish);
                    if (has - wish).abs() > 1e-9 {
                        let range = format!("this game takes {} to {}", tunable.min, tunable.max);
                        said.push(scope(format!("{has} instead of {wish} {what}"), &range));
                    }
                }
                None => said.push(scope(
                    format!("not the {wish} {what} of the idea"),
                    &format!("a {name} game has no such number"),
                )),
            }
        }
        if let Some((width, height)) = self.canvas {
            let why = "the game fills its window, so that it can be played on a phone too";
            said.push(scope(format!("not a fixed canvas of {width}x{height}"), why));
        }
        said
    }

    fn out_of_scope(&self) -> Vec<Assumption> {
        self.scope
            .iter()
            .map(|(asked, why)| Assumption {
                about: "scope".into(),
                assumed: match *asked {
                    "a contradiction" => "where the idea contradicts itself, the playable reading is taken".into(),
                    "two players" => ONE_AT_A_TIME.into(),
                    asked => format!("without {asked}"),
                },
                why: (*why).into(),
            })
            .collect()
    }
}

fn number_at(word: &str) -> Option<f64> {
    number(word)
}

/// The number a word stands for.
fn number(word: &str) -> Option<f64> {
    const WORDS: &[&[&str]] = &[
        &["one", "ein", "eine", "un", "una", "une", "uno"],
        &["two", "zwei", "dos", "deux", "due", "dois", "twee", "dwa", "две", "два", "iki"],
        &["three", "drei", "tres", "trois", "tre", "drie", "trzy", "три", "uc"],
        &["four", "vier", "cuatro", "quatre", "quattro", "quatro", "cztery", "четыре", "dort"],
        &["five", "funf", "cinco", "cinq", "cinque", "vijf", "piec", "пять", "bes"],
        &["six", "sechs", "seis", "sei", "zes"],
        &["seven", "sieben", "siete", "sept", "sette"],
        &["eight", "acht", "ocho", "huit", "otto"],
        &["nine", "neun", "nueve", "neuf", "nove"],
        &["ten", "zehn", "diez", "dix", "dieci", "dez", "tien"],
    ];
    if word.is_empty() || word.len() > 7 {
        return None;
    }
    match word {
        "twelve" => Some(12.0),
        "twenty" => Some(20.0),
        "thirty" => Some(30.0),
        "sixty" => Some(60.0),
        "ninety" => Some(90.0),
        _ if word.bytes().all(|byte| byte.is_ascii_digit()) => word.parse().ok(),
        _ => WORDS
            .iter()
            .position(|words| words.contains(&word))
            .and_then(|at| u32::try_from(at + 1).ok())
            .map(f64::from),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Wishes {
        Wishes::read(&Idea::read(text))
    }

    #[test]
    fn numbers_are_read() {
        let wishes = read(
            "Make a dodge game with a 600x400 canvas. The player is a yellow square 20 px wide that moves with left and \
             right at 300 px per second. You lose at the first hit and win if you last 90 seconds.",
        );
        assert_eq!(wishes.canvas, Some((600, 400)));
        assert_eq!((wishes.size, wishes.speed, wishes.seconds), (Some(20.0), Some(300.0), Some(90.0)));
        assert_eq!(read("Brick breaker with 5 rows of 10 bricks, three lives").rows, Some((5.0, 10.0)));
        assert_eq!(read("trois vies").lives, Some(3.0));
        assert_eq!(read("Snake on a 20x20 board").board, Some((20.0, 20.0)));
        assert_eq!(read("air hockey, first to 7").goal, Some(7.0));
        assert_eq!(read("more every 10 seconds").seconds, None);
    }

    #[test]
    fn wishes_are_read() {
        assert!(read("something relaxing with water").relaxed);
        let wishes = read("make the hardest game ever but my 4 year old should win each time");
        assert!(!wishes.hard && wishes.easy);
        let wishes = read("no flashing lights please, I have epilepsy. A calm fireflies game.");
        assert!(wishes.reduced_motion && wishes.relaxed);
        let wishes = read("game for someone with low vision: very large, high contrast, black and yellow");
        assert!(wishes.high_contrast && wishes.big);
        let wishes = read("3D photorealistic hospital simulator with voice acting");
        assert_eq!(wishes.out_of_scope().len(), 2);
        assert_eq!(read("2 players one keyboard").out_of_scope()[0].assumed, "one player at a time");
        assert!(read("").assumptions(crate::genres::usual()).is_empty());
    }
}
