//! Entities of a plan that the code does not know.

use super::words::{CodeWords, alike, words_of};
use crate::{
    game::{MinimalPlan, PlannedEntity},
    source::Facts,
};

/// What can be said of the entities of a plan.
pub(in crate::critic) enum Entities<'a> {
    /// Each is named in the code, or something that means the same is.
    Named,
    /// These are nowhere in the code, under any name.
    Missing(Vec<&'a PlannedEntity>),
    /// Some are not named, and may be there under another name.
    Unsure(String),
}

/// Compares the entities of a plan with the names in the code.
///
/// Code may call things as it likes, so one that is not named is missing for sure only where the code goes by the
/// plan's words otherwise, and has no list, class or picture left that could be it.
pub(in crate::critic) fn entities<'a>(facts: &Facts, plan: &'a MinimalPlan) -> Entities<'a> {
    let code = CodeWords::new(facts);
    let is_scenery = |entity: &PlannedEntity| {
        ["decor", "back", "scener", "effect", "light", "cosmetic"]
            .iter()
            .any(|word| role(entity).to_lowercase().contains(word))
    };
    let planned: Vec<&PlannedEntity> = plan.entities.iter().filter(|entity| !is_scenery(entity)).collect();
    let named = |entity: &PlannedEntity| words_of(&entity.name).any(|word| code.all.contains(&word));
    let (by_name, others): (Vec<&PlannedEntity>, Vec<&PlannedEntity>) =
        planned.iter().partition(|entity| named(entity));
    let taken: Vec<String> = by_name.iter().flat_map(|entity| words_of(&entity.name)).collect();
    // A word that means the same stands for one entity, unless the plan uses it for another.
    let missing: Vec<&PlannedEntity> = others
        .into_iter()
        .filter(|entity| {
            let own: Vec<String> = words_of(&entity.name).chain(words_of(role(entity))).collect();
            !own.iter()
                .flat_map(|word| alike(word))
                .any(|word| code.all.contains(word) && !taken.iter().any(|one| one == word))
        })
        .collect();
    if missing.is_empty() {
        return Entities::Named;
    }
    let names = missing.iter().map(|entity| format!("“{}”", entity.name)).collect::<Vec<_>>().join(", ");
    if by_name.len() < 2 || (planned.len() - missing.len()) * 10 < planned.len() * 6 {
        return Entities::Unsure(format!("the code has names of its own; {names} may be there under another"));
    }
    let explained = |thing: &Vec<String>| {
        thing.iter().any(|word| {
            planned.iter().any(|entity| {
                let own: Vec<String> = words_of(&entity.name).collect();
                own.iter().any(|one| one == word || !missing.contains(entity) && alike(one).any(|alike| alike == word))
            })
        })
    };
    match code.things.iter().find(|thing| !explained(thing)) {
        Some(thing) if thing.is_empty() => Entities::Unsure(format!("{names} may be one of the pictures in the code")),
        Some(thing) => Entities::Unsure(format!("{names} may be what the code calls “{}”", thing.join(" "))),
        None => Entities::Missing(missing),
    }
}

fn role(entity: &PlannedEntity) -> &str {
    entity.role.as_deref().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{game::GameFolder, source};

    fn said(script: &str, names: &[(&str, &str)]) -> String {
        let page = "<!DOCTYPE html><p>Avoid the slug</p><script src=game.js></script>";
        let folder = GameFolder {
            files: [("index.html", page), ("game.js", script)]
                .map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()))
                .into(),
        };
        let plan = MinimalPlan {
            entities: names
                .iter()
                .map(|(name, role)| PlannedEntity { name: (*name).to_owned(), role: Some((*role).to_owned()) })
                .collect(),
            ..MinimalPlan::default()
        };
        match entities(&source::read(&folder), &plan) {
            Entities::Named => "named".to_owned(),
            Entities::Missing(missing) => format!("missing {}", missing[0].name),
            Entities::Unsure(why) => why,
        }
    }

    const PLAN: &[(&str, &str)] =
        &[("hopper", "player"), ("gems", "pickup"), ("slug", "enemy"), ("moss", "background"), ("platform", "ground")];

    #[test]
    fn what_the_code_calls_by_name_or_alike_is_there() {
        let code = "let hopper = {}, solids = []; const gem = 1; function moveSlugs() {}";
        assert_eq!(said(code, PLAN), "named");
    }

    #[test]
    fn what_nothing_in_the_code_can_be_is_missing() {
        assert_eq!(said("let hopper = {}, solids = []; const gem = 1;", PLAN), "missing slug");
    }

    #[test]
    fn another_name_or_picture_may_be_it() {
        let code = "let hopper = {}, solids = []; const gem = 1;";
        let list = format!("{code} const wrigglers = []; wrigglers.push(1);");
        assert_eq!(said(&list, PLAN), "“slug” may be what the code calls “wriggler”");
        let picture = format!("{code} draw('🐌');");
        assert_eq!(said(&picture, PLAN), "“slug” may be one of the pictures in the code");
        let own = "let h = {}, s = []; const g = 1;";
        assert!(said(own, PLAN).starts_with("the code has names of its own"));
        assert_eq!(said(&format!("{code} const enemy = {{}};"), PLAN), "named");
    }
}
