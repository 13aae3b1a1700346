use super::{Decision, StaticCheck};
use crate::critic::defect;

pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "input-too-large",
    run: |subject| {
        let found = subject.facts.problems.iter().filter(|problem| problem.code == CHECK.id);
        Decision::of(
            found
                .map(|problem| {
                    defect(
                        CHECK.id,
                        &problem.place,
                        problem.detail.as_str(),
                        "Make the file smaller: generate data instead of listing it.",
                    )
                })
                .collect(),
        )
    },
};
