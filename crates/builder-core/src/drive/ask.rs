//! Asking a model: within what is left to spend, and with every reply on record before anything is done with it.

use super::{
    DriveError, DriveSettings, Ports, journal,
    perform::{planned, store_build},
    record::Recorder,
};
use crate::{
    game::{CodeAuthor, Finding, GameFiles, GameFolder, Severity},
    machine::{BuildState, State},
    phases::planning,
    ports::{Fault, ModelCall, ModelReply},
    prompts::{self, Asking, ClarifyAnswer, LastBuild, PlanAnswer, PromptError, Unreadable, read_answer},
    protocol::{Event, ModelPurpose, Outcome},
};

/// The least room an answer needs to be worth asking for, in tokens.
const fn least_room(purpose: ModelPurpose) -> u32 {
    match purpose {
        ModelPurpose::Clarify => 800,
        ModelPurpose::Plan => 1_200,
        ModelPurpose::Build => 4_000,
        ModelPurpose::Repair => 1_500,
    }
}

/// Has a model say what the idea says and what fits where it says nothing.
pub(super) async fn suggest(
    ports: &Ports<'_>,
    settings: &DriveSettings,
    recorder: &mut Recorder<'_>,
    state: &State,
) -> Result<Outcome, DriveError> {
    let Some(known) = &state.requirements else { return Ok(too_early()) };
    let idea = &state.request.idea;
    let call = settings.prompts.clarify_call(asking(state), idea, known);
    let asked = call.as_ref().map(|call| call.user.clone()).unwrap_or_default();
    let reply = match ask(ports, recorder, state, call, None).await? {
        Ok(reply) => reply,
        Err(outcome) => return Ok(outcome),
    };
    let read =
        read_answer::<ClarifyAnswer>(&reply.text).and_then(|(answer, _)| answer.suggestions(&asked, idea, known));
    Ok(match read {
        Ok(suggestions) => Outcome::Suggested { suggestions, usage: reply.usage },
        Err(complaint) => Outcome::Misread { complaint, usage: reply.usage },
    })
}

/// Has a model design the game. What it says nothing of is as the rules have it.
pub(super) async fn design(
    ports: &Ports<'_>,
    settings: &DriveSettings,
    recorder: &mut Recorder<'_>,
    state: &State,
) -> Result<Outcome, DriveError> {
    let Some(clarified) = &state.clarification else { return Ok(too_early()) };
    let idea = &state.request.idea;
    let call = settings.prompts.plan_call(asking(state), idea, clarified);
    let reply = match ask(ports, recorder, state, call, None).await? {
        Ok(reply) => reply,
        Err(outcome) => return Ok(outcome),
    };
    let rules = planning::plan(clarified, idea, state.request.seed);
    let read = read_answer::<PlanAnswer>(&reply.text).and_then(|(answer, _)| answer.plan(&rules));
    Ok(match read {
        Ok(plan) => planned(plan, reply.usage),
        Err(complaint) => Outcome::Misread { complaint, usage: reply.usage },
    })
}

/// Has a model write a build, mend the last one, or go on where its reply was cut off.
pub(super) async fn code(
    ports: &Ports<'_>,
    settings: &DriveSettings,
    recorder: &mut Recorder<'_>,
    state: &State,
    build: u32,
    purpose: ModelPurpose,
) -> Result<Outcome, DriveError> {
    let Some(plan) = &state.plan else { return Ok(too_early()) };
    let last = match state.last_build().filter(|_| purpose == ModelPurpose::Repair) {
        Some(last) => {
            let folder = ports.artifacts.build(recorder.run(), last.build).await?;
            GameFiles::from_folder(&folder).map(|files| (files, blockers(last)))
        }
        None => None,
    };
    let call = match &last {
        Some((files, findings)) => settings.prompts.repair_call(asking(state), plan, LastBuild { files, findings }),
        None => settings.prompts.build_call(asking(state), plan, state.complexity.as_ref()),
    };
    let call = call.map(|call| ModelCall { begun: state.begun.clone(), ..call });
    let reply = match ask(ports, recorder, state, call, Some(build)).await? {
        Ok(reply) => reply,
        Err(outcome) => return Ok(outcome),
    };
    let text = state.begun.as_ref().map_or(reply.text.clone(), |begun| prompts::joined(begun, &reply.text));
    let read = match &last {
        Some((before, _)) => prompts::read_repair(&text, before),
        None => prompts::read_files(&text),
    };
    match read {
        Ok(files) => {
            let folder = GameFolder::from(&files);
            store_build(ports, recorder, build, &folder).await?;
            Ok(Outcome::Built { files_hash: folder.hash(), composition: None, usage: reply.usage })
        }
        Err(Unreadable::CutOff(_)) => Ok(Outcome::CutOff { begun: prompts::begun(&text), usage: reply.usage }),
        Err(error) => Ok(Outcome::Unreadable { why: error.to_string(), usage: reply.usage }),
    }
}

