use super::{Decision, StaticCheck, is_all_read};
use crate::{
    critic::{compliance::uncounted, defect},
    source::Place,
};

pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "plan-rule-missing",
    run: |subject| {
        let Some(plan) = subject.promises.filter(|plan| plan.win.is_some() || plan.lose.is_some()) else {
            return Decision::NotRun("no plan says how it is won or lost".into());
        };
        if !is_all_read(subject.facts) {
            return Decision::NotRun("not all of the code could be read".into());
        }
        let missing = uncounted(subject.facts, plan);
        Decision::of(
            missing
                .into_iter()
                .map(|counted| {
                    let what = format!(
                        "By the plan, “{}” makes the player {}; the number {} is nowhere in the game.",
                        counted.clause, counted.rule, counted.number
                    );
                    defect(
                        CHECK.id,
                        &Place::default(),
                        what,
                        format!("Count it, and end the game at {}.", counted.number),
                    )
                })
                .collect(),
        )
    },
};
