use builder_core::{drive, drivers::stores::FolderStore};
use serde_json::json;

use super::runs;
use crate::{args::RunArgs, error::CliError, screen, settings::Settings};

/// Checks what a run keeps.
pub(crate) async fn run(args: &RunArgs, settings: &Settings) -> Result<u8, CliError> {
    let store = FolderStore::new(&settings.output);
    let run = runs::find(&store, &args.run).await?;
    let rows = drive::verify(&store, &store, &run).await?;
    let wrong = rows.iter().filter(|row| row.problem.is_some()).count();
    if settings.json {
        screen::json(&json!({ "run_id": run, "ok": wrong == 0, "verified": rows }));
        return Ok(u8::from(wrong > 0));
    }
    for row in &rows {
        let state = row.problem.as_deref().map_or_else(|| "ok".to_owned(), screen::clean);
        screen::out(&format!("{:<32} {state}", screen::clean(&row.what)));
    }
    screen::out(&match wrong {
        0 => format!("{run}: all {} as recorded", rows.len()),
        _ => format!("{run}: {wrong} of {} not as recorded", rows.len()),
    });
    Ok(u8::from(wrong > 0))
}
