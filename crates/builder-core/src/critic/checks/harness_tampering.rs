use super::{Decision, StaticCheck, powers};
use crate::critic::defect;

const GLOBALS: &[&str] =
    &["__debug_state", "__gamebuilderDebug", "__nightmare", "_phantom", "callPhantom", "domAutomation"];

pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "harness-tampering",
    run: |subject| {
        let judges = ["HeadlessChrome", "PhantomJS", "puppeteer", "playwright"];
        let looks = subject
            .facts
            .scripts
            .iter()
            .flat_map(|script| &script.strings)
            .filter(|(text, _)| judges.iter().any(|judge| text.contains(judge)));
        let looks: Vec<_> = looks
            .map(|(text, place)| {
                defect(
                    CHECK.id,
                    place,
                    format!("The game looks for its judge: {text}."),
                    "Behave the same whoever plays.",
                )
            })
            .collect();
        Decision::of(
            powers(subject.facts, GLOBALS, &[("", "webdriver")])
                .into_iter()
                .map(|(name, place)| {
                    let what = format!("The game looks for its judge: {name}.");
                    defect(CHECK.id, &place, what, "Behave the same whoever plays.")
                })
                .chain(looks)
                .collect(),
        )
    },
};
