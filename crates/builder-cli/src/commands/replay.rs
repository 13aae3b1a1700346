use builder_core::{
    drive::{self, DriveSettings},
    drivers::stores::FolderStore,
};
use serde_json::json;

use super::{build::TOOL_VERSION, runs};
use crate::{args::RunArgs, error::CliError, screen, settings::Settings};

/// Does a run again from its records and says whether the same comes out.
pub(crate) async fn run(args: &RunArgs, settings: &Settings) -> Result<u8, CliError> {
    let store = FolderStore::new(&settings.output);
    let run = runs::find(&store, &args.run).await?;
    let drive_settings = DriveSettings { tool_version: TOOL_VERSION.to_owned(), ..DriveSettings::default() };
    let replay = drive::replay(&store, &store, &drive_settings, &run).await?;
    if settings.json {
        screen::json(&json!({ "run_id": run, "replay": replay }));
        return Ok(u8::from(replay.difference.is_some()));
    }
    if replay.taken > 0 {
        screen::note(&format!("{} checkpoints tell of the world failing; they were taken as they are", replay.taken));
    }
    if let Some(difference) = &replay.difference {
        let (seq, kind) = (difference.seq, &difference.kind);
        screen::out(&format!("differs at checkpoint {seq} ({kind}): {}", screen::clean(&difference.what)));
        return Ok(1);
    }
    let builds = match replay.builds.len() {
        1 => "1 build".to_owned(),
        many => format!("{many} builds"),
    };
    screen::out(&format!("the same again: {} checkpoints, {builds} byte for byte", replay.same));
    Ok(0)
}
