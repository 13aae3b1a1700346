use super::state::{BuildState, State};
use crate::{
    codes::Fault,
    game::{CodeAuthor, confidence},
    phases::{clarifying, planning},
    protocol::{BuildOrigin, Checkpoint, Delivery, DeliveryMode, EndReason, FallbackReason, Phase},
};

/// The checkpoint that follows from `state` of itself, without anything being done.
pub(super) fn follows(state: &State) -> Option<Checkpoint> {
    if state.delivery.is_some() {
        return None;
    }
    if let Some(fault) = &state.unbearable {
        return Some(after_fault(state, fault));
    }
    if let Some(reason) = state.exhausted {
        return Some(after_exhaustion(state, reason));
    }
    match state.phase {
        Phase::Clarifying => clarified(state),
        Phase::Validating => state.last_build().filter(|build| build.passed()).map(|build| passed(state, build)),
        _ => None,
    }
}

fn clarified(state: &State) -> Option<Checkpoint> {
    let known = state.requirements.as_ref()?;
    if state.wants_model(Phase::Clarifying) {
        return None;
    }
    let sure = confidence(known) >= state.limits.confidence_min;
    let used_up = state.author_silent || state.rounds >= state.limits.question_rounds_max;
    if !sure && !used_up && !clarifying::questions(known, state.rounds + 1).is_empty() {
        return None;
    }
    let clarification = clarifying::conclude(
        &state.request.idea,
        known,
        state.questions.clone(),
        state.answers.clone(),
        state.rounds,
        &state.request.code_author,
    );
    let clarification = clarifying::assume_suggested(clarification, state.suggestions.as_deref());
    Some(Checkpoint::Clarified { clarification })
}

fn passed(state: &State, build: &BuildState) -> Checkpoint {
    let proven = build.report.as_ref().is_some_and(|report| report.proven);
    let played = build.report.as_ref().is_some_and(|report| report.engine.starts_with("chromium"));
    let mode = match (build.origin, &state.request.code_author) {
        (BuildOrigin::Model, _) => DeliveryMode::Generated,
        (BuildOrigin::Composer, _) | (BuildOrigin::Fallback, CodeAuthor::Composer) => DeliveryMode::Composed,
        (BuildOrigin::Fallback, CodeAuthor::Model(_)) => DeliveryMode::DegradedFallback,
    };
    if state.request.require_proof && !proven {
        return ended(Delivery {
            final_state: Phase::Failed,
            mode: Some(mode),
            reason: EndReason::Unproven,
            why: "no blocker was found, but the proof that was asked for needs Chromium".to_owned(),
            build: Some(build.build),
            files_hash: Some(build.files_hash.clone()),
            proven,
        });
    }
    let why = match (mode, proven) {
        (DeliveryMode::DegradedFallback, _) => format!(
            "the model's game did not come about ({}); this one is composed from a template",
            state.fell_back.map_or("unknown", reason_text)
        ),
        (_, true) => "the game was played in Chromium and no blocker was found".to_owned(),
        (_, false) if played => {
            "no blocker was found, but the plays did not decide every check of a blocker".to_owned()
        }
        (_, false) => "no blocker was found, but the game could not be played here".to_owned(),
    };
    ended(Delivery {
        final_state: Phase::Done,
        mode: Some(mode),
        reason: EndReason::Passed,
        why,
        build: Some(build.build),
        files_hash: Some(build.files_hash.clone()),
        proven,
    })
}

fn after_fault(state: &State, fault: &Fault) -> Checkpoint {
    match (state.phase, fault.code.as_str()) {
        (Phase::Clarifying | Phase::Planning, code) if is_of_settings(code) => {
            ended(best_or_nothing(state, EndReason::Provider, fault.to_string()))
        }
        (Phase::Clarifying, _) => ended(best_or_nothing(state, EndReason::AnswersNeeded, fault.to_string())),
        (Phase::Building, code) if is_of_settings(code) => {
            ended(best_or_nothing(state, EndReason::Provider, fault.to_string()))
        }
        (Phase::Building, _) if state.account == BuildOrigin::Model => {
            fell_back(state, FallbackReason::ModelUnavailable, fault.to_string())
        }
        (Phase::Validating | Phase::Critiquing, _) => {
            ended(best_or_nothing(state, EndReason::CannotJudge, fault.to_string()))
        }
        _ => ended(best_or_nothing(state, EndReason::CannotBuild, fault.to_string())),
    }
}

/// Whether somebody has to set a key, a name or an address right, or pay: no template hides that.
pub(super) fn is_of_settings(code: &str) -> bool {
    matches!(
        code,
        "model-unavailable" | "model-key-refused" | "model-unknown" | "model-unreachable" | "model-no-credit"
    )
}

fn after_exhaustion(state: &State, reason: FallbackReason) -> Checkpoint {
    let best = state.best_build().filter(|build| build.is_worth_delivering());
    if state.fell_back.is_none() && best.is_none_or(|build| build.origin != BuildOrigin::Model) {
        return fell_back(state, reason, reason_text(reason).to_owned());
    }
    let end = match reason {
        FallbackReason::TimeUsedUp => EndReason::TimeUsedUp,
        FallbackReason::BudgetUsedUp => EndReason::BudgetUsedUp,
        _ => EndReason::RetriesUsedUp,
    };
    if best.is_some() {
        let why = format!("no build passed ({}); this is the best one, with its findings", reason_text(reason));
        return ended(best_or_nothing(state, end, why));
    }
    let end = if state.builds.is_empty() {
        EndReason::CannotBuild
    } else if state.builds.iter().any(BuildState::is_safe) {
        end
    } else {
        EndReason::NothingSafe
    };
    ended(best_or_nothing(state, end, format!("no build can be delivered ({})", reason_text(reason))))
}

/// Going on with a template. A template keeps its own plan, not one that a model made up.
fn fell_back(state: &State, reason: FallbackReason, why: String) -> Checkpoint {
    let plan = state
        .clarification
        .as_ref()
        .filter(|_| state.planned_by_model)
        .map(|known| Box::new(planning::plan(known, &state.request.idea, state.request.seed)));
    Checkpoint::FellBack { reason, why, plan }
}

/// The end of a run that failed: with its best build, if that is worth having.
fn best_or_nothing(state: &State, reason: EndReason, why: String) -> Delivery {
    let best = state.best_build().filter(|build| build.is_worth_delivering());
    Delivery {
        final_state: Phase::Failed,
        mode: best.map(|_| DeliveryMode::Partial),
        reason,
        why,
        build: best.map(|build| build.build),
        files_hash: best.map(|build| build.files_hash.clone()),
        proven: false,
    }
}

fn ended(delivery: Delivery) -> Checkpoint {
    Checkpoint::Ended { delivery }
}

const fn reason_text(reason: FallbackReason) -> &'static str {
    match reason {
        FallbackReason::RetriesUsedUp => "all retries are used up",
        FallbackReason::UnreadableReplies => "the model's replies held no game",
        FallbackReason::BudgetUsedUp => "the token budget is used up",
        FallbackReason::ModelUnavailable => "the model did not answer",
        FallbackReason::TimeUsedUp => "the time is used up",
    }
}
