//! What the surrounding program gives: a browser, models, folders.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use async_trait::async_trait;
use builder_core::{
    game::{EngineChoice, GameFolder},
    ports::{Fault, LanguageModel, PlayTester},
};

/// The program around the server.
#[async_trait]
pub trait Host: Send + Sync + 'static {
    /// The folder of the runs where a caller names none.
    fn output(&self) -> PathBuf;

    /// The program's name and version, for the records.
    fn tool_version(&self) -> String;

    /// The model that writes code, if one is configured. Callers choose between it and the templates; they
    /// cannot bring their own, because a model's name may be a command line.
    fn model_name(&self) -> Option<String>;

    /// The model of that name.
    ///
    /// # Errors
    /// `model-unavailable` when there is none.
    fn model(&self, name: &str) -> Result<Arc<dyn LanguageModel>, Fault>;

    /// What games are played in. None when no engine is wanted, or when any will do and there is none.
    ///
    /// # Errors
    /// When the engine that is wanted is missing or does not start.
    async fn tester(&self, engine: EngineChoice) -> Result<Option<Arc<dyn PlayTester>>, Fault>;

    /// The files of a game on disk, within limits, following no links.
    ///
    /// # Errors
    /// `game-unreadable` when there is no such folder or it is too large.
    fn read_game(&self, dir: &Path) -> Result<GameFolder, Fault>;
}
