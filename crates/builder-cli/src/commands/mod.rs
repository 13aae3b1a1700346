//! One file a verb.

mod browser;
mod build;
mod changed;
mod critique;
mod diff;
mod events;
mod explain;
mod judge;
mod list;
mod mcp;
mod models;
mod prune;
mod replay;
mod resume;
mod runs;
mod show;
mod subject;
mod validate;
mod verify;

use crate::{
    args::{Args, Command},
    error::CliError,
    settings::Settings,
};

/// Does what was asked for and answers with the exit status.
pub(crate) async fn dispatch(args: Args, settings: Settings) -> Result<u8, CliError> {
    match args.command {
        None => build::run(&args.build, &settings).await,
        Some(Command::Build(build)) => build::run(&build, &settings).await,
        Some(Command::Resume(resume)) => resume::run(&resume, &settings).await,
        Some(Command::Validate(validate)) => validate::run(&validate, &settings).await,
        Some(Command::Critique(critique)) => critique::run(&critique, &settings),
        Some(Command::Judge(judge)) => judge::run(&judge, &settings),
        Some(Command::List) => list::run(&settings).await,
        Some(Command::Show(show)) => show::run(&show, &settings).await,
        Some(Command::Events(events)) => events::run(&events, &settings).await,
        Some(Command::Diff(diff)) => diff::run(&diff, &settings).await,
        Some(Command::Replay(replay)) => replay::run(&replay, &settings).await,
        Some(Command::Verify(verify)) => verify::run(&verify, &settings).await,
        Some(Command::Prune(prune)) => prune::run(&prune, &settings).await,
        Some(Command::Explain(explain)) => explain::run(&explain, &settings),
        Some(Command::Mcp) => mcp::run(settings).await,
    }
}
