use builder_core::{
    drivers::stores::FolderStore,
    machine::Machine,
    ports::{ArtifactStore, CheckpointStore},
};
use serde_json::{Value, json};

use super::runs;
use crate::{args::ShowArgs, error::CliError, screen, settings::Settings};

/// Shows where a run stands and what it made.
pub(crate) async fn run(args: &ShowArgs, settings: &Settings) -> Result<u8, CliError> {
    let store = FolderStore::new(&settings.output);
    let run = runs::find(&store, &args.run).await?;
    let history = store.history(&run).await?;
    let facts = history.records.iter().map(|record| (&record.checkpoint, record.elapsed_ms));
    let (machine, _) = Machine::resume(facts).map_err(builder_core::drive::DriveError::from)?;
    let state = machine.state();
    if settings.json {
        let manifest: Option<Value> =
            store.document(&run, "run_manifest.json").await?.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        screen::json(&json!({
            "run_id": run, "state": state.phase, "manifest": manifest, "problems": history.problems,
            "checkpoints": history.records.iter().map(|record| json!({
                "seq": record.seq, "at": record.at, "kind": record.checkpoint.name(),
            })).collect::<Vec<_>>(),
        }));
        return Ok(0);
    }
    let dir = store.run_dir(&run);
    screen::out(&format!("run       {run}"));
    screen::out(&format!("idea      {}", screen::clean(&state.request.idea)));
    if let Some(plan) = &state.plan {
        screen::out(&format!("title     {}", screen::clean(&plan.game_title)));
    }
    screen::out(&format!("state     {}", state.phase));
    for assumption in state.clarification.iter().flat_map(|clarification| &clarification.assumptions) {
        let line = format!("{}: {} ({})", assumption.about, assumption.assumed, assumption.why);
        screen::out(&format!("assumed   {}", screen::clean(&line)));
    }
    for build in &state.builds {
        let judged = build.report.as_ref().map_or_else(
            || "not played".to_owned(),
            |report| {
                format!("{:?}, {}", report.verdict, if report.proven { "proven" } else { "not proven" }).to_lowercase()
            },
        );
        screen::out(&format!("build {}   {judged}", build.build));
    }
    for problem in &history.problems {
        screen::out(&format!("problem   {}", screen::clean(problem)));
    }
    match &state.delivery {
        Some(delivery) => {
            screen::out(&format!("end       {}", screen::clean(&delivery.why)));
            screen::out(&format!("report    {}", dir.join("report.html").display()));
            if delivery.build.is_some() {
                screen::out(&dir.join(builder_core::drive::PLAY_FILE).display().to_string());
            }
        }
        None => screen::out(&format!("go on     gamebuilder resume {run}")),
    }
    Ok(0)
}
