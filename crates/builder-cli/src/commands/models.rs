use std::sync::Arc;

use builder_core::{
    drivers::{
        clocks::SystemClock,
        models::{ChainSettings, Member, ModelChain, Timeouts, provider::prices_as_of},
    },
    protocol::Limits,
};

use crate::{error::CliError, screen, settings::Settings};

/// One line on what a run may cost.
fn cost(member: &Member) -> String {
    match member.price_range(Limits::DEFAULT.tokens_max) {
        Some((_, most)) if most <= 0.0 => "It runs on this machine and charges nothing.".to_owned(),
        Some((least, most)) => {
            format!("A run costs about ${least:.2}, and ${most:.2} at most (prices of {}).", prices_as_of())
        }
        None => "What a run costs is unknown: there is no price for this model here.".to_owned(),
    }
}

/// The chain of models behind a name. Says what is sent to whom before anything is.
pub(crate) fn chain(name: &str, settings: &Settings) -> Result<ModelChain, CliError> {
    let members = settings.members(name);
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
    // What cannot be asked at all is said before anything else.
    let chain = ModelChain::new(&members, chain)?;
    for (at, member) in members.iter().enumerate() {
        let line = member.disclosure()?;
        if !settings.quiet {
            let line = if at == 0 { line } else { format!("If that is of no use: {line}") };
            screen::note(&screen::clean(&line));
            screen::note(&cost(member));
        }
    }
    Ok(chain)
}
