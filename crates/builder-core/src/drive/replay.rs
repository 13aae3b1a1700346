//! Does a run again from its records: without the model, the author and the browser.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

use async_trait::async_trait;
use serde::Serialize;
use serde_json::Value;

use super::{DriveError, DriveSettings, Ports, perform, record::Recorder};
use crate::{
    game::{Answers, GameFolder, Question},
    machine::Machine,
    ports::{ArtifactStore, Author, CheckpointStore, Clock, Fault},
    protocol::{Checkpoint, CheckpointRecord, Effect, RunId},
};

/// What came of doing a run again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Replay {
    /// Checkpoints that came out the same.
    pub same: u64,
    /// Checkpoints that tell of the world failing; they are taken as they are.
    pub taken: u64,
    /// Builds that came out the same, byte for byte.
    pub builds: Vec<u32>,
    /// What differs; none when all is the same.
    pub difference: Option<Difference>,
}

/// Where a replay does not lead to what is on record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The checkpoint.
    pub seq: u64,
    /// What kind of checkpoint it is.
    pub kind: String,
    /// Where in it, as a path, and what stands there now and on record.
    pub what: String,
}

/// Does a run again, effect by effect, and compares what follows with what is on record. Times are left out. Nothing
/// of the run is changed.
///
/// # Errors
/// When the records cannot be read.
pub async fn replay(
    checkpoints: &dyn CheckpointStore,
    artifacts: &dyn ArtifactStore,
    settings: &DriveSettings,
    run: &RunId,
) -> Result<Replay, DriveError> {
    let history = checkpoints.history(run).await?;
    if history.records.is_empty() {
        return Err(DriveError::RunUnknown(run.clone()));
    }
    let kept = Kept { records: artifacts, builds: Mutex::default() };
    let mut out = Replay { same: 1, taken: 0, builds: Vec::new(), difference: None };
    let records = &history.records;
    let mut at = 1;
    while at < records.len() {
        let made = follow(&kept, checkpoints, settings, run, &records[..=at]).await?;
        let Some(made) = made else {
            out.taken += 1;
            at += 1;
            continue;
        };
        for fact in made {
            let Some(known) = records.get(at) else { break };
            if let Some(what) = differs(&fact, &known.checkpoint) {
                out.difference = Some(Difference { seq: known.seq, kind: known.checkpoint.name().to_owned(), what });
                return Ok(out);
            }
            if let Checkpoint::Built { build, .. } = &known.checkpoint {
                if kept.build(run, *build).await? != artifacts.build(run, *build).await? {
                    let what = format!("build_{build} does not hold the bytes that come out");
                    out.difference = Some(Difference { seq: known.seq, kind: "built".to_owned(), what });
                    return Ok(out);
                }
                out.builds.push(*build);
            }
            out.same += 1;
            at += 1;
        }
    }
    Ok(out)
}

/// What follows after all but the last of these records; none when the last one tells of the world failing.
async fn follow(
    kept: &Kept<'_>,
    checkpoints: &dyn CheckpointStore,
    settings: &DriveSettings,
    run: &RunId,
    records: &[CheckpointRecord],
) -> Result<Option<Vec<Checkpoint>>, DriveError> {
    let Some((next, before)) = records.split_last() else { return Ok(None) };
    let (mut machine, pending) = Machine::resume(before.iter().map(|record| (&record.checkpoint, record.elapsed_ms)))?;
    if !pending.is_empty() {
        return Ok(Some(pending));
    }
    if matches!(next.checkpoint, Checkpoint::Faulted { .. } | Checkpoint::StoodIn { .. }) {
        return Ok(None);
    }
    let effect = machine.next_effect();
    if matches!(effect, Effect::Deliver(_) | Effect::Pause { .. }) {
        return Ok(None);
    }
    let author = Recorded(match &next.checkpoint {
        Checkpoint::Answered { answers, .. } => answers.clone().map_or(Answers::Silent, Answers::Given),
        _ => Answers::Silent,
    });
    let ports = Ports {
        author: &author,
        model: None,
        tester: None,
        checkpoints,
        artifacts: kept,
        clock: &Stopped,
        events: &(),
    };
    let mut recorder = Recorder::new(ports, settings, run, 0);
    let outcome = perform::perform(&ports, settings, &mut recorder, machine.state(), &effect).await?;
    Ok(Some(machine.apply(outcome, next.elapsed_ms)?))
}

/// Where two checkpoints differ, times aside.
fn differs(made: &Checkpoint, known: &Checkpoint) -> Option<String> {
    let value = |checkpoint: &Checkpoint| {
        let mut value = serde_json::to_value(checkpoint).unwrap_or_default();
        if let Some(report) = value.get_mut("report").and_then(Value::as_object_mut) {
            report.remove("wall_ms");
            report.remove("timestamp");
        }
        value
    };
    first_difference("", &value(made), &value(known))
}

fn first_difference(path: &str, made: &Value, known: &Value) -> Option<String> {
    match (made, known) {
        (Value::Object(one), Value::Object(other)) => {
            let keys: std::collections::BTreeSet<&String> = one.keys().chain(other.keys()).collect();
            keys.into_iter().find_map(|key| {
                let of = |map: &serde_json::Map<String, Value>| map.get(key).cloned().unwrap_or_default();
                first_difference(&format!("{path}/{key}"), &of(one), &of(other))
            })
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => one
            .iter()
            .zip(other)
            .enumerate()
            .find_map(|(at, (one, other))| first_difference(&format!("{path}/{at}"), one, other)),
        _ if made == known => None,
        _ => {
            let short = |value: &Value| value.to_string().chars().take(80).collect::<String>();
            Some(format!("{path}: {} now, {} on record", short(made), short(known)))
        }
    }
}

/// Gives the answers that are on record.
struct Recorded(Answers);

#[async_trait]
impl Author for Recorded {
    async fn ask(&self, _: u32, _: &[Question]) -> Result<Answers, Fault> {
        Ok(self.0.clone())
    }
}

struct Stopped;

impl Clock for Stopped {
    fn now_ms(&self) -> u64 {
        0
    }
}

/// Reads what is on record, and keeps what is made for itself.
struct Kept<'a> {
    records: &'a dyn ArtifactStore,
    builds: Mutex<BTreeMap<u32, GameFolder>>,
}

#[async_trait]
impl ArtifactStore for Kept<'_> {
    async fn put_build(&self, _: &RunId, build: u32, game: &GameFolder) -> Result<(), Fault> {
        self.builds.lock().unwrap_or_else(PoisonError::into_inner).insert(build, game.clone());
        Ok(())
    }

    async fn build(&self, run: &RunId, build: u32) -> Result<GameFolder, Fault> {
        let known = self.builds.lock().unwrap_or_else(PoisonError::into_inner).get(&build).cloned();
        known.ok_or_else(|| Fault::new("build-unreadable", format!("{run} has not come to build {build}")))
    }

    async fn swap_folder(&self, _: &RunId, _: &str, _: &GameFolder) -> Result<(), Fault> {
        Ok(())
    }

    async fn put_document(&self, _: &RunId, _: &str, _: &[u8]) -> Result<(), Fault> {
        Ok(())
    }

    async fn document(&self, run: &RunId, name: &str) -> Result<Option<Vec<u8>>, Fault> {
        self.records.document(run, name).await
    }

    async fn append_event(&self, _: &RunId, _: &str) -> Result<(), Fault> {
        Ok(())
    }
}
