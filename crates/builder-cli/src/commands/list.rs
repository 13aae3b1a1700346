use builder_core::{drive, drivers::stores::FolderStore, protocol::Phase};
use serde_json::json;

use crate::{error::CliError, screen, settings::Settings};

/// Lists the runs, oldest first.
pub(crate) async fn run(settings: &Settings) -> Result<u8, CliError> {
    let store = FolderStore::new(&settings.output);
    let rows = drive::overviews(&store).await?;
    if settings.json {
        screen::json(&json!({ "runs": rows }));
        return Ok(0);
    }
    if rows.is_empty() {
        screen::note(&format!("No runs in {} yet. Start one: gamebuilder --idea \"…\"", settings.output.display()));
    }
    for row in &rows {
        let state = match (row.state, row.mode, row.proven) {
            (Some(Phase::Done), Some(mode), Some(true)) => format!("{}, proven", mode.name()),
            (Some(Phase::Done), Some(mode), _) => format!("{}, not proven", mode.name()),
            (Some(Phase::Failed), Some(mode), _) => format!("failed, {}", mode.name()),
            (Some(state), ..) => state.to_string(),
            (None, ..) => row.problem.clone().unwrap_or_else(|| "-".to_owned()),
        };
        let idea: String = screen::clean(row.idea.as_deref().unwrap_or("-")).chars().take(60).collect();
        screen::out(&format!("{:<44} {state:<22} {idea}", row.run_id.as_str()));
    }
    Ok(0)
}
