//! Chromium over its debugging protocol: the only room that names the browser crate.

mod error_place;
mod keys;
mod launch;
mod seat;
mod serve;
mod stage;
mod walls;

use std::{collections::BTreeMap, path::PathBuf, sync::Arc, time::Duration};

use async_trait::async_trait;
use chromiumoxide::{Browser, handler::HandlerConfig};
use futures_util::StreamExt;
use serde_json::Value;
use tokio::{sync::OnceCell, task::JoinHandle};

pub use self::launch::{NAMES, find};
use self::{launch::Process, seat::Idle};
use crate::{
    game::GameFolder,
    ports::{Fault, PlayTester, Stage, World},
};

/// How to start the browser and how long to wait for it.
#[derive(Debug, Clone)]
pub struct ChromiumOptions {
    /// The browser.
    pub executable: PathBuf,
    /// Whether the browser's own sandbox is on. It cannot be for the root user.
    pub sandbox: bool,
    /// Time to start.
    pub start_timeout: Duration,
    /// Time for one operation that the page should answer at once.
    pub operation_timeout: Duration,
    /// Processor time after which a script that does not return counts as hanging.
    pub hang_cpu: Duration,
    /// Time after which a page that does not answer, though its processor is idle, is given up.
    pub give_up: Duration,
}

impl ChromiumOptions {
    /// The usual ones for that browser. Its own sandbox is off for root, who cannot have it.
    pub fn new(executable: impl Into<PathBuf>) -> Self {
        Self {
            executable: executable.into(),
            sandbox: !launch::is_root(),
            start_timeout: Duration::from_secs(30),
            operation_timeout: Duration::from_secs(15),
            hang_cpu: Duration::from_secs(6),
            give_up: Duration::from_secs(90),
        }
    }
}

/// A browser that plays games, one after the other or side by side.
pub struct ChromiumTester {
    options: ChromiumOptions,
    browser: Arc<Browser>,
    version: String,
    pump: JoinHandle<()>,
    walls: OnceCell<()>,
    idle: Idle,
    // Dropped last: the process ends when everything that speaks to it has gone.
    _process: Process,
}

impl std::fmt::Debug for ChromiumTester {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ChromiumTester").field("version", &self.version).finish_non_exhaustive()
    }
}

impl ChromiumTester {
    /// Starts the browser.
    ///
    /// # Errors
    /// `browser-start-failed`.
    pub async fn start(options: ChromiumOptions) -> Result<Self, Fault> {
        let process = Process::start(&options.executable, options.sandbox, options.start_timeout).await?;
        let failed = |error: chromiumoxide::error::CdpError| Fault::new("browser-start-failed", error.to_string());
        let config = HandlerConfig { viewport: None, request_timeout: options.give_up * 2, ..HandlerConfig::default() };
        let (browser, mut handler) =
            Browser::connect_with_config(process.address.clone(), config).await.map_err(failed)?;
        let pump = tokio::spawn(async move { while handler.next().await.is_some() {} });
        let version = browser.version().await.map_err(failed)?.product;
        let version = version.split_once('/').map_or(version.clone(), |(_, number)| number.to_owned());
        Ok(Self {
            options,
            browser: Arc::new(browser),
            version,
            pump,
            walls: OnceCell::new(),
            idle: Idle::default(),
            _process: process,
        })
    }

    fn browser(&self) -> &Arc<Browser> {
        &self.browser
    }

    fn idle_seats(&self) -> &Idle {
        &self.idle
    }

    fn options(&self) -> &ChromiumOptions {
        &self.options
    }
}

impl Drop for ChromiumTester {
    fn drop(&mut self) {
        self.pump.abort();
    }
}

#[async_trait]
impl PlayTester for ChromiumTester {
    fn engine(&self) -> String {
        format!("chromium {}", self.version)
    }

    fn facts(&self) -> BTreeMap<String, Value> {
        [("browser_sandbox".to_owned(), Value::from(self.options.sandbox))].into()
    }

    async fn open(&self, game: &GameFolder, world: &World) -> Result<Box<dyn Stage>, Fault> {
        // No game is opened before the walls were seen to stand in this very browser.
        self.walls.get_or_try_init(|| walls::prove(self)).await?;
        Ok(Box::new(stage::ChromiumStage::open(self, game, world).await?))
    }
}
