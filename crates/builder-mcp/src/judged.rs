//! Games that are judged in the background: a judgement is the same every time, so it is made once.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use builder_core::{
    game::{EngineChoice, GameFolder, Judgement, Profile},
    ports::PlayTester,
    validator::{self, ValidateOptions},
};
use tokio::{
    sync::{Semaphore, watch},
    task::AbortHandle,
};

use crate::{answer::ToolError, host::Host};

/// How many judgements are remembered.
const REMEMBERED: usize = 16;

type Verdict = Option<Result<Judgement, ToolError>>;

struct Work {
    key: (String, EngineChoice, Profile),
    verdict: watch::Receiver<Verdict>,
    abort: AbortHandle,
}

/// The judgements of one server.
pub struct Judgements {
    host: Arc<dyn Host>,
    turn: Arc<Semaphore>,
    works: Mutex<Vec<Work>>,
}

impl Judgements {
    pub(crate) fn new(host: Arc<dyn Host>, turn: Arc<Semaphore>) -> Self {
        Self { host, turn, works: Mutex::new(Vec::new()) }
    }

    fn works(&self) -> std::sync::MutexGuard<'_, Vec<Work>> {
        self.works.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Judges a game, or waits for the judgement of the same bytes that goes on already. None when it is not
    /// there within `wait`: asking again waits on.
    ///
    /// # Errors
    /// When no verdict could be reached. The next call tries again.
    pub async fn judge(
        &self,
        folder: GameFolder,
        engine: EngineChoice,
        profile: Profile,
        wait: Duration,
    ) -> Result<Option<Judgement>, ToolError> {
        let key = (folder.hash(), engine, profile);
        let mut verdict = self.work(key.clone(), folder);
        let reached = tokio::time::timeout(wait, verdict.wait_for(Option::is_some)).await;
        match reached {
            Err(_) => Ok(None),
            Ok(Ok(verdict)) => match verdict.clone() {
                Some(Ok(judgement)) => Ok(Some(judgement)),
                Some(Err(error)) => {
                    self.works().retain(|work| work.key != key);
                    Err(error)
                }
                None => Ok(None),
            },
            Ok(Err(_)) => {
                self.works().retain(|work| work.key != key);
                Err(ToolError::new("outcome-unexpected", "judging the game broke off"))
            }
        }
    }

    fn work(&self, key: (String, EngineChoice, Profile), folder: GameFolder) -> watch::Receiver<Verdict> {
        let mut works = self.works();
        if let Some(known) = works.iter().find(|work| work.key == key) {
            return known.verdict.clone();
        }
        let (tell, verdict) = watch::channel(None);
        let (host, turn, (_, engine, profile)) = (self.host.clone(), self.turn.clone(), key.clone());
        let task = tokio::spawn(async move {
            let _turn = if engine == EngineChoice::None { None } else { turn.acquire_owned().await.ok() };
            let judged = judge(host.as_ref(), &folder, engine, profile).await;
            let _ = tell.send(Some(judged));
        });
        works.push(Work { key, verdict: verdict.clone(), abort: task.abort_handle() });
        if works.len() > REMEMBERED
            && let Some(old) = works.iter().position(|work| work.verdict.borrow().is_some())
        {
            works.remove(old);
        }
        verdict
    }

    pub(crate) fn stop(&self) {
        self.works().iter().for_each(|work| work.abort.abort());
    }
}

async fn judge(
    host: &dyn Host,
    folder: &GameFolder,
    engine: EngineChoice,
    profile: Profile,
) -> Result<Judgement, ToolError> {
    let tester = host.tester(engine).await?;
    let began = Instant::now();
    let now_ms = move || began.elapsed().as_millis() as u64;
    let options = ValidateOptions { profile, ..ValidateOptions::new(&now_ms) };
    let tester = tester.as_deref().map(|tester| tester as &dyn PlayTester);
    let (judgement, ..) = validator::validate(tester, folder, None, &options).await?;
    Ok(judgement)
}
