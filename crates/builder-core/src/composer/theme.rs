use std::collections::BTreeMap;

use serde::Serialize;

use super::{
    cast::{Cast, Part, cast},
    lexicon::{Concept, lexicon},
    palette::{self, Palette, SPRITE_CONTRAST_MIN, readable},
    pictures::{self, Picture},
    questions::{Questions, questions},
    title,
    vary::Variation,
    wishes::Wishes,
};
use crate::{
    game::{EntityRole, GamePlan},
    genres::{Genre, Idea, Role, fold},
};

/// How one role looks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Sprite {
    /// Its name.
    pub name: String,
    /// The emoji that draws it; none when its shape does.
    pub emoji: Option<String>,
    /// The shape that draws it when the emoji does not.
    pub shape: &'static str,
    /// Its colour.
    pub color: String,
}

/// The look of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Theme {
    /// The title.
    pub title: String,
    /// The idea in a line.
    pub tagline: String,
    /// The language of its texts.
    pub language: &'static str,
    /// Where it takes place.
    pub scene: &'static str,
    /// Its colours.
    pub palette: Palette,
    /// How each role looks.
    pub roles: BTreeMap<&'static str, Sprite>,
    /// What lies about in the background.
    pub decor: Vec<String>,
    /// Small things of the theme, for boards of many.
    pub pictures: Vec<Picture>,
    /// Words to type.
    pub words: Vec<String>,
    /// What a quiz asks.
    pub questions: Questions,
    /// The concept of each role that is known.
    pub concepts: BTreeMap<&'static str, &'static str>,
    /// How many things the idea names that are known.
    pub known: usize,
}

/// The name of a role in templates and files.
pub const fn role_name(role: EntityRole) -> &'static str {
    match role {
        EntityRole::Player => "player",
        EntityRole::Hazard => "hazard",
        EntityRole::Enemy => "enemy",
        EntityRole::Target => "target",
        EntityRole::Pickup => "pickup",
        EntityRole::Projectile => "projectile",
        EntityRole::Obstacle => "obstacle",
        EntityRole::Ally => "ally",
    }
}

/// Who plays, what is gathered and what hurts where nothing tells, by scene; and what lies about.
const SCENES: &[(&str, [&str; 3], &[&str])] = &[
    ("night", ["owl", "star", "bat"], &["🌙", "⭐", "🌲"]),
    ("day", ["rabbit", "carrot", "fox"], &["🌼", "🌳", "☁️"]),
    ("space", ["rocket", "star", "meteor"], &["🌍", "⭐", "🌙"]),
    ("water", ["turtle", "shell", "shark"], &["🐚", "🌊", "🐠"]),
    ("city", ["car", "gold_coin", "traffic_cone"], &["🏢", "🚦", "🌳"]),
    ("forest", ["hedgehog", "apple", "fox"], &["🌲", "🍄", "🌿"]),
    ("cave", ["miner", "gem", "bat"], &["🍄", "🕸️", "💎"]),
    ("desert", ["camel", "date_fruit", "scorpion"], &["🌵", "☀️", "🌴"]),
    ("snow", ["penguin", "fish", "seal"], &["❄️", "🌲", "⛄"]),
    ("kitchen", ["cook", "tomato", "fire"], &["🍴", "🍅", "🧂"]),
    ("office", ["office_worker", "coffee", "email"], &["📎", "📈", "☕"]),
    ("abstract", ["circle_shape", "star", "spike"], &[]),
];

