//! What was paid for, on record before anything is decided by it: replies of models and plays of builds. A run that
//! was broken off takes them from here, and so does a replay.

use super::{DriveError, Ports, record::Recorder};
use crate::{
    game::{GameFolder, MinimalPlan, Profile, SchemaVersion},
    ports::{Fault, ModelCall, ModelReply},
    protocol::{ModelCallRecord, RunId},
    validator::{PlayRecord, StoredRecord},
};

/// The name of the record of a model call, relative to the run's folder.
pub(super) fn call_name(call: u32) -> String {
    format!("model_calls/{call:03}.json")
}

/// The name of the record of the plays of a build, relative to the run's folder.
pub(super) fn play_name(build: u32) -> String {
    format!("play_records/build_{build}.json.gz")
}

/// A reply as it is kept.
pub(super) fn call_record(number: u32, build: Option<u32>, call: ModelCall, reply: &ModelReply) -> ModelCallRecord {
    ModelCallRecord {
        schema_version: SchemaVersion,
        call: number,
        build,
        purpose: call.purpose,
        model: call.model,
        answered_by: reply.answered_by.clone(),
        system: call.system,
        user: call.user,
        begun: call.begun,
        tokens_out_max: call.tokens_out_max,
        reply: reply.text.clone(),
        cut_off: reply.cut_off,
        usage: reply.usage,
        notes: reply.notes.clone(),
    }
}

/// The reply to that question, if it is on record. A record of another question is none.
pub(super) async fn reply(
    ports: &Ports<'_>,
    run: &RunId,
    number: u32,
    call: &ModelCall,
) -> Result<Option<ModelReply>, Fault> {
    let Some(bytes) = ports.artifacts.document(run, &call_name(number)).await? else { return Ok(None) };
    let Ok(kept) = serde_json::from_slice::<ModelCallRecord>(&bytes) else { return Ok(None) };
    let same = kept.purpose == call.purpose
        && kept.model == call.model
        && kept.system == call.system
        && kept.user == call.user
        && kept.begun == call.begun;
    Ok(same.then_some(ModelReply {
        text: kept.reply,
        cut_off: kept.cut_off,
        usage: kept.usage,
        answered_by: kept.answered_by,
        notes: kept.notes,
    }))
}

/// The record of the plays of these very bytes, if there is one.
pub(super) async fn play(
    ports: &Ports<'_>,
    run: &RunId,
    build: u32,
    folder: &GameFolder,
) -> Result<Option<PlayRecord>, Fault> {
    let Some(bytes) = ports.artifacts.document(run, &play_name(build)).await? else { return Ok(None) };
    let Ok(stored) = StoredRecord::from_bytes(&bytes) else { return Ok(None) };
    Ok((stored.record.files_hash == folder.hash()).then_some(stored.record))
}

/// Keeps the record of the plays of a build.
pub(super) async fn keep_play(
    recorder: &mut Recorder<'_>,
    build: u32,
    folder: &GameFolder,
    promises: Option<&MinimalPlan>,
    record: PlayRecord,
) -> Result<(), DriveError> {
    let stored = StoredRecord::new(folder, promises, Profile::Delivery, record);
    let packed = stored.packed().map_err(|error| Fault::new("output-unwritable", format!("play record: {error}")))?;
    recorder.put(&play_name(build), &packed).await
}
