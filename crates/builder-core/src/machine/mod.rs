//! The machine that decides. It is pure and synchronous: no clock, no dice, no I/O.
//!
//! Three families of methods, used in this order, again and again: [`Machine::next_effect`] says what is to
//! be done, the driver does it, [`Machine::apply`] takes the outcome and answers with the checkpoints that
//! follow. They must be stored before the next effect is begun. A run is resumed by [`Machine::resume`],
//! which moves through its checkpoints by the same function that moves a live run.

mod error;
mod evolve;
mod settle;
mod state;
#[cfg(test)]
mod tests;
mod transitions;

pub use error::MachineError;
use settle::is_of_settings;
pub use state::{BuildState, State};

use crate::{
    game::{Answers, BuildRequest, CodeAuthor},
    phases::clarifying,
    protocol::{BuildOrigin, Checkpoint, Effect, Limits, ModelPurpose, Outcome, Phase, Usage},
};

/// A run as a value. See the module's words for the order of use.
#[derive(Debug, Clone, PartialEq)]
pub struct Machine {
    state: State,
    until: Option<Phase>,
}

const fn assert_send<T: Send + Sync>() {}
const _: () = assert_send::<Machine>();

impl Machine {
    /// Starts a run. The checkpoint must be stored before anything is done.
    pub fn start(request: BuildRequest, limits: Limits) -> Result<(Self, Checkpoint), MachineError> {
        let started = Checkpoint::Started { request: request.clone(), limits: limits.clone() };
        let mut state = State::new(request, limits);
        evolve::evolve(&mut state, &started, 0)?;
        Ok((Self { state, until: None }, started))
    }

    /// The run that has these checkpoints, each with the time worked by then in milliseconds. The answer also
    /// holds checkpoints that follow of themselves and were not stored, because the process ended in between.
    ///
    /// # Errors
    /// When no run can have such a history.
    pub fn resume<'a>(
        history: impl IntoIterator<Item = (&'a Checkpoint, u64)>,
    ) -> Result<(Self, Vec<Checkpoint>), MachineError> {
        let mut history = history.into_iter();
        let Some((Checkpoint::Started { request, limits }, _)) = history.next() else {
            return Err(MachineError::NoStart);
        };
        let (mut machine, _) = Self::start(request.clone(), limits.clone())?;
        for (checkpoint, elapsed_ms) in history {
            evolve::evolve(&mut machine.state, checkpoint, elapsed_ms)?;
        }
        let pending = machine.settle()?;
        Ok((machine, pending))
    }

    /// Stops after that phase, until told otherwise.
    pub fn stop_after(&mut self, phase: Option<Phase>) {
        self.until = phase;
    }

    /// Where the run stands.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// What is to be done now. The same until an outcome is applied.
    pub fn next_effect(&self) -> Effect {
        let state = &self.state;
        if let Some(delivery) = &state.delivery {
            return Effect::Deliver(delivery.clone());
        }
        if self.until.is_some() && self.until == state.completed {
            return Effect::Pause { before: state.phase };
        }
        match state.phase {
            Phase::Init | Phase::Clarifying => match &state.requirements {
                None => Effect::ReadIdea,
                Some(_) if state.wants_model(Phase::Clarifying) => Effect::Suggest,
                Some(known) => {
                    let round = state.rounds + 1;
                    Effect::Ask {
                        round,
                        questions: clarifying::suggested(
                            clarifying::questions(known, round),
                            state.suggestions.as_deref(),
                        ),
                    }
                }
            },
            Phase::Planning if state.wants_model(Phase::Planning) => Effect::Design,
            Phase::Planning => Effect::Plan,
            Phase::Building => self.build_effect(),
            Phase::Critiquing => Effect::Critique { build: self.newest() },
            Phase::Validating | Phase::Done | Phase::Failed => Effect::Play { build: self.newest() },
        }
    }

    /// Takes the outcome of the effect that was due. `elapsed_ms` is the time the run has worked so far.
    ///
    /// # Errors
    /// When the outcome is not one of that effect.
    pub fn apply(&mut self, outcome: Outcome, elapsed_ms: u64) -> Result<Vec<Checkpoint>, MachineError> {
        self.state.elapsed_ms = self.state.elapsed_ms.max(elapsed_ms);
        let first = self.record(outcome)?;
        evolve::evolve(&mut self.state, &first, elapsed_ms)?;
        let mut checkpoints = vec![first];
        checkpoints.extend(self.settle()?);
        Ok(checkpoints)
    }

    fn settle(&mut self) -> Result<Vec<Checkpoint>, MachineError> {
        let mut followed = Vec::new();
        while let Some(checkpoint) = settle::follows(&self.state) {
            let elapsed_ms = self.state.elapsed_ms;
            evolve::evolve(&mut self.state, &checkpoint, elapsed_ms)?;
            followed.push(checkpoint);
        }
        Ok(followed)
    }

    fn newest(&self) -> u32 {
        self.state.last_build().map_or(0, |build| build.build)
    }

    fn build_effect(&self) -> Effect {
        let state = &self.state;
        let build = self.newest() + 1;
        match state.account {
            BuildOrigin::Model => Effect::CallModel {
                build,
                purpose: if state.builds.is_empty() { ModelPurpose::Build } else { ModelPurpose::Repair },
            },
            // The last attempt of each account, and every one after a composer that failed by itself, is the
            // safest composition there is.
            origin => Effect::Compose {
                build,
                origin,
                attempt: state.attempts,
                safe: (origin == BuildOrigin::Fallback && matches!(state.request.code_author, CodeAuthor::Composer))
                    || state.retries >= state.limits.retries_max
                    || (origin == BuildOrigin::Fallback && state.time_is_up()),
            },
        }
    }

