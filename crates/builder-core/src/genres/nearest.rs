use super::{Idea, choose::says_about};

/// A kind of game that people name and for which there is no template.
#[derive(Debug, Clone, Copy)]
pub(super) struct Near {
    /// The kind, as people call it.
    pub asked: &'static str,
    /// The template that comes nearest.
    pub genre: &'static str,
    /// Why that one.
    pub because: &'static str,
    /// How much a mention weighs against words that tell of a template.
    pub weight: u32,
    /// Phrases that name it, separated by commas.
    phrases: &'static str,
}

const fn near(
    weight: u32,
    asked: &'static str,
    genre: &'static str,
    because: &'static str,
    phrases: &'static str,
) -> Near {
    Near { asked, genre, because, weight, phrases }
}

/// The kind of game that an idea names and for which there is no template.
pub fn named_kind(idea: &Idea) -> Option<&'static str> {
    find(idea).map(|near| near.asked)
}

pub(super) fn find(idea: &Idea) -> Option<&'static Near> {
    NEAREST
        .iter()
        .filter(|near| near.phrases.split(',').any(|phrase| says_about(idea, phrase.trim())))
        .reduce(|best, next| if next.weight > best.weight { next } else { best })
}

const NEAREST: &[Near] = &[
    near(
        14,
        "tower defence",
        "shooter",
        "waves come on and are shot before they get through",
        "tower defense, tower defence, towerdefense, tower-defense, defense, defence, waves of",
    ),
    near(
        14,
        "a match-3 puzzle",
        "collect",
        "matching things are gathered",
        "match 3, match three, match game, bejeweled, candy crush",
    ),
    near(
        14,
        "a memory game",
        "collect",
        "the things to find are gathered",
        "memory game, memory pairs, matching memory, memory, juego de memoria, memoria, gedachtnisspiel, jeu de memoire",
    ),
    near(
        14,
        "a typing game",
        "shooter",
        "what comes on is shot instead of typed",
        "typing game, typing, type the words, type quickly",
    ),
    near(
        13,
        "a quiz",
        "collect",
        "right things are gathered and wrong ones left",
        "quiz, trivia, general knowledge, questions, higher or lower, quizz",
    ),
    near(
        13,
        "a learning game",
        "collect",
        "right things are gathered and wrong ones left",
        "times tables, spelling, verbs, vocabulary, number bonds, fraction, fractions, practise, practice, teach, telling the time, geography, grammar, word game, lernspiel, aprender, apprendre, تعليم, научи*, sort, drag and drop, alphabetical",
    ),
    near(
        13,
        "a racing game",
        "dodge",
        "driving on and keeping clear of what is in the way",
        "racing, race, racer, races against, lap, grand prix, kart, rennen, carrera, carreras, course de, corrida, wyscigi, гонки, гонка, перегони, yaris, سباق, रेस, レース, 赛车, 레이싱",
    ),
    near(
        11,
        "a driving game",
        "dodge",
        "driving on and keeping clear of what is in the way",
        "driving, drive, traffic, train, trains, pociag*, zug, bus driving",
    ),
    near(
        14,
        "a road crossing game",
        "dodge",
        "getting on without being hit",
        "road crossing, crossing, cross the road, frogger, crossy, cruza, traverser",
    ),
    near(
        12,
        "a flying game",
        "dodge",
        "flying on and keeping clear of what is in the way",
        "flappy, helicopter game, helicopter, moon lander, lander, moon landing, fly through, kite flying, पतंगबाज़ी",
    ),
    near(
        12,
        "an endless runner",
        "platformer",
        "running on and jumping over what is in the way",
        "endless runner, runner, runs down, runs along, endless corridor, parkour, swing on, swing, 🏃",
    ),
    near(
        12,
        "a fishing game",
        "collect",
        "the fish are gathered and the rest is kept clear of",
        "fishing, angeln, pesca, pescaria, peche, wedkowanie, рыбалка, риболовля, balik tutma, صيد السمك, 釣り, つり, 钓鱼, 낚시, 🎣",
    ),
    near(
        13,
        "a rhythm game",
        "collect",
        "the notes are caught as they come",
        "rhythm game, rhythm, beat made, dance dance, waggle dance, morse",
    ),
    near(
        14,
        "paddle and ball tennis",
        "breakout",
        "a paddle keeps a ball in play",
        "pong, air hockey, paddle and ball, ball tennis, table tennis, ping pong, hockey, tennis",
    ),
    near(14, "pinball", "breakout", "a ball is kept in play and bounces off what it hits", "pinball, flipper"),
    near(
        14,
        "a ball game with aiming",
        "collect",
        "what is aimed at is gathered",
        "golf, mini golf, minigolf, petanque, boules, bowling, billiards, snooker, pool table, projectile motion, darts, dart",
    ),
    near(
        13,
        "a goalkeeper game",
        "collect",
        "the balls are caught as they come",
        "goalkeeper, goalie, goaly, penalty, penelty, keeper trainer, saves",
    ),
    near(
        12,
        "a football game",
        "collect",
        "the balls are gathered",
        "football manager, football, soccer, basketball, volleyball, fussball, futbol, calcio",
    ),
    near(15, "a bubble shooter", "shooter", "what comes down is shot", "bubble shooter"),
    near(
        13,
        "whack-a-mole",
        "collect",
        "what pops up is gathered before it is gone",
        "whack*, bop the, bop, mole game, unmute button, balloon poping, balloon popping, popping, pop the, poping",
    ),
    near(
        12,
        "a clicker",
        "collect",
        "what is clicked elsewhere is gathered",
        "clicker, idle game, incremental, click a, just tap, tycoon",
    ),
    near(12, "a reaction test", "dodge", "being quick is what counts", "reaction test, reflex test"),
    near(
        14,
        "a block puzzle",
        "dodge",
        "the blocks fall, and the player keeps clear",
        "tetris, falling blocks, block puzzle",
    ),
    near(
        13,
        "a puzzle",
        "collect",
        "finding a way to everything is the puzzle",
        "puzzle, puzzles, sudoku, crossword, minesweeper, mine sweeping, slide tiles, merge the numbers, 2048, push crates, sokoban, pipes, rompecabezas, raetsel, головоломка",
    ),
    near(
        14,
        "a maze game",
        "collect",
        "everything is gathered while chasers are kept clear of",
        "maze, mazes, labyrinth, pac man, pacman, hedge maze, labirinto, laberinto, labyrinthe, лабиринт, 迷路, 迷宫",
    ),
    near(
        14,
        "a board game",
        "collect",
        "the pieces are gathered",
        "chess, checkers, draughts, four in a row, connect four, tic tac toe, noughts and crosses, board game, turn based",
    ),
    near(
        14,
        "a card game",
        "collect",
        "the cards are gathered",
        "card game, cards, solitaire, poker, blackjack, tricks",
    ),
    near(
        13,
        "a stealth game",
        "collect",
        "things are taken without being caught",
        "stealth, sneak*, without being seen, steals",
    ),
    near(13, "hide and seek", "collect", "what hides is found", "hide and seek, hot cold hints, bushes"),
    near(
        12,
        "a fighting game",
        "shooter",
        "the rivals are beaten from afar",
        "fencing, duel, sumo, wrestlers, boxing, fighting, martial arts, battle royale",
    ),
    near(
        13,
        "a delivery game",
        "collect",
        "what has to be delivered is gathered",
        "delivery, deliver, courier, parcels, postal service, postman, carry a patient",
    ),
    near(
        12,
        "a cooking game",
        "collect",
        "the ingredients are gathered",
        "cooking, cooks, burger assembly, backt, backen, bakery, baker, sourdough, kitchen, orders",
    ),
    near(
        13,
        "a stacking game",
        "collect",
        "the pieces are caught",
        "stack, stacking, tower of, build a tower, balance",
    ),
    near(
        12,
        "a simulation",
        "collect",
        "what the simulation would count is gathered",
        "simulator, simulation, management, manager, tycoon, build a game engine, control tower, growing, archaeology, window cleaner, plumbing, idle, queueing, laundrette, shop keeper, shopkeeper, lemonade stand",
    ),
    near(
        12,
        "a role-playing game",
        "collect",
        "treasures are gathered and monsters kept clear of",
        "mmorpg, rpg, role playing, role-playing, open world, dungeon, adventure game, metroidvania, quest",
    ),
    near(
        16,
        "a strategy game",
        "collect",
        "resources are gathered",
        "strategy game, strategy, civilisation, civilization, 4x, real time strategy, empire",
    ),
    near(
        12,
        "a drawing or colouring game",
        "collect",
        "colours are gathered",
        "drawing game, colouring, coloring, colour mixing, color mixing, paint by",
    ),
    near(
        10,
        "a ball-rolling game",
        "collect",
        "rolling about gathers what lies around",
        "marble, roll a pea, roll a, roll up",
    ),
    near(9, "a physics game", "breakout", "a ball bounces off what it hits", "physics thing, bouncing balls, physics"),
    near(10, "dodgeball", "dodge", "balls come on and are kept clear of", "dodgeball, dodge ball"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_leads_to_a_kind() {
        for row in NEAREST {
            assert!(crate::genres::get(row.genre).is_some(), "{}", row.asked);
            assert!(!row.because.is_empty() && row.weight > 0);
        }
    }
}
