//! Making a plan without a model, weighing a plan, and making it smaller.

use std::collections::BTreeMap;

use crate::{
    composer::{Design, Sprite, Theme},
    game::{
        AssetStrategy, CanvasSize, ClarificationResult, Complexity, ControlScheme, Dimension, Entity, EntityRole,
        FilledBy, Framework, GameLoopSpec, GamePlan, GameStateModel, Mechanic, SchemaVersion, ScoringSpec, Tier,
    },
    genres::Genre,
};

/// How often a plan is made smaller.
pub const SIMPLIFICATIONS_MAX: u32 = 1;
/// What a simplified plan has at most.
pub const SIMPLE_ENTITIES_MAX: usize = 4;
/// What a simplified plan has at most.
pub const SIMPLE_MECHANICS_MAX: usize = 3;

/// Weighs a plan.
pub fn complexity(plan: &GamePlan) -> Complexity {
    let mut score = 0;
    let mut factors = Vec::new();
    let mut add = |points: u32, factor: String| {
        if points > 0 {
            score += points;
            factors.push(format!("{factor}: +{points}"));
        }
    };
    let entities = plan.entities.len();
    add(band(entities, 3, 5), format!("{entities} entities"));
    let physics = plan.framework == Framework::Phaser || says_any(plan, &["physics", "gravity", "ragdoll", "fluid"]);
    add(if physics { 2 } else { 0 }, "physics".into());
    let levels = ["level", "stage", "world"].iter().any(|word| plan.difficulty_curve.to_lowercase().contains(word));
    add(if levels { 2 } else { 0 }, "several levels".into());
    let states = plan.state_model.states.len();
    add(u32::from(states > 4), format!("{states} states"));
    let mechanics = plan.core_mechanics.len();
    add(u32::from(mechanics > 4), format!("{mechanics} mechanics"));
    let pairs = entities * entities.saturating_sub(1) / 2;
    add(band(pairs, 5, 10), format!("{pairs} pairs of entities that may meet"));
    add(u32::from(plan.framework == Framework::Phaser), "a framework to write against".into());
    let estimated_builder_tokens = estimate_tokens(plan);
    add(
        match estimated_builder_tokens {
            0..=12_000 => 0,
            12_001..=20_000 => 1,
            _ => 2,
        },
        format!("about {estimated_builder_tokens} tokens to write"),
    );
    let tier = Tier::of(score);
    Complexity { score, tier, factors, estimated_builder_tokens, token_budget: tier.token_budget() }
}

const fn band(value: usize, some: usize, many: usize) -> u32 {
    if value > many {
        2
    } else if value > some {
        1
    } else {
        0
    }
}

fn says_any(plan: &GamePlan, words: &[&str]) -> bool {
    plan.core_mechanics.iter().any(|mechanic| {
        let text = format!("{} {}", mechanic.name, mechanic.description).to_lowercase();
        words.iter().any(|word| text.contains(word))
    })
}

/// How many tokens writing a game of this shape is likely to take.
fn estimate_tokens(plan: &GamePlan) -> u64 {
    let count = |length: usize| length as u64;
    let tokens = 5_000
        + count(plan.entities.len()) * 1_500
        + count(plan.core_mechanics.len()) * 1_200
        + count(plan.state_model.states.len()) * 800;
    match plan.framework {
        Framework::Vanilla => tokens,
        Framework::Phaser => tokens * 14 / 10,
    }
}

/// The same game with fewer parts: at most four entities, three mechanics and one level. The player, what ends
/// the game and what earns points are kept. Doing it again changes nothing.
pub fn simplify(plan: &GamePlan) -> GamePlan {
    let mut small = plan.clone();
    let weight = |role: EntityRole| match role {
        EntityRole::Player => 0,
        EntityRole::Pickup | EntityRole::Target => 1,
        EntityRole::Hazard | EntityRole::Enemy => 2,
        EntityRole::Projectile => 3,
        EntityRole::Obstacle => 4,
        EntityRole::Ally => 5,
    };
    let mut kept: Vec<(usize, u32)> =
        plan.entities.iter().enumerate().map(|(at, entity)| (at, weight(entity.role))).collect();
    kept.sort_by_key(|(at, weight)| (*weight, *at));
    // One of each role comes before a second of any.
    let mut seen = Vec::new();
    let (first, second): (Vec<_>, Vec<_>) = kept.into_iter().partition(|(at, _)| {
        let role = plan.entities[*at].role;
        let new = !seen.contains(&role);
        seen.push(role);
        new
    });
    let mut chosen: Vec<usize> = first.into_iter().chain(second).take(SIMPLE_ENTITIES_MAX).map(|(at, _)| at).collect();
    chosen.sort_unstable();
    let dropped: Vec<&Entity> =
        plan.entities.iter().enumerate().filter(|(at, _)| !chosen.contains(at)).map(|(_, entity)| entity).collect();
    small.entities = chosen.iter().map(|&at| plan.entities[at].clone()).collect();
    small.core_mechanics.truncate(SIMPLE_MECHANICS_MAX);
    let names: Vec<String> =
        dropped.iter().map(|entity| entity.name.to_lowercase()).filter(|name| !name.is_empty()).collect();
    let gone = |text: &str| names.iter().any(|name| text.to_lowercase().contains(name));
    small.entity_relationships.retain(|text| !gone(text));
    small.acceptance_checks.retain(|text| !gone(text));
    if small.acceptance_checks.is_empty() {
        small.acceptance_checks.clone_from(&plan.acceptance_checks);
    }
    let curve = small.difficulty_curve.to_lowercase();
    if ["level", "stage", "world"].iter().any(|word| curve.contains(word)) {
        small.difficulty_curve = "one scene in which everything becomes faster as time goes on".into();
    }
    small
}

