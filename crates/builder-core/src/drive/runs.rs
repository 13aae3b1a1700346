//! Runs by name: which name a request gets, and what there is to say of the runs in a store.

use serde::Serialize;

use super::MANIFEST_FILE;
use crate::{
    game::BuildRequest,
    machine::{Machine, State},
    ports::{ArtifactStore, CheckpointStore, Fault, History, RunIds},
    protocol::{Checkpoint, DeliveryMode, Phase, RunId},
};

/// How many names of one request are tried.
const ORDINALS_MAX: u32 = 10_000;

/// The name that a request gets in a store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunName {
    /// Nobody has it.
    Free(RunId),
    /// A run of the same request was begun and not ended.
    Unfinished(RunId),
    /// A run of the same request is over and well.
    Done(RunId),
}

/// The name for a run of `request`: that of a run of the same request that was begun and not ended; with
/// `reuse_done` also that of one that came to a good end; else the first that is free. None when ten thousand
/// names are taken. A run that ended and was not delivered to the last document is not over.
///
/// # Errors
/// `output-unwritable` when the place of the runs cannot be read.
pub async fn name_run(
    store: &dyn CheckpointStore,
    artifacts: &dyn ArtifactStore,
    ids: &dyn RunIds,
    request: &BuildRequest,
    reuse_done: bool,
) -> Result<Option<RunName>, Fault> {
    for ordinal in 1..=ORDINALS_MAX {
        let run = ids.candidate(request, ordinal);
        let history = match store.history(&run).await {
            Ok(history) => history,
            Err(fault) if fault.code == "output-unwritable" => return Err(fault),
            Err(_) => continue,
        };
        let Some(first) = history.records.first() else { return Ok(Some(RunName::Free(run))) };
        let same = matches!(&first.checkpoint, Checkpoint::Started { request: known, .. } if known == request);
        if !same || !history.problems.is_empty() {
            continue;
        }
        let ended = replayed(&history).and_then(|state| state.delivery).map(|delivery| delivery.final_state);
        let delivered = artifacts.document(&run, MANIFEST_FILE).await?.is_some();
        match ended.filter(|_| delivered) {
            Some(Phase::Done) if reuse_done => return Ok(Some(RunName::Done(run))),
            Some(_) => {}
            None => return Ok(Some(RunName::Unfinished(run))),
        }
    }
    Ok(None)
}

/// Where a run stands by its checkpoints; none when no run can have such a history.
pub fn replayed(history: &History) -> Option<State> {
    let facts = history.records.iter().map(|record| (&record.checkpoint, record.elapsed_ms));
    Machine::resume(facts).ok().map(|(machine, _)| machine.state().clone())
}

/// A run in a few words.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RunOverview {
    /// The run.
    pub run_id: RunId,
    /// When it began, in RFC 3339; empty when that cannot be read.
    pub started_at: String,
    /// When it was last worked on, in RFC 3339; empty when that cannot be read.
    pub updated_at: String,
    /// Its phase; none when its checkpoints cannot be followed.
    pub state: Option<Phase>,
    /// What was delivered.
    pub mode: Option<DeliveryMode>,
    /// Whether that was proven by playing it; none before the end.
    pub proven: Option<bool>,
    /// The idea.
    pub idea: Option<String>,
    /// The game's title, once there is a plan.
    pub title: Option<String>,
    /// Why it cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// All runs of a store, oldest first.
///
/// # Errors
/// When the place cannot be read. A run that cannot be read is listed with its problem.
pub async fn overviews(store: &dyn CheckpointStore) -> Result<Vec<RunOverview>, Fault> {
    let mut rows = Vec::new();
    for run in store.runs().await? {
        rows.push(match store.history(&run).await {
            Ok(history) => overview(run, &history),
            Err(fault) => RunOverview { problem: Some(fault.to_string()), ..overview(run, &History::default()) },
        });
    }
    rows.sort_by(|a, b| (&a.started_at, &a.run_id).cmp(&(&b.started_at, &b.run_id)));
    Ok(rows)
}

fn overview(run_id: RunId, history: &History) -> RunOverview {
    let at = |record: Option<&crate::protocol::CheckpointRecord>| record.map(|one| one.at.clone()).unwrap_or_default();
    let state = replayed(history);
    let state = state.as_ref();
    let delivery = state.and_then(|state| state.delivery.as_ref());
    RunOverview {
        run_id,
        started_at: at(history.records.first()),
        updated_at: at(history.records.last()),
        state: state.map(|state| state.phase),
        mode: delivery.and_then(|delivery| delivery.mode),
        proven: delivery.map(|delivery| delivery.proven),
        idea: state.map(|state| state.request.idea.clone()),
        title: state.and_then(|state| state.plan.as_ref()).map(|plan| plan.game_title.clone()),
        problem: None,
    }
}
