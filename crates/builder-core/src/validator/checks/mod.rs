//! The checks of play, one file each.

pub(in crate::validator) use self::{input_has_no_effect::mentioned, tunnelling::PASSED_MIN, unfair_spawn::BIRTHS_MIN};
use super::{
    evidence::{Evidence, Outcome},
    twins,
};

mod asset_missing;
mod audio_before_gesture;
mod ball_stuck;
mod blank_canvas;
mod canvas_hidden;
mod collision_never;
mod difficulty_runaway;
mod does_not_fit_viewport;
mod entity_leak;
mod errors;
mod frame_rate_dependent;
mod game_over_unreachable;
mod hud_stale;
mod infinite_loop;
mod input_has_no_effect;
mod instant_game_over;
mod level_never_advances;
mod nan_state;
mod no_game_loop;
mod no_instructions;
mod overlay_blocks_input;
mod pause_ineffective;
mod plan_control_missing;
mod play_continues_after_game_over;
mod powers;
mod restart_incomplete;
mod restart_missing;
mod score_never_changes;
mod spawn_flood;
mod start_unreachable;
mod text_unreadable;
mod timer_never_ends;
mod touch_unsupported;
mod tunnelling;
mod unfair_spawn;
mod unhandled_rejection;
mod unreachable_pickup;
mod win_unreachable;
mod wrong_key_name;

/// A check of what was seen in play.
#[derive(Debug, Clone, Copy)]
pub struct PlayCheck {
    /// The kind of defect it decides, which is also its id.
    pub id: &'static str,
    /// Decides.
    pub run: fn(&Evidence<'_>) -> Outcome,
}

/// Those that judge what was seen in the plays that every game gets; questions for twins have theirs beside them.
pub const ALL: &[PlayCheck] = &[
    errors::SYNTAX,
    errors::SCRIPT_BEFORE_DOM,
    errors::DOM_ID_MISMATCH,
    errors::UNDEFINED_REFERENCE,
    errors::REDECLARED_NAME,
    errors::CONST_REASSIGNED,
    errors::TEMPORAL_DEAD_ZONE,
    infinite_loop::AT_LOAD,
    infinite_loop::IN_PLAY,
    errors::IN_LOOP,
    errors::ELSEWHERE,
    unhandled_rejection::CHECK,
    audio_before_gesture::CHECK,
    asset_missing::CHECK,
    blank_canvas::CHECK,
    canvas_hidden::CHECK,
    overlay_blocks_input::CHECK,
    no_game_loop::CHECK,
    input_has_no_effect::CHECK,
    wrong_key_name::CHECK,
    start_unreachable::CHECK,
    touch_unsupported::CHECK,
    score_never_changes::CHECK,
    hud_stale::CHECK,
    instant_game_over::CHECK,
    game_over_unreachable::CHECK,
    play_continues_after_game_over::CHECK,
    restart_missing::CHECK,
    restart_incomplete::CHECK,
    win_unreachable::CHECK,
    entity_leak::CHECK,
    collision_never::CHECK,
    level_never_advances::CHECK,
    unreachable_pickup::CHECK,
    timer_never_ends::CHECK,
    ball_stuck::CHECK,
    tunnelling::CHECK,
    unfair_spawn::CHECK,
    difficulty_runaway::CHECK,
    nan_state::CHECK,
    pause_ineffective::CHECK,
    frame_rate_dependent::CHECK,
    spawn_flood::CHECK,
    powers::NETWORK_ACCESS,
    powers::CODE_INJECTION,
    powers::STORAGE_ACCESS,
    powers::BLOCKING_DIALOG,
    powers::NAVIGATION,
    powers::BACKGROUND_CODE,
    powers::DOM_INJECTION,
    text_unreadable::CHECK,
    does_not_fit_viewport::CHECK,
    no_instructions::CHECK,
    plan_control_missing::CHECK,
];

/// Kinds that this version comes to a decision about in Chromium: a judgement is proven when every blocker among
/// them ran to one. Kinds that are not here are reported when they are seen, and never counted as passed.
pub const KINDS_DECIDED: &[&str] = &[
    "entry-missing",
    "encoding-invalid",
    "input-too-large",
    "input-too-deep",
    "html-structure",
    "css-broken",
    "syntax-error",
    "script-not-linked",
    "stylesheet-not-linked",
    "script-before-dom",
    "dom-id-mismatch",
    "undefined-reference",
    "redeclared-name",
    "elided-code",
    "const-reassigned",
    "temporal-dead-zone",
    "infinite-loop-at-load",
    "infinite-loop-in-play",
    "uncaught-error-in-loop",
    "uncaught-error",
    "unhandled-rejection",
    "audio-before-gesture",
    "asset-missing",
    "module-script-on-file-url",
    "external-dependency",
    "blank-canvas",
    "canvas-hidden",
    "overlay-blocks-input",
    "no-game-loop",
    "no-input-handler",
    "input-has-no-effect",
    "wrong-key-name",
    "pointer-offset",
    "page-scrolls-on-keys",
    "keys-stuck-after-blur",
    "case-sensitive-keys",
    "focused-button-retrigger",
    "key-repeat",
    "duplicate-listeners",
    "key-listener-unfocusable",
    "start-unreachable",
    "touch-unsupported",
    "score-never-changes",
    "hud-stale",
    "instant-game-over",
    "game-over-unreachable",
    "play-continues-after-game-over",
    "restart-missing",
    "restart-incomplete",
    "entity-leak",
    "restart-double-loop",
    "player-leaves-world",
    "player-starts-offscreen",
    "player-invisible",
    "infinite-jump",
    "self-reversal",
    "nan-state",
    "pause-ineffective",
    "frame-rate-dependent",
    "time-jump-after-hidden",
    "timer-stacking",
    "spawn-flood",
    "network-access",
    "code-injection",
    "storage-access",
    "dom-injection",
    "blocking-dialog",
    "navigation",
    "background-code",
    "permission-request",
    "harness-tampering",
    "deceptive-content",
    "embedded-secret",
    "obfuscated-access",
    "text-unreadable",
    "does-not-fit-viewport",
    "blurry-on-hidpi",
    "no-instructions",
    "plan-control-missing",
];

/// How surely this version decides a kind of defect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decides {
    /// In every game that can be played.
    Always,
    /// Where the source is clear, or the plays come to it.
    Sometimes,
    /// Not yet.
    Never,
}

impl Decides {
    /// In words.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Always => "by this version",
            Self::Sometimes => "where the source is clear or the plays come to it; else it is listed as not run",
            Self::Never => "not yet; it is listed as not run",
        }
    }
}

/// How surely this version decides the kind of that code.
pub fn decides(id: &str) -> Decides {
    let by_source = crate::critic::ALL.iter().any(|check| check.id == id);
    let by_play = ALL.iter().any(|check| check.id == id) || twins::checks().any(|check| check.id == id);
    match (KINDS_DECIDED.contains(&id), by_source || by_play) {
        (true, _) => Decides::Always,
        (false, true) => Decides::Sometimes,
        (false, false) => Decides::Never,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codes::kind;

    #[test]
    fn every_check_decides_a_kind_of_the_catalogue_once() {
        let ids: Vec<&str> =
            ALL.iter().map(|check| check.id).chain(crate::validator::twins::checks().map(|check| check.id)).collect();
        for (at, id) in ids.iter().enumerate() {
            assert!(kind(id).is_some(), "{id}");
            assert!(!ids[..at].contains(id), "{id} twice");
        }
        assert!(KINDS_DECIDED.iter().all(|id| kind(id).is_some()));
    }
}