fn scene_row(scene: &str) -> &'static (&'static str, [&'static str; 3], &'static [&'static str]) {
    SCENES.iter().find(|row| row.0 == scene).unwrap_or(&SCENES[SCENES.len() - 1])
}

/// Who is what, with the gaps filled.
#[derive(Debug, Clone)]
pub(super) struct Roles {
    pub(super) player: Part,
    pub(super) good: Part,
    pub(super) bad: Part,
    pub(super) foe: Part,
    pub(super) shot: Option<Part>,
    pub(super) obstacle: Option<Part>,
    pub(super) others: Vec<Part>,
    /// Which of player, good and bad the idea itself names.
    pub(super) told: [bool; 3],
    pub(super) scene: &'static str,
}

impl Roles {
    fn fill(mut cast: Cast, genre: &Genre, language: &str, variation: &Variation) -> Self {
        let part = |id: &str| lexicon().get(id).map(|concept| Part::of(concept, language));
        let lone = |name: &str| Part { concept: None, name: name.to_owned(), color: None };
        let concept_of = |part: &Option<Part>| part.as_ref().and_then(|part| part.concept);
        let named: Vec<&'static Concept> = [&cast.player, &cast.bad, &cast.foe, &cast.good]
            .into_iter()
            .filter_map(concept_of)
            .chain([&cast.shot, &cast.obstacle].into_iter().filter_map(concept_of))
            .chain(cast.others.iter().filter_map(|part| part.concept))
            .collect();
        // Gathering cars or beating them: what is gone at is what is wanted, unless something else is.
        let shows_beaten =
            genre.shape().roles.iter().any(|role| matches!(role.role, EntityRole::Enemy | EntityRole::Target));
        let gathers = matches!(genre.like, "collect" | "snake") || (genre.id != genre.like && !shows_beaten);
        if gathers && cast.good.is_none() {
            cast.good = cast.foe.take();
        }
        // In a shooter the only thing named is what is shot.
        let spoils =
            concept_of(&cast.good).is_some_and(|good| ["gold_coin", "star", "gem", "heart"].contains(&good.id));
        if genre.like == "shooter" && cast.foe.is_none() && cast.bad.is_none() && !spoils {
            cast.foe = cast.good.take();
        }
        let told = [cast.player.is_some(), cast.good.is_some(), cast.bad.is_some() || cast.foe.is_some()];
        let place = cast.place.map(|place| place.scene);
        let scene = place.or_else(|| {
            named
                .iter()
                .filter(|concept| !concept.is("crowd"))
                .map(|concept| concept.scene)
                .find(|scene| *scene != "abstract")
        });
        let custom = !named.is_empty() || cast.player.is_some() || cast.good.is_some() || cast.bad.is_some();
        let scene = scene
            .unwrap_or_else(|| if custom { "abstract" } else { SCENES[variation.pick("scene", SCENES.len() - 1)].0 });
        let mut usual = scene_row(scene).1;
        // A place has its own company.
        if let Some(place) = cast.place {
            usual[1] = place.wants.first().copied().unwrap_or(usual[1]);
            usual[2] = place.fears.first().copied().unwrap_or(usual[2]);
        }
        let of_place = [usual[1], usual[2]].map(|id| lexicon().get(id).filter(|_| cast.place.is_some()));
        let both_at_place = cast.good.is_none() && cast.bad.is_none() && cast.foe.is_none();
        let foe_of_player = concept_of(&cast.foe);
        let place_genre = genre.usual_player.filter(|_| named.is_empty() || genre.like == "snake" || scene == "space");
        let player = cast
            .player
            .or_else(|| place_genre.and_then(part))
            .or_else(|| {
                who_would(
                    concept_of(&cast.good).or(of_place[0].filter(|_| both_at_place)),
                    concept_of(&cast.bad).or(foe_of_player).or(of_place[1].filter(|_| both_at_place)),
                    scene,
                    if both_at_place { 5 } else { 3 },
                )
                .map(|concept| Part::of(concept, language))
            })
            .or_else(|| {
                // The scene's own, unless it already has another role.
                usual.iter().take(1).filter(|id| named.iter().all(|concept| concept.id != **id)).find_map(|id| part(id))
            })
            .or_else(|| genre.usual_player.and_then(part))
            .or_else(|| part("child"))
            .unwrap_or_else(|| lone("player"));
        let taken =
            |id: &str, parts: &[&Part]| parts.iter().any(|part| part.concept.is_some_and(|concept| concept.id == id));
        let from = |ids: &[&'static str], parts: &[&Part]| {
            let alike = |part: &Part| {
                let emoji = part.concept.and_then(|concept| concept.emoji);
                emoji.is_some() && parts.iter().any(|other| other.concept.and_then(|concept| concept.emoji) == emoji)
            };
            let fits =
                || ids.iter().copied().filter(|id| !taken(id, parts)).filter_map(part).filter(|part| !alike(part));
            // Rather one whose name is known in the language of the idea.
            let spoken = |part: &Part| part.concept.is_some_and(|concept| lexicon().name(concept, language).is_some());
            fits().find(spoken).or_else(|| fits().next())
        };
        let wants = player.concept.map(|concept| concept.wants.as_slice()).unwrap_or_default();
        let fears = player.concept.map(|concept| concept.fears.as_slice()).unwrap_or_default();
        // A place that comes without a player brings its own company.
        let at_home = cast.place.is_some() && !told[0];
        let known_bad = cast.bad.clone().or_else(|| cast.foe.clone());
        let good = cast.good.unwrap_or_else(|| {
            let busy: Vec<&Part> =
                [Some(&player), known_bad.as_ref(), cast.shot.as_ref()].into_iter().flatten().collect();
            let first = if at_home { from(&usual[1..2], &busy) } else { None };
            first
                .or_else(|| from(wants, &busy))
                .or_else(|| from(&[usual[1], "star", "gem"], &busy))
                .unwrap_or_else(|| lone("star"))
        });
        let bad = known_bad.unwrap_or_else(|| {
            let busy = [&player, &good];
            let first = if at_home { from(&usual[2..3], &busy) } else { None };
            first
                .or_else(|| from(fears, &busy))
                .or_else(|| from(&[usual[2], "spike", "fire"], &busy))
                .unwrap_or_else(|| lone("spike"))
        });
        let foe = cast.foe.unwrap_or_else(|| bad.clone());
        Self { player, good, bad, foe, shot: cast.shot, obstacle: cast.obstacle, others: cast.others, told, scene }
    }

    fn part_for(&self, role: EntityRole, genre: &str, language: &str) -> Option<Part> {
        // Something without a picture of its own goes by the name of something like it.
        let plain = |id: &str| {
            let own = lexicon().get(id).filter(|_| language != "en")?;
            Some(Part { concept: None, ..Part::of(own, language) })
        };
        match role {
            // A paddle is a paddle, unless the idea says who holds it.
            EntityRole::Player if genre == "breakout" && !self.told[0] => None,
            EntityRole::Player => Some(self.player.clone()),
            EntityRole::Pickup if genre == "breakout" => lexicon().get("gem").map(|gem| Part::of(gem, language)),
            EntityRole::Pickup => Some(self.good.clone()),
            // What enemies fire is not what they are.
            EntityRole::Hazard if genre == "shooter" => plain("lightning"),
            EntityRole::Hazard => Some(self.bad.clone()),
            EntityRole::Enemy => Some(self.foe.clone()),
            EntityRole::Target if genre == "breakout" => {
                let told = [(&self.foe, self.told[2]), (&self.good, self.told[1])];
                let told = told.into_iter().filter_map(|(part, told)| told.then_some(part));
                let mut targets = told
                    .chain(&self.others)
                    .filter(|part| !part.concept.is_some_and(|it| it.is("projectile") || it.is("place")));
                // "The bricks are piano keys": the keys.
                let first = targets.clone().find(|part| part.concept.is_none_or(|concept| concept.id != "brick"));
                first.or_else(|| targets.next()).cloned()
            }
            EntityRole::Target if genre == "platformer" => lexicon().get("castle").map(|goal| Part::of(goal, language)),
            EntityRole::Target => Some(self.foe.clone()),
            EntityRole::Projectile => {
                self.shot.clone().or_else(|| plain(if genre == "breakout" { "ball" } else { "star" }))
            }
            EntityRole::Obstacle if genre == "snake" && self.told[2] => Some(self.bad.clone()),
            EntityRole::Obstacle if genre == "platformer" => plain("rock"),
            EntityRole::Obstacle => self.obstacle.clone().or_else(|| {
                let usual = if matches!(self.scene, "day" | "forest" | "night") { "tree" } else { "rock" };
                lexicon().get(usual).map(|concept| Part::of(concept, language))
            }),
            EntityRole::Ally => self.others.iter().find(|part| part.concept.is_some_and(Concept::acts)).cloned(),
        }
    }
}

/// Who wants this and fears that.
fn who_would(good: Option<&Concept>, bad: Option<&Concept>, scene: &str, least: u32) -> Option<&'static Concept> {
    let fit = |concept: &Concept| {
        let wants = good.is_some_and(|good| concept.wants.first() == Some(&good.id));
        let fears = bad.is_some_and(|bad| concept.fears.first() == Some(&bad.id));
        u32::from(wants) * 3 + u32::from(fears) * 2 + u32::from(concept.scene == scene)
    };
    lexicon()
        .concepts()
        .iter()
        .filter(|concept| concept.acts() && !concept.is("danger") && !concept.is("crowd"))
        .filter(|concept| [good, bad].into_iter().flatten().all(|other| other.id != concept.id))
        .map(|concept| (fit(concept), concept))
        .filter(|(fit, _)| *fit >= least)
        .reduce(|best, next| if next.0 > best.0 { next } else { best })
        .map(|(_, concept)| concept)
}

