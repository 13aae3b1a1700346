use std::collections::BTreeMap;

use builder_core::{
    drive,
    drivers::stores::FolderStore,
    game::CodeAuthor,
    ports::CheckpointStore,
    protocol::{Checkpoint, Phase},
};

use super::{browser, build::Session, models, runs};
use crate::{args::ResumeArgs, error::CliError, settings::Settings};

/// Goes on with a run.
pub(crate) async fn run(args: &ResumeArgs, settings: &Settings) -> Result<u8, CliError> {
    let store = FolderStore::new(&settings.output);
    let run = match &args.run {
        Some(name) => runs::find(&store, name).await?,
        None => runs::latest(&store).await?,
    };
    let history = store.history(&run).await?;
    let Some(Checkpoint::Started { request, .. }) = history.records.first().map(|record| &record.checkpoint) else {
        return Err(CliError::input("checkpoint-corrupt", format!("{run} has no beginning")));
    };
    let over = matches!(history.records.last().map(|record| &record.checkpoint), Some(Checkpoint::Ended { .. }));
    let browser = if over { None } else { browser::open(request.engine, settings).await? };
    let session = Session {
        settings,
        answers: BTreeMap::new(),
        strict: false,
        fail_on_degraded: args.fail_on_degraded,
        until: args.until.as_deref().and_then(Phase::from_name),
    };
    let models = match &request.code_author {
        CodeAuthor::Model(name) if !over => Some(models::chain(name, settings)?),
        _ => None,
    };
    session
        .drive(&run, browser.as_ref(), models.as_ref(), |ports, settings, run| {
            Box::pin(drive::resume(ports, settings, run))
        })
        .await
}