fn asking(state: &State) -> Asking<'_> {
    let model = match &state.request.code_author {
        CodeAuthor::Model(name) => name,
        CodeAuthor::Composer => "",
    };
    Asking { model, complaint: state.complaint.as_deref() }
}

fn too_early() -> Outcome {
    Outcome::Fault(Fault::new("illegal-transition", "a model was to be asked before there is anything to ask about"))
}

/// Asks, if what the answer may cost at worst fits into what is left. The inner error is what came instead.
async fn ask(
    ports: &Ports<'_>,
    recorder: &mut Recorder<'_>,
    state: &State,
    call: Result<ModelCall, PromptError>,
    build: Option<u32>,
) -> Result<Result<ModelReply, Outcome>, DriveError> {
    let call = match call {
        Ok(call) => call,
        Err(error) => return Ok(Err(Outcome::Fault(Fault::new("settings-invalid", error.to_string())))),
    };
    let left = state.tokens_left();
    let call = match within_budget(call, left) {
        Ok(call) => call,
        Err(needed) => return Ok(Err(Outcome::TooDear { needed, left })),
    };
    let number = state.spend.model_calls + 1;
    if let Some(reply) = journal::reply(ports, recorder.run(), number, &call).await? {
        return Ok(Ok(reply));
    }
    let Some(model) = ports.model else {
        let fault = Fault::new("model-unavailable", "a model was asked for and none is configured");
        return Ok(Err(Outcome::ModelFault { fault, usage: None }));
    };
    let reply = match model.complete(&call).await {
        Ok(reply) => reply,
        Err(failed) => return Ok(Err(Outcome::ModelFault { fault: failed.fault, usage: failed.usage })),
    };
    let record = journal::call_record(number, build, call, &reply);
    recorder.put_json(&journal::call_name(number), &record).await?;
    for note in &reply.notes {
        recorder.emit(Event::LlmNote { note: note.clone() }).await?;
    }
    Ok(Ok(reply))
}

/// The call with no more room than fits, or the tokens it needs when even its least room does not.
fn within_budget(call: ModelCall, left: u64) -> Result<ModelCall, u64> {
    let tokens_in = call.tokens_in();
    let room = u32::try_from(left.saturating_sub(tokens_in)).unwrap_or(u32::MAX);
    let least = least_room(call.purpose).min(call.tokens_out_max);
    if room < least {
        return Err(tokens_in + u64::from(least));
    }
    Ok(ModelCall { tokens_out_max: call.tokens_out_max.min(room), ..call })
}

fn blockers(build: &BuildState) -> Vec<Finding> {
    let mut found: Vec<Finding> = build.findings().filter(|one| one.severity == Severity::Blocker).cloned().collect();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_call_is_made_whose_worst_case_does_not_fit() {
        let call = |room| ModelCall {
            purpose: ModelPurpose::Build,
            model: "m".into(),
            system: "x".repeat(4_000),
            user: String::new(),
            begun: None,
            schema: None,
            tokens_out_max: room,
        };
        assert_eq!(within_budget(call(16_000), 30_000).unwrap().tokens_out_max, 16_000);
        let squeezed = within_budget(call(16_000), 9_000).unwrap();
        assert_eq!(squeezed.tokens_in() + u64::from(squeezed.tokens_out_max), 9_000);
        assert_eq!(within_budget(call(16_000), 4_900), Err(5_000));
        assert!(within_budget(call(16_000), 5_000).is_ok());
    }
}
