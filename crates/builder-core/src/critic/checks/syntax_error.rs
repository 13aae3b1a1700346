use super::{Decision, StaticCheck};
use crate::{critic::defect, source::ParseError};

pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "syntax-error",
    run: |subject| {
        let broken = subject.facts.scripts.iter().filter(|script| script.linked);
        Decision::of(
            broken
                .filter_map(|script| script.error.as_ref())
                .map(|error| {
                    let what = format!("The script does not parse: {}.", error.message.trim_end_matches('.'));
                    defect(CHECK.id, &error.place, what, likely(error))
                })
                .collect(),
        )
    },
};

/// The likely cause, in words that help to mend it.
fn likely(error: &ParseError) -> String {
    let message = error.message.to_lowercase();
    if error.cut_off {
        "The file ends in the middle of something: write the rest of it, and close every bracket.".into()
    } else if message.contains("`<`") || message.contains("'<'") || message.contains("jsx") {
        "Write plain JavaScript: no HTML or JSX tags in the script.".into()
    } else if message.contains("`") && message.contains("backtick") {
        "Remove the ``` fence around the code.".into()
    } else {
        format!("Correct the syntax at line {}.", error.place.line.unwrap_or(1))
    }
}
