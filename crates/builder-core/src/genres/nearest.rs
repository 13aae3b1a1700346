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
        12,
        "a simulation",
        "clicker",
        "what the simulation would count grows, and is spent on more",
        "simulator, simulation, manager game, tycoon",
    ),
    near(
        13,
        "a learning game",
        "quiz",
        "right answers are what counts",
        "fraction, fractions, grammar, sort, drag and drop, alphabetical, spelling, exam, lesson, homework",
    ),
    near(
        12,
        "a driving game",
        "crossing",
        "getting on between what drives about",
        "train, trains, pociag*, zug, railway, trams",
    ),
    near(
        16,
        "a strategy game",
        "tower_defence",
        "a place is held against waves by what is built",
        "strategy game, strategy, civilisation, civilization, 4x, real time strategy, empire, castle siege",
    ),
    near(13, "an open-world game", "racing", "driving about is what is left of it", "open world, gta, city with cars"),
    near(
        13,
        "a role-playing game",
        "survivor",
        "monsters are fought, and who gathers enough grows stronger",
        "mmorpg, rpg, role playing, role-playing, adventure game, metroidvania, quest",
    ),
    near(
        14,
        "a board game",
        "match3",
        "pieces of a kind are lined up",
        "chess, checkers, draughts, four in a row, connect four, tic tac toe, noughts and crosses, board game",
    ),
    near(
        15,
        "a puzzle of moves",
        "sliding",
        "each move changes the whole board, and has to be thought through",
        "push crates, sokoban, puzzle with pipes, pipes on a, sudoku, crossword, swipe to, roll up carpets",
    ),
    near(
        11,
        "a puzzle",
        "sliding",
        "each move changes the whole board, and has to be thought through",
        "puzzle, puzzles, rompecabezas, raetsel, головоломка",
    ),
    near(
        15,
        "a cooking game",
        "whack",
        "what is ready is taken in time, and what is not is left",
        "cooking, cooks, backt, backen, bakery, baker, sourdough, kitchen, orders, dough, restaurant, waiter",
    ),
    near(
        13,
        "a game of many small jobs",
        "whack",
        "what needs doing comes up here and there, and is done in time",
        "control tower, window cleaner, plumbing, plumber, printer from jamming, laundrette, volcano and you choose, erupt so",
    ),
    near(
        13,
        "a delivery game",
        "maze",
        "everything is gathered in a town of streets while others are kept clear of",
        "delivery, deliver, courier, parcels, postal service, postman, carry a patient",
    ),
    near(
        12,
        "a football game",
        "aim",
        "the shot at the goal is what is left of it",
        "football manager, football, soccer, fussball, futbol, calcio",
    ),
    near(
        14,
        "a duel of two",
        "pong",
        "two stand face to face at one keyboard",
        "fencing, duel, sumo, arm wrestling, tug of war",
    ),
    near(
        12,
        "a fighting game",
        "survivor",
        "the rivals are kept off for as long as it takes",
        "boxing, fighting, martial arts, karate, wrestling",
    ),
    near(
        12,
        "a ball-rolling game",
        "racing",
        "keeping on the way through the bends",
        "marble, roll a ball, rolling ball",
    ),
    near(
        12,
        "a ball-rolling game into holes",
        "aim",
        "it takes the right direction and the right strength",
        "tilt my phone, roll a pea, pea into a hole, physics thing, bouncing balls, billiards, snooker, pool table",
    ),
    near(9, "a physics game", "aim", "it takes the right direction and the right strength", "physics"),
    near(
        13,
        "a growing game",
        "clicker",
        "what is tended grows, and makes more",
        "growing simulator, gardening, moss, farming",
    ),
    near(
        12,
        "a drawing or colouring game",
        "match3",
        "colours that belong together are found",
        "drawing game, colouring, coloring, paint by",
    ),
    near(10, "dodgeball", "dodge", "balls come on and are kept clear of", "dodgeball, dodge ball"),
    near(
        9,
        "a turn-based game",
        "maze",
        "each way is chosen with those who chase in mind",
        "turn based, turn-based, each turn",
    ),
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