    fn record(&self, outcome: Outcome) -> Result<Checkpoint, MachineError> {
        let effect = self.next_effect();
        match (effect, outcome) {
            (Effect::Deliver(_) | Effect::Pause { .. }, outcome) => Err(unexpected("nothing", &outcome)),
            (Effect::Suggest | Effect::Design, Outcome::ModelFault { fault, usage })
                if !is_of_settings(&fault.code) =>
            {
                Ok(Checkpoint::StoodIn { phase: self.state.phase, why: fault.to_string(), usage })
            }
            (Effect::Suggest | Effect::Design | Effect::CallModel { .. }, Outcome::ModelFault { fault, usage }) => {
                Ok(Checkpoint::Faulted { phase: self.state.phase, fault, usage })
            }
            (Effect::Suggest | Effect::Design, Outcome::TooDear { needed, left }) => {
                let why = format!("asking may cost {needed} tokens and {left} are left");
                Ok(Checkpoint::StoodIn { phase: self.state.phase, why, usage: None })
            }
            (Effect::CallModel { .. }, Outcome::TooDear { needed, left }) => {
                Ok(Checkpoint::OverBudget { needed, left })
            }
            (Effect::Suggest | Effect::Design, Outcome::Misread { complaint, usage }) => {
                Ok(self.misread(complaint, usage))
            }
            (Effect::Suggest, Outcome::Suggested { suggestions, usage }) => {
                let mut requirements = self.state.requirements.clone().unwrap_or_default();
                clarifying::take_said(&mut requirements, &suggestions);
                Ok(Checkpoint::Suggested { suggestions, requirements, usage })
            }
            (_, Outcome::Fault(fault)) => Ok(Checkpoint::Faulted { phase: self.state.phase, fault, usage: None }),
            (Effect::ReadIdea, Outcome::IdeaRead(requirements)) => Ok(Checkpoint::IdeaRead { requirements }),
            (Effect::Ask { round, questions }, Outcome::Answered(answers)) => {
                let mut known = self.state.requirements.clone().unwrap_or_default();
                let (answers, requirements) = match answers {
                    Answers::Given(answers) => {
                        clarifying::merge(&mut known, &answers);
                        (Some(answers), known)
                    }
                    Answers::Silent => (None, known),
                };
                Ok(Checkpoint::Answered { round, questions, answers, requirements })
            }
            (Effect::Plan | Effect::Design, Outcome::Planned { plan, complexity, simplified, usage }) => {
                Ok(Checkpoint::Planned { plan, complexity, simplified, usage })
            }
            (Effect::CallModel { .. }, Outcome::CutOff { begun, usage }) => Ok(self.cut_off(begun, usage)),
            (Effect::Compose { build, origin, .. }, Outcome::Built { files_hash, composition, usage }) => {
                Ok(Checkpoint::Built { build, origin, files_hash, composition, usage })
            }
            (Effect::CallModel { build, .. }, Outcome::Built { files_hash, composition, usage }) => {
                Ok(Checkpoint::Built { build, origin: BuildOrigin::Model, files_hash, composition, usage })
            }
            (Effect::Compose { origin, .. }, Outcome::Unreadable { why, usage }) => {
                Ok(Checkpoint::BuildFailed { origin, why, usage })
            }
            (Effect::CallModel { .. }, Outcome::Unreadable { why, usage }) => {
                Ok(Checkpoint::BuildFailed { origin: BuildOrigin::Model, why, usage })
            }
            (Effect::Critique { build }, Outcome::Critiqued(critique))
                if self.is_of(build, critique.build, &critique.files_hash) =>
            {
                Ok(Checkpoint::Critiqued { critique })
            }
            (Effect::Play { build }, Outcome::Validated(report))
                if self.is_of(build, report.build, &report.files_hash) =>
            {
                Ok(Checkpoint::Validated { report })
            }
            (effect, outcome) => Err(unexpected(&name(&effect), &outcome)),
        }
    }

    /// A model that answered wrongly is asked once more, and no more than that.
    fn misread(&self, complaint: String, usage: Option<Usage>) -> Checkpoint {
        let phase = self.state.phase;
        match &self.state.complaint {
            None => Checkpoint::Misread { phase, complaint, usage },
            Some(_) => {
                // It answered, so it was asked, even where nothing is known of what that used.
                let usage = Some(usage.unwrap_or_default());
                Checkpoint::StoodIn { phase, why: format!("its answer could not be used: {complaint}"), usage }
            }
        }
    }

    fn cut_off(&self, begun: String, usage: Option<Usage>) -> Checkpoint {
        if self.state.continuations < self.state.limits.continuations_max {
            return Checkpoint::CutOff { begun, usage };
        }
        let why = "the reply was cut off again and again: write less".to_owned();
        Checkpoint::BuildFailed { origin: BuildOrigin::Model, why, usage }
    }

    /// Whether a report is about exactly the bytes of the build that was due.
    fn is_of(&self, due: u32, build: u32, files_hash: &str) -> bool {
        due == build && self.state.build(due).is_some_and(|known| known.files_hash == files_hash)
    }
}

fn unexpected(effect: &str, outcome: &Outcome) -> MachineError {
    MachineError::OutcomeUnexpected { effect: effect.to_owned(), outcome: name(outcome) }
}

/// The first word of a value's debug form: the name of its variant.
fn name(value: &impl std::fmt::Debug) -> String {
    let text = format!("{value:?}");
    text.split([' ', '(', '{']).next().unwrap_or_default().to_owned()
}
