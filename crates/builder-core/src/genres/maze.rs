use super::{Genre, PlayTest, Policy};

pub(super) static GENRE: Genre = Genre {
    id: "maze",
    json: include_str!("../../fallback-templates/maze/genre.json"),
    words: &[
        (
            15,
            "maze, mazes, labyrinth, pac man, pacman, hedge maze, labirinto, laberinto, labyrinthe, irrgarten, лабиринт, лабіринт, 迷路, 迷宫, 미로, متاهة, भूलभुलैया, eat dots, dungeon",
        ),
        (
            14,
            "stealth, sneak*, without being seen, vision cones, haunted house, corridors, burglar, night watchman, museum at night",
        ),
        (6, "underground, catacombs, tunnels, chase you, chases you, steals"),
    ],
    objective: "gather everything in the maze without being caught",
    controls_choices: &["arrow keys", "WASD", "touch"],
    lose_choices: &["running out of lives", "one catch"],
    curve: "each maze has one more chaser, and they walk faster",
    title_word: "Maze",
    usual_player: None,
    like: "collect",
    play_test: PlayTest {
        policy: Policy::Gather,
        moves: &["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"],
        act: None,
        first_point_ms: 15000,
        idle_loses_ms: None,
    },
};
