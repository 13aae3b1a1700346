//! The command line of gamebuilder: parse, resolve settings, dispatch, print, exit.

mod args;
mod author;
mod commands;
mod error;
mod interrupt;
mod screen;
mod settings;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let args = match args::Args::try_parse() {
        Ok(args) => args,
        Err(error) => {
            // Help and version are no errors and go to stdout; clap knows which is which.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    let json = args.json();
    let environment = settings::Environment::read();
    let settings = match settings::Settings::resolve(&args, &environment) {
        Ok(settings) => settings,
        Err(error) => return screen::error(&error, json),
    };
    let runtime = match tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return screen::error(&error::CliError::from(error), json),
    };
    let ended = runtime.block_on(commands::dispatch(args, settings));
    // A browser that will not go away must not keep the process.
    runtime.shutdown_timeout(std::time::Duration::from_secs(2));
    match ended {
        Ok(status) => ExitCode::from(screen::status(status)),
        Err(error) => screen::error(&error, json),
    }
}
