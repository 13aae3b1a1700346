use super::*;
use crate::game::CodeAuthor;

const IDEAS: &str = include_str!("../../tests/data/ideas.txt");

fn ideas() -> Vec<&'static str> {
    IDEAS.lines().collect()
}

#[test]
fn show() {
    for idea in ideas() {
        let made = compose(&ComposeOrder::new(idea, 0)).unwrap();
        let design = Design::new(idea, &Requirements::default(), 0, 0);
        let role = |name: &str| made.theme.roles.get(name).map(|s| format!("{}{}", s.emoji.clone().unwrap_or_default(), s.name)).unwrap_or_default();
        println!(
            "{}\n    {}{} [{}] {} | P {} | + {} | - {} | E {} T {} S {} | known {} | {}",
            idea.chars().take(150).collect::<String>(), made.genre, match design.choice.fit { Fit::Told => "", Fit::Nearest{..} => "~", Fit::Open => "?" }, made.theme.language, made.theme.scene,
            role("player"), role("pickup"), role("hazard"), role("enemy"), role("target"), role("projectile"), made.theme.known, made.theme.title
        );
    }
}
