use builder_core::{drivers::stores::FolderStore, machine::Machine, ports::CheckpointStore};
use serde_json::json;

use crate::{error::CliError, screen, settings::Settings};

/// Lists the runs, oldest first.
pub(crate) async fn run(settings: &Settings) -> Result<u8, CliError> {
    let store = FolderStore::new(&settings.output);
    let mut rows = Vec::new();
    for run in store.runs().await? {
        let row = match store.history(&run).await {
            Ok(history) => {
                let at = history.records.first().map(|record| record.at.clone()).unwrap_or_default();
                let facts = history.records.iter().map(|record| (&record.checkpoint, record.elapsed_ms));
                let resumed = Machine::resume(facts).ok();
                let state = resumed.as_ref().map(|(machine, _)| machine.state());
                let delivery = state.and_then(|state| state.delivery.as_ref());
                json!({
                    "run_id": run, "started_at": at,
                    "state": state.map(|state| state.phase),
                    "mode": delivery.and_then(|delivery| delivery.mode),
                    "proven": delivery.map(|delivery| delivery.proven),
                    "idea": state.map(|state| state.request.idea.as_str()),
                    "title": state.and_then(|state| state.plan.as_ref()).map(|plan| plan.game_title.as_str()),
                })
            }
            Err(fault) => json!({ "run_id": run, "started_at": "", "state": null, "problem": fault.to_string() }),
        };
        rows.push(row);
    }
    rows.sort_by_key(|row| row["started_at"].as_str().unwrap_or_default().to_owned());
    if settings.json {
        screen::json(&json!({ "runs": rows }));
        return Ok(0);
    }
    if rows.is_empty() {
        screen::note(&format!("No runs in {} yet. Start one: gamebuilder --idea \"…\"", settings.output.display()));
    }
    for row in &rows {
        let text = |name: &str| row[name].as_str().unwrap_or("-").to_owned();
        let state = match (row["state"].as_str(), row["mode"].as_str(), row["proven"].as_bool()) {
            (Some("done"), Some(mode), Some(true)) => format!("{mode}, proven"),
            (Some("done"), Some(mode), _) => format!("{mode}, not proven"),
            (Some("failed"), Some(mode), _) => format!("failed, {mode}"),
            (Some(state), ..) => state.to_owned(),
            (None, ..) => text("problem"),
        };
        let idea: String = screen::clean(&text("idea")).chars().take(60).collect();
        screen::out(&format!("{:<44} {:<22} {idea}", text("run_id"), state));
    }
    Ok(0)
}
