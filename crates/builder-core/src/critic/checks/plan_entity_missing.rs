use super::{Decision, StaticCheck, is_all_read};
use crate::{
    critic::{
        compliance::{Entities, entities},
        defect,
    },
    source::Place,
};

pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "plan-entity-missing",
    run: |subject| {
        let Some(plan) = subject.promises.filter(|plan| !plan.entities.is_empty()) else {
            return Decision::NotRun("no plan names entities".into());
        };
        if !is_all_read(subject.facts) {
            return Decision::NotRun("not all of the code could be read".into());
        }
        match entities(subject.facts, plan) {
            Entities::Named => {
                Decision::NotRun("each is named in the source; whether it appears only a run can tell".into())
            }
            Entities::Unsure(reason) => Decision::NotRun(reason),
            Entities::Missing(missing) => Decision::of(
                missing
                    .into_iter()
                    .map(|entity| {
                        let what = format!("The plan has “{}”; nothing in the code is it.", entity.name);
                        let fix = format!(
                            "Add {} to the game: make it, move it, draw it, and let it do its part.",
                            entity.name
                        );
                        defect(CHECK.id, &Place::default(), what, fix)
                    })
                    .collect(),
            ),
        }
    },
};
