//! The browser of this process: one for everything it judges.

use builder_core::{
    drivers::chromium::{self, ChromiumOptions, ChromiumTester},
    game::EngineChoice,
};

use crate::{error::CliError, screen, settings::Settings};

/// A browser that plays games.
pub(crate) type Browser = ChromiumTester;

/// Starts the browser that is asked for. None when none is wanted, or when any will do and there is none: then
/// it says so, and what follows is unproven.
pub(crate) async fn open(engine: EngineChoice, settings: &Settings) -> Result<Option<Browser>, CliError> {
    if engine == EngineChoice::None {
        return Ok(None);
    }
    let given = settings.chromium.as_ref().map(|path| path.display().to_string());
    let started = match chromium::find(given.as_deref(), &settings.path) {
        Ok(path) => ChromiumTester::start(ChromiumOptions::new(path)).await,
        Err(fault) => Err(fault),
    };
    match started {
        Ok(browser) => Ok(Some(browser)),
        Err(fault) if engine == EngineChoice::Auto && given.is_none() && fault.code == "browser-missing" => {
            screen::note(&format!(
                "{}; the verdict is from the source alone and unproven. {}.",
                fault.detail,
                fault.remedy()
            ));
            Ok(None)
        }
        Err(fault) => Err(fault.into()),
    }
}