/// What a game is written against, and why: vanilla unless there is a reason and a copy of Phaser.
pub fn framework(asked: Option<&str>, composed: bool, needs: &[&str], copy_at_hand: bool) -> (Framework, String) {
    let asked_phaser = asked.is_some_and(|asked| asked.to_lowercase().contains("phaser"));
    let reason = if asked_phaser {
        "the author asked for it".to_owned()
    } else {
        format!("the plan needs {}", needs.join(", "))
    };
    match (asked_phaser || !needs.is_empty(), composed, copy_at_hand) {
        (false, ..) => (Framework::Vanilla, "the browser's own canvas does all this game needs, and nothing has to be loaded".into()),
        (true, true, _) if asked_phaser => (
            Framework::Vanilla,
            "the author asked for Phaser, but this game is composed from templates that are written against the browser's own canvas".into(),
        ),
        (true, true, _) => (Framework::Vanilla, "it is composed from a template, and templates use the browser's own canvas".into()),
        (true, false, true) => (Framework::Phaser, format!("{reason}, and a checked copy of Phaser is at hand")),
        (true, false, false) => (Framework::Vanilla, format!("{reason}, but no checked copy of Phaser is at hand")),
    }
}

/// The plan of a game that the composer makes. It promises what the template does and nothing else.
pub fn plan(clarified: &ClarificationResult, idea: &str, seed: u64) -> GamePlan {
    let design = Design::new(idea, &clarified.resolved, seed, 0);
    let theme = design.theme(None);
    let genre = design.choice.genre;
    let shape = genre.shape();
    let asked = clarified.resolved.dimensions.get(&Dimension::Framework);
    let asked = asked.filter(|filled| filled.by != FilledBy::Assumption).map(|filled| filled.value.as_str());
    let (framework, framework_rationale) = framework(asked, true, &[], false);
    let named = |text: &str| name_roles(text, genre, &theme);
    let mut states = vec!["menu".to_owned(), "playing".into(), "paused".into()];
    let mut transitions = vec![
        format!("menu -> playing: {}", shape.start),
        format!("playing -> paused: {}", shape.pause),
        format!("paused -> playing: {}", shape.pause),
    ];
    if let Some(lose) = &shape.lose {
        states.push("game_over".into());
        transitions.push(format!("playing -> game_over: {lose}"));
        transitions.push(format!("game_over -> playing: {}", shape.restart));
    }
    if let Some(win) = &shape.win {
        states.push("won".into());
        transitions.push(format!("playing -> won: {win}"));
        transitions.push(format!("won -> playing: {}", shape.restart));
    }
    let chosen = design.mechanics(None);
    let mechanics = shape.mechanics.iter().filter(|mechanic| mechanic.always || chosen.contains(&mechanic.id.as_str()));
    let palette = &theme.palette;
    GamePlan {
        schema_version: SchemaVersion,
        game_title: theme.title.clone(),
        game_concept: concept(genre, &theme),
        framework,
        framework_rationale,
        core_mechanics: mechanics
            .map(|mechanic| Mechanic { name: mechanic.id.clone(), description: named(&mechanic.text) })
            .collect(),
        controls: controls(genre, &design),
        game_loop: GameLoopSpec {
            init: "Draw the start screen; at each new game put everything where it starts and set score, lives and time".into(),
            update: "In fixed steps: read the input, move the player, move and add everything else, decide what meets what, then score, lives and the end".into(),
            render: "Clear the canvas, then draw the scene, everything that takes part, the effects, the score line and the screen of the state".into(),
        },
        entities: shape
            .roles
            .iter()
            .filter_map(|role| {
                let sprite = theme.roles.get(crate::composer::role_name(role.role))?;
                Some(Entity { name: sprite.name.clone(), role: role.role, description: describe(sprite, &named(&role.appears)) })
            })
            .collect(),
        entity_relationships: shape.relations.iter().map(|text| named(text)).collect(),
        state_model: GameStateModel {
            states,
            transitions,
            start: shape.start.clone(),
            restart: shape.restart.clone(),
            pause: Some(shape.pause.clone()).filter(|pause| !pause.is_empty()),
        },
        scoring: ScoringSpec {
            rule: named(&shape.score),
            display: format!("{} 0", crate::composer::texts(theme.language).score),
        },
        win_condition: shape.win.as_deref().map(named).unwrap_or_default(),
        lose_condition: shape.lose.as_deref().map(named).unwrap_or_default(),
        difficulty_curve: curve(genre, &design),
        canvas_size: CanvasSize::default(),
        visual_style: style(&theme, &design),
        color_palette: [&palette.sky_top, &palette.sky_bottom, &palette.ground, &palette.accent, &palette.panel, &palette.text]
            .map(Clone::clone)
            .to_vec(),
        asset_strategy: if theme.roles.values().any(|sprite| sprite.emoji.is_some()) {
            AssetStrategy::Emoji
        } else {
            AssetStrategy::CanvasDraw
        },
        html_spec: format!(
            "One page in the language {} with the title, one canvas, the buttons of a touch screen, and the links to style.css and game.js",
            theme.language
        ),
        css_spec: "The canvas fills the window and keeps its shape; colours come from the palette; nothing scrolls while playing".into(),
        js_architecture: format!(
            "One script without dependencies: a loop in fixed steps, an input map, a seeded source of chance, the rules of a {} game, drawing, and a state machine of {}",
            shape.name.to_lowercase(),
            if shape.win.is_some() { "menu, playing, paused, over and won" } else { "menu, playing, paused and over" }
        ),
        acceptance_checks: shape.acceptance.iter().map(|text| named(text)).collect(),
    }
}

