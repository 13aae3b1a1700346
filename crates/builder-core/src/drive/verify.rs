//! Whether what is stored of a run is what it says it is.

use serde::Serialize;

use super::{
    DriveError, MANIFEST_FILE,
    journal::{call_name, play_name},
};
use crate::{
    machine::Machine,
    ports::{ArtifactStore, CheckpointStore, Fault},
    protocol::{ModelCallRecord, RunId, RunManifest},
    validator::StoredRecord,
};

/// One thing that was looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Verified {
    /// What, by its name in the run's folder.
    pub what: String,
    /// What is wrong with it; none when it is as it was recorded.
    pub problem: Option<String>,
}

/// Looks at everything that a run keeps: that each record can be read, follows from those before it, and belongs to
/// the bytes it speaks of.
///
/// # Errors
/// When there is no such run, or the store cannot be read.
pub async fn verify(
    checkpoints: &dyn CheckpointStore,
    artifacts: &dyn ArtifactStore,
    run: &RunId,
) -> Result<Vec<Verified>, DriveError> {
    let history = checkpoints.history(run).await?;
    if history.records.is_empty() {
        return Err(DriveError::RunUnknown(run.clone()));
    }
    let mut out = Vec::new();
    let mut row = |what: String, problem: Option<String>| out.push(Verified { what, problem });
    let facts = history.records.iter().map(|record| (&record.checkpoint, record.elapsed_ms));
    let machine = match Machine::resume(facts) {
        Ok((machine, _)) => machine,
        Err(error) => {
            row("checkpoints".to_owned(), Some(error.to_string()));
            return Ok(out);
        }
    };
    row(format!("checkpoints 0 to {}", history.records.len() - 1), history.problems.first().cloned());
    let state = machine.state();
    for build in &state.builds {
        let problem = match artifacts.build(run, build.build).await {
            Ok(folder) if folder.hash() == build.files_hash => None,
            Ok(_) => Some("its bytes are not those that were built".to_owned()),
            Err(fault) => Some(fault.to_string()),
        };
        row(format!("build_{}", build.build), problem);
        let name = play_name(build.build);
        if let Some(bytes) = artifacts.document(run, &name).await? {
            let judged = StoredRecord::from_bytes(&bytes)
                .and_then(|stored| Ok((stored.judge()?.verdict, stored.record.files_hash)));
            let problem = match judged {
                Ok((_, hash)) if hash != build.files_hash => Some("it is of other bytes".to_owned()),
                Ok((verdict, _)) if build.report.as_ref().is_some_and(|report| report.verdict != verdict) => {
                    Some("this version judges it otherwise".to_owned())
                }
                Ok(_) => None,
                Err(error) => Some(error.to_string()),
            };
            row(name, problem);
        }
    }
    for call in 1..=state.spend.model_calls {
        let name = call_name(call);
        // A call that failed has no record.
        if let Some(bytes) = artifacts.document(run, &name).await? {
            row(name, serde_json::from_slice::<ModelCallRecord>(&bytes).err().map(|error| error.to_string()));
        }
    }
    if state.delivery.is_some() {
        for (what, problem) in delivered(artifacts, run).await? {
            row(what, problem);
        }
    }
    Ok(out)
}

/// The manifest, and the delivered files by the digests in it.
async fn delivered(artifacts: &dyn ArtifactStore, run: &RunId) -> Result<Vec<(String, Option<String>)>, Fault> {
    let Some(bytes) = artifacts.document(run, MANIFEST_FILE).await? else {
        return Ok(vec![(MANIFEST_FILE.to_owned(), Some("it is missing; resume writes it again".to_owned()))]);
    };
    let manifest: RunManifest = match serde_json::from_slice(&bytes) {
        Ok(manifest) => manifest,
        Err(error) => return Ok(vec![(MANIFEST_FILE.to_owned(), Some(error.to_string()))]),
    };
    let mut out = vec![(MANIFEST_FILE.to_owned(), None)];
    for (file, digest) in &manifest.files {
        let name = format!("game/{file}");
        let problem = match artifacts.document(run, &name).await? {
            None => Some("it is missing; resume writes it again".to_owned()),
            Some(bytes) if crate::game::digest(&bytes) != *digest => {
                Some("it was changed after it was delivered".to_owned())
            }
            Some(_) => None,
        };
        out.push((name, problem));
    }
    Ok(out)
}
