use std::sync::Arc;

use builder_core::drivers::{
    clocks::SystemClock,
    models::{ChainSettings, ModelChain, Timeouts},
};

use crate::{error::CliError, screen, settings::Settings};

/// The chain of models behind a name. Says what is sent to whom before anything is.
pub(crate) fn chain(name: &str, settings: &Settings) -> Result<ModelChain, CliError> {
    let members = settings.members(name);
    for (at, member) in members.iter().enumerate() {
        let line = member.disclosure()?;
        if !settings.quiet {
            let line = if at == 0 { line } else { format!("If that is of no use: {line}") };
            screen::note(&screen::clean(&line));
        }
    }
    let quiet = settings.quiet;
    let chain = ChainSettings {
        timeouts: Timeouts::default(),
        timer: Arc::new(SystemClock::start()),
        seed: u64::from(std::process::id()),
        notice: Arc::new(move |line| {
            if !quiet {
                screen::note(&screen::clean(line));
            }
        }),
    };
    Ok(ModelChain::new(&members, chain)?)
}