fn concept(genre: &Genre, theme: &Theme) -> String {
    let shape = genre.shape();
    let name = |role: &str| theme.roles.get(role).map(|sprite| sprite.name.as_str());
    let who = name("player").unwrap_or("player");
    let against = name("hazard").or_else(|| name("enemy"));
    let after = name("pickup").or_else(|| name("target"));
    let mut parts = vec![format!("{} The player is: {who}.", shape.summary.trim())];
    match (after, against) {
        (Some(after), Some(against)) => parts.push(format!("It goes for: {after}. It has to beware of: {against}.")),
        (Some(after), None) => parts.push(format!("It goes for: {after}.")),
        (None, Some(against)) => parts.push(format!("It has to beware of: {against}.")),
        (None, None) => {}
    }
    if !theme.tagline.is_empty() {
        parts.push(format!("The idea: {}", theme.tagline));
    }
    parts.join(" ")
}

fn controls(genre: &Genre, design: &Design) -> ControlScheme {
    let mut key_mappings: BTreeMap<String, String> = BTreeMap::new();
    for control in &genre.shape().controls {
        key_mappings
            .entry(control.input.clone())
            .and_modify(|action| {
                if !action.contains(&control.action) {
                    action.push_str(", ");
                    action.push_str(&control.action);
                }
            })
            .or_insert_with(|| control.action.clone());
    }
    let has = |input: &str| key_mappings.contains_key(input);
    let primary = match (design.wishes.touch && has("Touch"), design.wishes.mouse && has("Mouse")) {
        (true, _) if !design.wishes.keyboard => "touch",
        (_, true) if !design.wishes.keyboard => "mouse",
        _ => "keyboard",
    };
    ControlScheme { primary: primary.to_owned(), key_mappings }
}

fn curve(genre: &Genre, design: &Design) -> String {
    match (design.options.relaxed, design.options.hard) {
        (true, _) => format!("gently: {}", genre.curve),
        (_, true) => format!("steeply: {}", genre.curve),
        _ => genre.curve.to_owned(),
    }
}

fn style(theme: &Theme, design: &Design) -> String {
    let mut parts = vec![format!("emoji and simple shapes before a {} scene", theme.scene)];
    for (on, text) in [
        (design.options.high_contrast, "high contrast"),
        (design.options.big, "large"),
        (design.options.reduced_motion, "no flashing and no shaking"),
        (design.wishes.color_blind, "told apart by shape as well as by colour"),
    ] {
        if on {
            parts.push(text.to_owned());
        }
    }
    parts.join(", ")
}

