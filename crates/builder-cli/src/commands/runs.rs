//! Finding runs by name.

use builder_core::{
    drivers::stores::FolderStore,
    ports::{CheckpointStore, History},
    protocol::RunId,
};

use crate::error::CliError;

/// The run whose name is `name` or begins with it.
pub(crate) async fn find(store: &FolderStore, name: &str) -> Result<RunId, CliError> {
    let runs = store.runs().await?;
    if let Some(run) = runs.iter().find(|run| run.as_str() == name) {
        return Ok(run.clone());
    }
    let matching: Vec<&RunId> = runs.iter().filter(|run| !name.is_empty() && run.as_str().starts_with(name)).collect();
    match matching[..] {
        [only] => Ok(only.clone()),
        [] => {
            let near: Vec<&str> = runs.iter().map(RunId::as_str).filter(|run| run.contains(name)).take(5).collect();
            let hint = if near.is_empty() { String::new() } else { format!("; near it: {}", near.join(", ")) };
            Err(CliError::input("run-unknown", format!("there is no run {name:?}{hint}")))
        }
        _ => {
            let names: Vec<&str> = matching.iter().take(5).map(|run| run.as_str()).collect();
            Err(CliError::input("run-unknown", format!("{name:?} may be {}", names.join(", "))))
        }
    }
}

/// The run that was worked on last.
pub(crate) async fn latest(store: &FolderStore) -> Result<RunId, CliError> {
    let mut newest: Option<(String, RunId)> = None;
    for run in store.runs().await? {
        let Ok(History { records, .. }) = store.history(&run).await else { continue };
        if let Some(last) = records.last()
            && newest.as_ref().is_none_or(|(at, _)| *at < last.at)
        {
            newest = Some((last.at.clone(), run));
        }
    }
    newest.map(|(_, run)| run).ok_or_else(|| CliError::input("run-unknown", "there are no runs here yet"))
}
