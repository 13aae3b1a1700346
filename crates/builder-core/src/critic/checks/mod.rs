//! The checks, one file each.

use crate::{
    game::{Finding, MinimalPlan, Profile, Severity},
    source::{Facts, MemberUse, Place, ScriptFacts, Use},
};

mod asset_missing;
mod audio_before_gesture;
mod background_code;
mod blocking_dialog;
mod canvas_hidden;
mod case_sensitive_keys;
mod code_injection;
mod const_reassigned;
mod css_broken;
mod deceptive_content;
mod dom_id_mismatch;
mod dom_injection;
mod elided_code;
mod embedded_secret;
mod encoding_invalid;
mod entry_missing;
mod external_dependency;
mod harness_tampering;
mod html_structure;
mod infinite_loop_at_load;
mod infinite_loop_in_play;
mod input_too_deep;
mod input_too_large;
mod key_listener_unfocusable;
mod library_mismatch;
mod module_script_on_file_url;
mod navigation;
mod network_access;
mod no_game_loop;
mod no_input_handler;
mod no_instructions;
mod obfuscated_access;
mod permission_request;
mod plan_entity_missing;
mod plan_rule_missing;
mod redeclared_name;
mod script_before_dom;
mod script_not_linked;
mod storage_access;
mod stylesheet_not_linked;
mod syntax_error;
mod temporal_dead_zone;
mod undefined_reference;
mod wrong_key_name;

pub(super) use self::dom_id_mismatch::near as near_id;

/// What a check looks at.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    /// What the source says.
    pub facts: &'a Facts,
    /// What the game promises.
    pub promises: Option<&'a MinimalPlan>,
    /// Which rules apply.
    pub profile: Profile,
}

/// What a check says.
#[derive(Debug, Clone)]
pub enum Decision {
    /// Nothing of the kind.
    Passed,
    /// These.
    Failed(Vec<Finding>),
    /// It cannot be told, and why.
    NotRun(String),
}

impl Decision {
    /// Failed if there is any, else passed.
    pub fn of(found: Vec<Finding>) -> Self {
        if found.is_empty() { Self::Passed } else { Self::Failed(found) }
    }
}

/// A check of the source.
#[derive(Debug, Clone, Copy)]
pub struct StaticCheck {
    /// The kind of defect it decides, which is also its id.
    pub id: &'static str,
    /// Decides.
    pub run: fn(&Subject<'_>) -> Decision,
}

/// All of them.
pub const ALL: &[StaticCheck] = &[
    entry_missing::CHECK,
    encoding_invalid::CHECK,
    input_too_large::CHECK,
    input_too_deep::CHECK,
    html_structure::CHECK,
    css_broken::CHECK,
    syntax_error::CHECK,
    script_not_linked::CHECK,
    stylesheet_not_linked::CHECK,
    script_before_dom::CHECK,
    dom_id_mismatch::CHECK,
    undefined_reference::CHECK,
    redeclared_name::CHECK,
    elided_code::CHECK,
    const_reassigned::CHECK,
    temporal_dead_zone::CHECK,
    infinite_loop_at_load::CHECK,
    infinite_loop_in_play::CHECK,
    asset_missing::CHECK,
    module_script_on_file_url::CHECK,
    external_dependency::CHECK,
    library_mismatch::CHECK,
    audio_before_gesture::CHECK,
    canvas_hidden::CHECK,
    no_game_loop::CHECK,
    no_input_handler::CHECK,
    wrong_key_name::CHECK,
    key_listener_unfocusable::CHECK,
    case_sensitive_keys::CHECK,
    no_instructions::CHECK,
    network_access::CHECK,
    code_injection::CHECK,
    storage_access::CHECK,
    dom_injection::CHECK,
    blocking_dialog::CHECK,
    navigation::CHECK,
    background_code::CHECK,
    permission_request::CHECK,
    harness_tampering::CHECK,
    deceptive_content::CHECK,
    embedded_secret::CHECK,
    obfuscated_access::CHECK,
    plan_entity_missing::CHECK,
    plan_rule_missing::CHECK,
];

/// What an error that is certain weighs: a blocker when loading or the first frame is sure to die of it, or when play
/// may come there from a frame, a timer or something the player does. In games of others the last is a warning:
/// many that work carry code that nobody reaches.
fn weigh(subject: &Subject<'_>, script: &ScriptFacts, within: usize, certain: bool) -> Severity {
    let runs = Facts::runs(script, within);
    let in_play = runs.frame || runs.timer || runs.input || runs.load;
    if certain || in_play && subject.profile == Profile::Delivery { Severity::Blocker } else { Severity::Warning }
}

/// Where a game uses a power of the browser, under whatever name: globals that nothing in the game declares, and
/// members of the window or of one of its objects.
pub(super) fn powers(facts: &Facts, globals: &[&str], members: &[(&str, &str)]) -> Vec<(String, Place)> {
    let mut found: Vec<(String, Place)> = Vec::new();
    let mut add = |name: String, place: &Place| {
        if !found.iter().any(|(known, at)| *known == name && at.file == place.file && at.line == place.line) {
            found.push((name, place.clone()));
        }
    };
    // A name that any script of the game declares for itself at its top is the game's own.
    let own = |name: &str| facts.scripts.iter().any(|script| script.declared.iter().any(|own| own.name == name));
    for script in &facts.scripts {
        for used in &script.globals {
            if globals.contains(&used.name.as_str()) && used.how != Use::Typeof && !own(&used.name) {
                add(used.name.clone(), &used.place);
            }
        }
        for used in script.members.iter().filter(|used| !used.property.is_empty()) {
            let on_window = matches!(used.object.as_str(), "window" | "parent")
                && globals.contains(&used.property.as_str())
                && used.how != Use::Write;
            let on_object = members
                .iter()
                .any(|(object, property)| *property == used.property && (*object == used.object || object.is_empty()));
            if (on_window && !own(&used.property)) || on_object {
                add(used.property.clone(), &used.place);
            }
        }
    }
    found
}

/// Whether there is code and all that runs could be read.
fn is_all_read(facts: &Facts) -> bool {
    facts.running().next().is_some()
        && !facts.has_foreign_script()
        && facts.running().all(|script| script.error.is_none())
}

/// Every use of a property, in all scripts.
pub(super) fn members(facts: &Facts) -> impl Iterator<Item = &MemberUse> {
    facts.scripts.iter().flat_map(|script| script.members.iter())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codes::kind;

    #[test]
    fn every_check_decides_a_kind_of_the_catalogue_once() {
        for (at, check) in ALL.iter().enumerate() {
            assert!(kind(check.id).is_some(), "{}", check.id);
            assert!(ALL[..at].iter().all(|other| other.id != check.id), "{} twice", check.id);
        }
    }
}
