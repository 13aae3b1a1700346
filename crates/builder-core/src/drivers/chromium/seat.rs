use std::{
    sync::{Arc, Mutex, PoisonError, RwLock},
    time::Duration,
};

use chromiumoxide::{
    Page,
    cdp::{
        browser_protocol::{
            animation,
            browser::BrowserContextId,
            emulation,
            fetch::{self, EventRequestPaused},
            inspector::EventTargetCrashed,
            page::{
                AddScriptToEvaluateOnNewDocumentParams, EventFrameRequestedNavigation, EventJavascriptDialogOpening,
                EventLoadEventFired, HandleJavaScriptDialogParams, RemoveScriptToEvaluateOnNewDocumentParams,
                ScriptIdentifier,
            },
            target::{CreateBrowserContextParams, CreateTargetParams, DisposeBrowserContextParams},
        },
        js_protocol::runtime::EventExceptionThrown,
    },
    error::CdpError,
    listeners::EventStream,
};
use futures_util::{FutureExt, StreamExt};
use tokio::task::JoinHandle;

use super::{
    ChromiumTester,
    serve::{self, Refused, Served},
};
use crate::{
    game::GameFolder,
    ports::{Fault, World},
};

const SHIM: &str =
    concat!(include_str!("shim/world.js"), include_str!("shim/picture.js"), include_str!("shim/state.js"),);

/// The date that every game believes it to be, in milliseconds since 1970.
const EPOCH_MS: u64 = 1_767_268_800_000;

/// Pages that wait for the next play.
pub(super) type Idle = Arc<Mutex<Vec<Seat>>>;

/// Pages that may wait at a time, of one game or of several.
const IDLE_MAX: usize = 2;

/// A page in a browser context of its own, with what listens to it and serves it. Plays of one game follow each
/// other on one seat; another game gets another context.
pub(super) struct Seat {
    pub(super) page: Page,
    pub(super) loads: EventStream<EventLoadEventFired>,
    pub(super) errors: EventStream<EventExceptionThrown>,
    pub(super) navigations: EventStream<EventFrameRequestedNavigation>,
    pub(super) crashes: EventStream<EventTargetCrashed>,
    pub(super) refused: Refused,
    context: BrowserContextId,
    served: Served,
    script: Option<ScriptIdentifier>,
    handle: String,
    tasks: Vec<JoinHandle<()>>,
}

pub(super) fn lost(error: CdpError) -> Fault {
    Fault::new("browser-lost", error.to_string())
}

impl Seat {
    /// A seat for that game, ready to open its page.
    pub(super) async fn take(tester: &ChromiumTester, game: &GameFolder, world: &World) -> Result<Self, Fault> {
        let (kept, spare) = {
            let mut idle = tester.idle_seats().lock().unwrap_or_else(PoisonError::into_inner);
            let own = idle.iter().position(|seat| seat.handle == world.handle);
            let kept = own.map(|at| idle.swap_remove(at));
            let spare = (kept.is_none() && idle.len() >= IDLE_MAX).then(|| idle.remove(0));
            (kept, spare)
        };
        if let Some(spare) = spare {
            spare.end(tester.options().operation_timeout).await;
        }
        let mut seat = match kept {
            Some(seat) => seat,
            None => Self::fresh(tester, world).await?,
        };
        seat.furnish(game, world).await?;
        Ok(seat)
    }

    async fn fresh(tester: &ChromiumTester, world: &World) -> Result<Self, Fault> {
        let browser = tester.browser();
        let context = browser.create_browser_context(CreateBrowserContextParams::default()).await.map_err(lost)?;
        let mut target = CreateTargetParams::new("about:blank");
        target.browser_context_id = Some(context.clone());
        let page = browser.new_page(target).await.map_err(lost)?;
        let (refused, served) = (Refused::default(), Arc::new(RwLock::new(GameFolder::default())));
        let requests = page.event_listener::<EventRequestPaused>().await.map_err(lost)?;
        let mut dialogs = page.event_listener::<EventJavascriptDialogOpening>().await.map_err(lost)?;
        let dialog_page = page.clone();
        let tasks = vec![
            serve::answer(page.clone(), requests, served.clone(), refused.clone()),
            // Dialogs are replaced inside the page; one that comes all the same must not stop it.
            tokio::spawn(async move {
                while dialogs.next().await.is_some() {
                    let _ = dialog_page.execute(HandleJavaScriptDialogParams::new(false)).await;
                }
            }),
        ];
        let seat = Self {
            loads: page.event_listener().await.map_err(lost)?,
            errors: page.event_listener().await.map_err(lost)?,
            navigations: page.event_listener().await.map_err(lost)?,
            crashes: page.event_listener().await.map_err(lost)?,
            page,
            refused,
            context,
            served,
            script: None,
            handle: world.handle.clone(),
            tasks,
        };
        seat.page.execute(emulation::SetFocusEmulationEnabledParams::new(true)).await.map_err(lost)?;
        // Transitions and CSS animations live on the browser's own clock: they end at once.
        seat.page.execute(animation::EnableParams::default()).await.map_err(lost)?;
        seat.page.execute(animation::SetPlaybackRateParams::new(1000.0)).await.map_err(lost)?;
        seat.page.execute(fetch::EnableParams::default()).await.map_err(lost)?;
        Ok(seat)
    }

    async fn furnish(&mut self, game: &GameFolder, world: &World) -> Result<(), Fault> {
        game.clone_into(&mut self.served.write().unwrap_or_else(PoisonError::into_inner));
        self.refused.lock().unwrap_or_else(PoisonError::into_inner).clear();
        while self.errors.next().now_or_never().flatten().is_some() {}
        while self.navigations.next().now_or_never().flatten().is_some() {}
        while self.loads.next().now_or_never().flatten().is_some() {}
        let page = &self.page;
        let screen = world.screen;
        let (width, height) = (i64::from(screen.width), i64::from(screen.height));
        let metrics = emulation::SetDeviceMetricsOverrideParams::new(width, height, screen.scale, screen.touch);
        page.execute(metrics).await.map_err(lost)?;
        page.execute(emulation::SetTouchEmulationEnabledParams::new(screen.touch)).await.map_err(lost)?;
        if let Some(script) = self.script.take() {
            page.execute(RemoveScriptToEvaluateOnNewDocumentParams::new(script)).await.map_err(lost)?;
        }
        let facts = serde_json::json!({
            "epoch_ms": EPOCH_MS,
            "seed": world.seed,
            "storage": world.storage,
            "drain": world.drain,
            "paint": world.paint,
        });
        // A name declared like this is no property of the window: a game cannot list it.
        let source = format!("const {} = (() => {{ const world = {facts};\n{SHIM}\n}})();", world.handle);
        let added = page.execute(AddScriptToEvaluateOnNewDocumentParams::new(source)).await.map_err(lost)?;
        self.script = Some(added.result.identifier);
        Ok(())
    }

    /// Ends the page and everything that served it; what cannot be ended any more needs no ending.
    pub(super) async fn end(self, timeout: Duration) {
        let dispose = DisposeBrowserContextParams::new(self.context.clone());
        let _ = tokio::time::timeout(timeout, self.page.execute(dispose)).await;
        for task in &self.tasks {
            task.abort();
        }
    }
}