fn describe(sprite: &Sprite, does: &str) -> String {
    let look = match &sprite.emoji {
        Some(emoji) => emoji.clone(),
        None => format!("a {} in {}", sprite.shape, sprite.color),
    };
    format!("{look}: {does}")
}

/// A sentence of a template with the theme's names behind the roles it speaks of.
fn name_roles(text: &str, genre: &Genre, theme: &Theme) -> String {
    let mut named = text.to_owned();
    for role in &genre.shape().roles {
        let name = crate::composer::role_name(role.role);
        if matches!(role.role, EntityRole::Player) {
            continue;
        }
        if let (Some(sprite), Some(at)) = (theme.roles.get(name), whole_word(&named, name)) {
            let end = at + name.len();
            let end = end + usize::from(named[end..].starts_with('s'));
            if sprite.name != name {
                named.insert_str(end, &format!(" ({})", sprite.name));
            }
        }
    }
    named
}

fn whole_word(text: &str, word: &str) -> Option<usize> {
    text.match_indices(word).map(|(at, _)| at).find(|&at| {
        let before = text[..at].chars().next_back();
        let rest = &text[at + word.len()..];
        let after = rest.strip_prefix('s').unwrap_or(rest).chars().next();
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        game::CodeAuthor,
        phases::clarifying::{conclude, read_idea},
    };

    fn planned(idea: &str) -> GamePlan {
        let clarified = conclude(idea, &read_idea(idea), Vec::new(), Vec::new(), 0, &CodeAuthor::Composer);
        plan(&clarified, idea, 0)
    }

    #[test]
    fn a_plan_is_complete_and_keeps_its_word() {
        let plan = planned("an owl catches mice at night and avoids the fox");
        assert_eq!(plan.check(), Ok(()));
        assert_eq!(plan.framework, Framework::Vanilla);
        let of = |role| plan.entities.iter().find(|entity| entity.role == role).map(|entity| entity.name.as_str());
        assert_eq!(of(EntityRole::Player), Some("owl"));
        assert_eq!(of(EntityRole::Pickup), Some("mouse"));
        assert_eq!(of(EntityRole::Hazard), Some("fox"));
        assert!(planned("a shooter in phaser").framework_rationale.contains("Phaser"));
    }

    #[test]
    fn phaser_needs_a_reason_and_a_copy() {
        assert_eq!(framework(None, false, &[], true).0, Framework::Vanilla);
        assert_eq!(framework(Some("Phaser 3"), false, &[], true).0, Framework::Phaser);
        let (framework_without, why) = framework(None, false, &["physics", "a camera"], false);
        assert_eq!(framework_without, Framework::Vanilla);
        assert!(why.contains("physics, a camera") && why.contains("no checked copy"), "{why}");
    }

    #[test]
    fn tiers_follow_the_score() {
        let mut plan = planned("owl");
        plan.entities.truncate(2);
        plan.core_mechanics.truncate(1);
        plan.state_model.states.truncate(3);
        plan.difficulty_curve = "faster".into();
        plan.framework = Framework::Vanilla;
        let light = complexity(&plan);
        assert_eq!((light.score, light.tier, light.token_budget), (0, Tier::Simple, 30_000));
        assert_eq!(light.estimated_builder_tokens, 5_000 + 2 * 1_500 + 1_200 + 3 * 800);
        while plan.entities.len() < 8 {
            plan.entities.push(Entity {
                name: format!("x{}", plan.entities.len()),
                role: EntityRole::Enemy,
                description: "x".into(),
            });
        }
        plan.difficulty_curve = "50 levels".into();
        let heavy = complexity(&plan);
        assert_eq!(heavy.tier, Tier::Complex);
        assert_eq!(heavy.factors.len(), 4, "{:?}", heavy.factors);
    }

    #[test]
    fn simplifying_is_bounded() {
        let mut plan = planned("owl");
        for at in 0..6 {
            plan.entities.push(Entity { name: format!("extra{at}"), role: EntityRole::Enemy, description: "x".into() });
            plan.core_mechanics.push(Mechanic { name: format!("more{at}"), description: "x".into() });
        }
        plan.difficulty_curve = "a new level every minute".into();
        let small = simplify(&plan);
        assert_eq!(small.check(), Ok(()));
        assert!(small.entities.len() <= SIMPLE_ENTITIES_MAX && small.core_mechanics.len() <= SIMPLE_MECHANICS_MAX);
        assert!(complexity(&small).score < complexity(&plan).score);
        assert_eq!(simplify(&small), small);
    }
}