impl Theme {
    /// The theme of an idea for a kind of game.
    pub fn of(
        idea: &Idea,
        wishes: &Wishes,
        genre: &Genre,
        language: &'static str,
        variation: &Variation,
        plan: Option<&GamePlan>,
    ) -> Self {
        let cast = cast(idea, language, genre.like);
        let known = cast.known;
        let roles = Roles::fill(cast, genre, language, variation);
        let scene = roles.scene;
        let mut colors = palette::palette(scene, variation.pick_anew("palette", 3), wishes.high_contrast);
        if idea.says("black and yellow") {
            colors.text = "#ffff00".into();
        }
        let pictures = pictures::pictures(&roles, language, variation);
        let themed = roles.told.contains(&true) || !roles.others.is_empty();
        let mut theme = Self {
            words: pictures::words(idea, &roles, &pictures, variation),
            questions: questions(idea, language, themed, variation),
            pictures,
            title: title::title(idea, &roles, genre, language),
            tagline: title::tagline(idea, &roles, language),
            language,
            scene,
            roles: BTreeMap::new(),
            decor: Vec::new(),
            concepts: BTreeMap::new(),
            palette: colors,
            known,
        };
        for role in &genre.shape().roles {
            let planned = plan.and_then(|plan| plan.entities.iter().find(|entity| entity.role == role.role));
            let own = roles.part_for(role.role, genre.like, language);
            let own = obstacle_stays(own, role, genre, &roles, language);
            let part = match planned {
                Some(entity)
                    if fold(&entity.name) != fold(own.as_ref().map_or(&role.default_name, |own| &own.name)) =>
                {
                    planned_part(&entity.name, language).or(own)
                }
                _ => own,
            };
            theme.add_role(role.role, part, &role.default_name);
        }
        if let Some(plan) = plan {
            let planned = title::plain(&plan.game_title, title::TITLE_CHARS_MAX);
            if !planned.is_empty() {
                theme.title = planned;
            }
        }
        theme.add_decor(&roles, variation);
        theme
    }

