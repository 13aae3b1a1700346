use crate::{
    critic::is_safety,
    game::{BuildRank, CheckStatus, Judgement, Severity},
};

const LOADING: &[&str] = &[
    "entry-missing",
    "encoding-invalid",
    "input-too-large",
    "input-too-deep",
    "syntax-error",
    "script-not-linked",
    "script-before-dom",
    "redeclared-name",
    "temporal-dead-zone",
    "infinite-loop-at-load",
    "blank-canvas",
    "canvas-hidden",
];
const PLAYING: &[&str] = &[
    "no-game-loop",
    "no-input-handler",
    "input-has-no-effect",
    "wrong-key-name",
    "key-listener-unfocusable",
    "start-unreachable",
    "overlay-blocks-input",
    "infinite-loop-in-play",
    "uncaught-error-in-loop",
    "undefined-reference",
    "const-reassigned",
    "dom-id-mismatch",
    "instant-game-over",
    "nan-state",
    "player-invisible",
    "player-starts-offscreen",
];
const ENDING: &[&str] =
    &["game-over-unreachable", "restart-missing", "restart-incomplete", "play-continues-after-game-over"];

/// How far a build got, by its blockers.
pub fn rank(judgement: &Judgement) -> BuildRank {
    let mut blockers = judgement.findings.iter().filter(|finding| finding.severity == Severity::Blocker).peekable();
    let has = |list: &[&str]| {
        judgement
            .findings
            .iter()
            .any(|finding| finding.severity == Severity::Blocker && list.contains(&finding.code.as_str()))
    };
    if judgement.findings.iter().any(|finding| finding.severity == Severity::Blocker && is_safety(&finding.code)) {
        BuildRank::Unsafe
    } else if blockers.peek().is_none() {
        BuildRank::NoBlocker
    } else if has(LOADING) {
        BuildRank::Safe
    } else if has(PLAYING) {
        BuildRank::Loads
    } else if has(ENDING) || !ended(judgement) {
        BuildRank::Plays
    } else {
        BuildRank::EndsAndRestarts
    }
}

fn ended(judgement: &Judgement) -> bool {
    judgement.checks.iter().any(|check| check.id == "restart-missing" && check.status == CheckStatus::Passed)
}
