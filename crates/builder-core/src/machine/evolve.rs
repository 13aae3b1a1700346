use super::{
    error::MachineError,
    state::{BuildState, State, has_safety_blocker},
    transitions::step,
};
use crate::{
    game::Severity,
    protocol::{BuildOrigin, Checkpoint, FallbackReason, Phase},
};

/// Moves `state` by one fact. Live runs and resumed ones both move through here and nowhere else.
pub(super) fn evolve(state: &mut State, checkpoint: &Checkpoint, elapsed_ms: u64) -> Result<(), MachineError> {
    state.elapsed_ms = state.elapsed_ms.max(elapsed_ms);
    if !matches!(checkpoint, Checkpoint::Faulted { .. } | Checkpoint::Ended { .. } | Checkpoint::FellBack { .. }) {
        state.faults_in_a_row = 0;
    }
    match checkpoint {
        Checkpoint::Started { .. } => enter(state, Phase::Clarifying)?,
        Checkpoint::IdeaRead { requirements } => {
            must_be(state, Phase::Clarifying)?;
            state.requirements = Some(requirements.clone());
        }
        Checkpoint::Suggested { suggestions, requirements, usage } => {
            must_be(state, Phase::Clarifying)?;
            state.use_tokens(*usage);
            state.suggestions = Some(suggestions.clone());
            state.requirements = Some(requirements.clone());
            state.complaint = None;
        }
        Checkpoint::Misread { phase, complaint, usage } => {
            must_be(state, *phase)?;
            state.use_tokens(*usage);
            state.complaint = Some(complaint.clone());
        }
        Checkpoint::StoodIn { phase, usage, .. } => {
            must_be(state, *phase)?;
            if usage.is_some() {
                state.use_tokens(*usage);
            }
            state.stood_in.push(*phase);
            state.complaint = None;
        }
        Checkpoint::Answered { round, questions, answers, requirements } => {
            must_be(state, Phase::Clarifying)?;
            state.rounds = *round;
            state.questions.extend(questions.iter().cloned());
            state.author_silent = answers.is_none();
            state.answers.extend(answers.iter().flatten().cloned());
            state.requirements = Some(requirements.clone());
        }
        Checkpoint::Clarified { clarification } => {
            enter(state, Phase::Planning)?;
            state.clarification = Some(clarification.clone());
        }
        Checkpoint::Planned { plan, complexity, simplified, usage } => {
            state.planned_by_model = state.wants_model(Phase::Planning);
            enter(state, Phase::Building)?;
            if state.planned_by_model {
                state.use_tokens(*usage);
            }
            state.complaint = None;
            state.plan = Some(plan.as_ref().clone());
            state.complexity = Some(complexity.clone());
            state.simplified = *simplified;
        }
        Checkpoint::Built { build, origin, files_hash, usage, .. } => {
            enter(state, Phase::Critiquing)?;
            state.use_tokens(*usage);
            state.attempts += 1;
            state.unreadable_in_a_row = 0;
            state.complaint = None;
            state.end_reply();
            state.builds.push(BuildState {
                build: *build,
                origin: *origin,
                files_hash: files_hash.clone(),
                critique: None,
                report: None,
            });
        }
        Checkpoint::CutOff { begun, usage } => {
            must_be(state, Phase::Building)?;
            state.use_tokens(*usage);
            state.begun = Some(begun.clone());
            state.continuations += 1;
        }
        Checkpoint::OverBudget { .. } => {
            must_be(state, Phase::Building)?;
            state.exhausted = Some(FallbackReason::BudgetUsedUp);
        }
        Checkpoint::BuildFailed { usage, why, .. } => {
            must_be(state, Phase::Building)?;
            state.use_tokens(*usage);
            state.complaint = Some(why.clone());
            state.end_reply();
            state.attempts += 1;
            state.unreadable += 1;
            state.unreadable_in_a_row += 1;
            if state.account == BuildOrigin::Model {
                if state.unreadable_in_a_row >= state.limits.unreadable_replies_max {
                    state.exhausted = Some(FallbackReason::UnreadableReplies);
                }
            } else {
                retry(state);
            }
        }
        Checkpoint::Critiqued { critique } => {
            must_be(state, Phase::Critiquing)?;
            let blocked = critique.findings.iter().any(|finding| finding.severity == Severity::Blocker);
            let barred = has_safety_blocker(critique);
            if let Some(build) = state.builds.last_mut() {
                build.critique = Some(critique.as_ref().clone());
            }
            if (blocked || barred) && state.critic_rebuilds < state.limits.critic_rebuilds_max && !state.time_is_up() {
                state.critic_rebuilds += 1;
                enter(state, Phase::Building)?;
            } else if !barred {
                enter(state, Phase::Validating)?;
            } else if retry(state) {
                enter(state, Phase::Building)?;
            }
        }
        Checkpoint::Validated { report } => {
            must_be(state, Phase::Validating)?;
            let passed = state.builds.last_mut().is_some_and(|build| {
                build.report = Some(report.as_ref().clone());
                build.passed()
            });
            if !passed && retry(state) {
                enter(state, Phase::Building)?;
            }
        }
        Checkpoint::FellBack { reason, plan, .. } => {
            enter(state, Phase::Building)?;
            if let Some(plan) = plan {
                state.plan = Some(plan.as_ref().clone());
            }
            state.end_reply();
            state.account = BuildOrigin::Fallback;
            state.fell_back = Some(*reason);
            state.exhausted = None;
            state.unbearable = None;
            state.attempts = 0;
            state.critic_rebuilds = 0;
            state.retries = 0;
            state.unreadable_in_a_row = 0;
            state.faults_in_a_row = 0;
        }
        Checkpoint::Faulted { phase, fault, usage } => {
            must_be(state, *phase)?;
            // Whoever drives models has asked again as often as makes sense before telling of a fault.
            let of_model = fault.code.starts_with("model-");
            if usage.is_some() {
                state.use_tokens(*usage);
            }
            state.faults_in_a_row += 1;
            if of_model || !fault.retryable() || state.faults_in_a_row > state.limits.faults_max {
                state.unbearable = Some(fault.clone());
            }
        }
        Checkpoint::Ended { delivery } => {
            enter(state, delivery.final_state)?;
            state.delivery = Some(delivery.clone());
        }
    }
    let spent = state.account == BuildOrigin::Model && state.tokens_left() == 0;
    if state.phase == Phase::Building && state.exhausted.is_none() && spent && state.fell_back.is_none() {
        state.exhausted = Some(FallbackReason::BudgetUsedUp);
    }
    Ok(())
}

/// Takes one retry, if there is one and time for it; otherwise this account can build no more.
fn retry(state: &mut State) -> bool {
    if state.time_is_up() {
        state.exhausted = Some(FallbackReason::TimeUsedUp);
    } else if state.retries >= state.limits.retries_max {
        state.exhausted = Some(FallbackReason::RetriesUsedUp);
    } else {
        state.retries += 1;
        return true;
    }
    false
}

fn enter(state: &mut State, to: Phase) -> Result<(), MachineError> {
    let from = state.phase;
    state.phase = step(from, to)?;
    if from != Phase::Init {
        state.completed = Some(from);
    }
    Ok(())
}

fn must_be(state: &State, phase: Phase) -> Result<(), MachineError> {
    if state.phase == phase { Ok(()) } else { Err(MachineError::IllegalTransition { from: state.phase, to: phase }) }
}