    fn add_role(&mut self, role: EntityRole, part: Option<Part>, default_name: &str) {
        let name = role_name(role);
        let concept = part.as_ref().and_then(|part| part.concept);
        let shape = match (concept.map(|concept| concept.id), role) {
            (Some("square_shape"), _) => "square",
            (Some("circle_shape"), _) => "circle",
            (Some("triangle_shape"), _) => "triangle",
            (None, EntityRole::Player) if default_name == "paddle" => "square",
            (_, EntityRole::Player | EntityRole::Projectile) => "circle",
            (_, EntityRole::Hazard) => "triangle",
            (_, EntityRole::Enemy) => "hexagon",
            (_, EntityRole::Pickup) => "star",
            (_, EntityRole::Target | EntityRole::Obstacle) => "square",
            (_, EntityRole::Ally) => "diamond",
        };
        let emoji = concept.and_then(|concept| concept.emoji).map(str::to_owned);
        // Two roles must never look the same: the later one is drawn as its shape.
        let emoji = emoji.filter(|emoji| {
            let same_ok = matches!(role, EntityRole::Target | EntityRole::Enemy | EntityRole::Hazard);
            self.roles.iter().all(|(other, sprite)| {
                let alike = matches!(*other, "target" | "enemy" | "hazard") && same_ok;
                alike || sprite.emoji.as_deref() != Some(emoji.as_str())
            })
        });
        let usual = match role {
            EntityRole::Player => "#3a86ff",
            EntityRole::Hazard | EntityRole::Enemy => "#e5383b",
            EntityRole::Target => "#f48c06",
            EntityRole::Pickup => "#ffd60a",
            EntityRole::Projectile => "#f8f9fa",
            EntityRole::Obstacle => "#9c6644",
            EntityRole::Ally => "#2fbf4a",
        };
        let color = part.as_ref().and_then(|part| part.color);
        let color = color.or_else(|| concept.map(|concept| concept.color.as_str())).unwrap_or(usual);
        let behind = [self.palette.sky_top.as_str(), self.palette.sky_bottom.as_str()];
        let mut color = readable(color, &behind, SPRITE_CONTRAST_MIN);
        if emoji.is_none() && self.roles.values().any(|sprite| sprite.emoji.is_none() && sprite.color == color) {
            color = readable(usual, &behind, SPRITE_CONTRAST_MIN);
        }
        let shown = part.map(|part| part.name).unwrap_or_else(|| default_name.to_owned());
        let shown: String = shown.chars().take(24).collect();
        if let Some(concept) = concept {
            self.concepts.insert(name, concept.id);
        }
        self.roles.insert(name, Sprite { name: shown, emoji, shape, color });
    }

