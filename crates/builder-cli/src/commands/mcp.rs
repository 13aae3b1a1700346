//! The server for AI assistants: what of this tool it needs.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Weak},
};

use async_trait::async_trait;
use builder_core::{
    game::{EngineChoice, GameFolder},
    ports::{Fault, LanguageModel, PlayTester},
};
use builder_mcp::{Host, Server};
use tokio::sync::Mutex;

use super::{
    browser::{self, Browser},
    build::TOOL_VERSION,
    models,
    subject::read_folder,
};
use crate::{error::CliError, interrupt, screen, settings::Settings};

/// Serves one assistant on standard input and output.
pub(crate) async fn run(settings: Settings) -> Result<u8, CliError> {
    let server = Arc::new(Server::new(Arc::new(ToolHost { settings, browser: Mutex::default() })));
    let mut status = 0;
    let served = builder_mcp::serve_stdio(server.clone(), async { status = interrupt::asked_to_end().await }).await;
    server.stop().await;
    if let Err(error) = served {
        // Standard output belongs to the protocol, whatever happens.
        screen::note(&format!("error: {}", screen::clean(&error.to_string())));
        return Ok(1);
    }
    Ok(status)
}

struct ToolHost {
    settings: Settings,
    /// One browser for all that plays at the same time; it goes when nothing is played.
    browser: Mutex<Weak<Browser>>,
}

/// An error as a fault of the world.
fn fault(error: &CliError) -> Fault {
    Fault { code: error.code(), detail: error.detail() }
}

#[async_trait]
impl Host for ToolHost {
    fn output(&self) -> PathBuf {
        self.settings.output.clone()
    }

    fn tool_version(&self) -> String {
        TOOL_VERSION.to_owned()
    }

    fn model_name(&self) -> Option<String> {
        self.settings.model.clone()
    }

    fn model(&self, name: &str) -> Result<Arc<dyn LanguageModel>, Fault> {
        let chain = models::chain(name, &self.settings).map_err(|error| fault(&error))?;
        Ok(Arc::new(chain))
    }

    async fn tester(&self, engine: EngineChoice) -> Result<Option<Arc<dyn PlayTester>>, Fault> {
        if engine == EngineChoice::None {
            return Ok(None);
        }
        let mut known = self.browser.lock().await;
        if let Some(browser) = known.upgrade() {
            return Ok(Some(browser));
        }
        let opened = browser::open(engine, &self.settings).await.map_err(|error| fault(&error))?;
        Ok(opened.map(|browser| {
            let browser = Arc::new(browser);
            *known = Arc::downgrade(&browser);
            browser as Arc<dyn PlayTester>
        }))
    }

    fn read_game(&self, dir: &Path) -> Result<GameFolder, Fault> {
        read_folder(dir).map_err(|error| fault(&error))
    }
}