    fn add_decor(&mut self, roles: &Roles, variation: &Variation) {
        let mut decor: Vec<String> = roles
            .others
            .iter()
            .filter_map(|part| part.concept)
            .filter(|concept| !concept.acts() && !concept.is("danger"))
            .filter_map(|concept| concept.emoji)
            .map(str::to_owned)
            .collect();
        let usual = scene_row(self.scene).2;
        let start = variation.pick_anew("decor", usual.len());
        decor.extend((0..usual.len()).map(|at| usual[(start + at) % usual.len()].to_owned()).take(2));
        let used: Vec<&str> = self.roles.values().filter_map(|sprite| sprite.emoji.as_deref()).collect();
        decor.retain(|emoji| !used.contains(&emoji.as_str()));
        let mut unique: Vec<String> = Vec::new();
        for emoji in decor {
            if !unique.contains(&emoji) && unique.len() < 4 {
                unique.push(emoji);
            }
        }
        self.decor = unique;
    }
}

/// What a kind of game has as its obstacle, such as the logs of a river, is that even when the idea names it among
/// what is dangerous; then the danger is the usual one.
fn obstacle_stays(own: Option<Part>, role: &Role, genre: &Genre, roles: &Roles, language: &str) -> Option<Part> {
    let of_kind = |wanted: EntityRole| genre.shape().roles.iter().find(|role| role.role == wanted);
    let (Some(obstacle), Some(hazard)) = (of_kind(EntityRole::Obstacle), of_kind(EntityRole::Hazard)) else {
        return own;
    };
    let bad = roles.bad.concept.filter(|bad| roles.told[2] && bad.id == obstacle.default_name);
    match role.role {
        EntityRole::Obstacle if bad.is_some() => Some(roles.bad.clone()),
        EntityRole::Hazard if bad.is_some() => lexicon().find(&hazard.default_name).map(|own| Part::of(own, language)),
        _ => own,
    }
}

fn planned_part(name: &str, language: &str) -> Option<Part> {
    let name = title::plain(name, 24);
    let concept = lexicon().concepts().iter().find(|concept| {
        fold(&concept.word()) == fold(&name)
            || lexicon().name(concept, language).is_some_and(|own| fold(&own) == fold(&name))
    });
    (!name.is_empty()).then(|| Part { concept: concept.or_else(|| lexicon().find(&name)), name, color: None })
}
