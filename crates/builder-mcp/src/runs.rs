//! Runs that go on in the background, and where any run stands.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use builder_core::{
    drive::{self, DriveSettings, Ports, RunEnd, RunName},
    drivers::{authors::PreparedAuthor, clocks::SystemClock, stores::FolderStore},
    game::{BuildRequest, CodeAuthor, EngineChoice},
    machine::State,
    ports::{CheckpointStore, DerivedIds, EventSink, LanguageModel, PlayTester},
    protocol::{Event, EventRecord, Limits, RunId},
};
use tokio::{
    sync::{Semaphore, watch},
    task::AbortHandle,
};

use crate::{answer::ToolError, host::Host};

/// How long a cancelled run has to let go.
const CANCEL_WAIT: Duration = Duration::from_secs(5);

/// A run in its folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The folder of the runs.
    pub output: PathBuf,
    /// The run.
    pub run: RunId,
}

impl Place {
    /// The run's folder.
    pub fn dir(&self) -> PathBuf {
        self.store().run_dir(&self.run)
    }

    /// The store it is in.
    pub fn store(&self) -> FolderStore {
        FolderStore::new(&self.output)
    }

    /// Where the run stands by what is stored.
    ///
    /// # Errors
    /// `run-unknown` when nothing is stored, `checkpoint-corrupt` when it cannot be followed.
    pub async fn state(&self) -> Result<State, ToolError> {
        let history = self.store().history(&self.run).await?;
        if history.records.is_empty() {
            return Err(ToolError::run_unknown(self.run.as_str()));
        }
        drive::replayed(&history)
            .ok_or_else(|| ToolError::new("checkpoint-corrupt", "its checkpoints cannot be followed"))
    }
}

/// How work in the background stands.
#[derive(Debug, Clone, PartialEq)]
pub enum Standing {
    /// It waits for its turn.
    Queued,
    /// It goes on.
    Running,
    /// It came to its end.
    Over,
    /// It was cancelled; what was stored stays.
    Cancelled,
    /// It broke off.
    Broken(ToolError),
}

impl Standing {
    /// Whether nothing will follow.
    pub fn is_over(&self) -> bool {
        !matches!(self, Self::Queued | Self::Running)
    }
}

/// What is known of a run in the background.
#[derive(Debug, Clone)]
pub struct Live {
    /// How it stands.
    pub standing: Standing,
    /// How many events there were.
    pub events: u64,
    /// What it does, in a few words.
    pub doing: String,
}

/// A run in the background of this process.
#[derive(Debug)]
pub struct Job {
    /// Where it is kept.
    pub place: Place,
    request: BuildRequest,
    live: watch::Receiver<Live>,
    abort: AbortHandle,
}

impl Job {
    /// What is known of it now.
    pub fn live(&self) -> Live {
        self.live.borrow().clone()
    }

    /// Whoever wants to be told of changes.
    pub fn watch(&self) -> watch::Receiver<Live> {
        self.live.clone()
    }

    /// Stops it, and waits until it let go.
    pub async fn cancel(&self) {
        self.abort.abort();
        let mut live = self.live.clone();
        let _ = tokio::time::timeout(CANCEL_WAIT, live.wait_for(|live| live.standing.is_over())).await;
    }
}

/// What a start came to.
#[derive(Debug)]
pub enum Started {
    /// It goes on in the background.
    Live(Arc<Job>),
    /// It is over already.
    Over(Place),
}

/// The runs of one server.
pub struct Runs {
    host: Arc<dyn Host>,
    turn: Arc<Semaphore>,
    jobs: Mutex<Vec<Arc<Job>>>,
    /// Two starts at once must not both find that there is no such run.
    starting: tokio::sync::Mutex<()>,
}

impl Runs {
    pub(crate) fn new(host: Arc<dyn Host>, turn: Arc<Semaphore>) -> Self {
        Self { host, turn, jobs: Mutex::new(Vec::new()), starting: tokio::sync::Mutex::new(()) }
    }

    fn jobs(&self) -> std::sync::MutexGuard<'_, Vec<Arc<Job>>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The folder of runs that a caller named, or the usual one.
    pub fn output(&self, named: Option<&str>) -> PathBuf {
        let folder = named.map_or_else(|| self.host.output(), PathBuf::from);
        std::path::absolute(&folder).unwrap_or(folder)
    }

    /// The run of that name: in the folder that was named, else where this server started it, else in the usual
    /// folder.
    ///
    /// # Errors
    /// `run-unknown` when it is no name of a run.
    pub fn place(&self, run: &str, output_dir: Option<&str>) -> Result<Place, ToolError> {
        let name = RunId::new(run);
        if name.as_str() != run {
            return Err(ToolError::run_unknown(run));
        }
        let started_here = |output: &PathBuf| output_dir.is_none() || *output == self.output(output_dir);
        let known =
            self.jobs().iter().rev().find(|job| job.place.run == name && started_here(&job.place.output)).cloned();
        Ok(known.map_or_else(|| Place { output: self.output(output_dir), run: name }, |job| job.place.clone()))
    }

    /// The latest work on that run in this process.
    pub fn job(&self, place: &Place) -> Option<Arc<Job>> {
        self.jobs().iter().rev().find(|job| job.place == *place).cloned()
    }

    /// Starts a run in the background. The same request again is the same run while that goes on, and after it
    /// ended well.
    ///
    /// # Errors
    /// When its folder cannot be read.
    pub async fn start(&self, request: BuildRequest, output_dir: Option<&str>) -> Result<Started, ToolError> {
        let _turn = self.starting.lock().await;
        let output = self.output(output_dir);
        let same =
            |job: &Arc<Job>| job.place.output == output && job.request == request && !job.live().standing.is_over();
        if let Some(job) = self.jobs().iter().find(|job| same(job)).cloned() {
            return Ok(Started::Live(job));
        }
        let store = FolderStore::new(&output);
        match drive::name_run(&store, &store, &DerivedIds, &request, true).await? {
            Some(RunName::Done(run)) => Ok(Started::Over(Place { output, run })),
            Some(RunName::Unfinished(run)) => Ok(Started::Live(self.spawn(Place { output, run }, request, true))),
            Some(RunName::Free(run)) => Ok(Started::Live(self.spawn(Place { output, run }, request, false))),
            None => Err(ToolError::arguments("this idea was built ten thousand times here: choose another output_dir")),
        }
    }

    /// Goes on with a run in the background.
    ///
    /// # Errors
    /// `run-unknown` when there is no such run.
    pub async fn resume(&self, place: Place) -> Result<Started, ToolError> {
        let _turn = self.starting.lock().await;
        if let Some(job) = self.job(&place).filter(|job| !job.live().standing.is_over()) {
            return Ok(Started::Live(job));
        }
        let state = place.state().await?;
        if state.delivery.is_some() {
            return Ok(Started::Over(place));
        }
        if let CodeAuthor::Model(name) = &state.request.code_author
            && self.host.model_name().as_ref() != Some(name)
        {
            let why = format!("the run was begun with the model {name:?}, which is not the one configured here");
            return Err(ToolError {
                remedy: Some("resume it with gamebuilder resume"),
                ..ToolError::new("model-unavailable", why)
            });
        }
        Ok(Started::Live(self.spawn(place, state.request, true)))
    }

    fn spawn(&self, place: Place, request: BuildRequest, resumed: bool) -> Arc<Job> {
        let (tell, live) =
            watch::channel(Live { standing: Standing::Queued, events: 0, doing: "waiting for its turn".to_owned() });
        let tell = Arc::new(tell);
        let work = tokio::spawn(drive_run(
            self.host.clone(),
            self.turn.clone(),
            place.clone(),
            request.clone(),
            resumed,
            tell.clone(),
        ));
        let job = Arc::new(Job { place, request, live, abort: work.abort_handle() });
        tokio::spawn(async move {
            let standing = match work.await {
                Ok(Ok(_)) => Standing::Over,
                Ok(Err(error)) => Standing::Broken(error),
                Err(error) if error.is_cancelled() => Standing::Cancelled,
                Err(error) => Standing::Broken(ToolError::new("outcome-unexpected", error.to_string())),
            };
            tell.send_modify(|live| live.standing = standing);
        });
        let mut jobs = self.jobs();
        // What is over is known from its folder; only how it broke off is not.
        jobs.retain(|known| known.live().standing != Standing::Over && known.place != job.place);
        jobs.push(job.clone());
        job
    }

    pub(crate) async fn stop(&self) {
        let jobs: Vec<Arc<Job>> = self.jobs().iter().filter(|job| !job.live().standing.is_over()).cloned().collect();
        for job in &jobs {
            job.abort.abort();
        }
        for job in jobs {
            job.cancel().await;
        }
    }
}

/// Drives a run with everything it needs.
async fn drive_run(
    host: Arc<dyn Host>,
    turn: Arc<Semaphore>,
    place: Place,
    request: BuildRequest,
    resumed: bool,
    tell: Arc<watch::Sender<Live>>,
) -> Result<RunEnd, ToolError> {
    let plays = request.engine != EngineChoice::None;
    let _turn = if plays { turn.acquire_owned().await.ok() } else { None };
    tell.send_modify(|live| live.standing = Standing::Running);
    let tester = host.tester(request.engine).await?;
    let model = match &request.code_author {
        CodeAuthor::Composer => None,
        CodeAuthor::Model(name) => Some(host.model(name)?),
    };
    let store = place.store();
    let clock = SystemClock::start();
    let watcher = Watcher(tell);
    let ports = Ports {
        author: &PreparedAuthor::default(),
        model: model.as_deref().map(|model| model as &dyn LanguageModel),
        tester: tester.as_deref().map(|tester| tester as &dyn PlayTester),
        checkpoints: &store,
        artifacts: &store,
        clock: &clock,
        events: &watcher,
    };
    let settings = DriveSettings { tool_version: host.tool_version(), ..DriveSettings::default() };
    let end = if resumed {
        drive::resume(ports, &settings, &place.run).await
    } else {
        drive::build(ports, &settings, &place.run, request, Limits::default()).await
    };
    Ok(end?)
}

/// Tells of a run's events in a few words.
struct Watcher(Arc<watch::Sender<Live>>);

impl EventSink for Watcher {
    fn emit(&self, record: &EventRecord) {
        let doing = match &record.event {
            Event::PhaseStarted { phase, build: Some(build) } => Some(format!("{phase} build {build}")),
            Event::PhaseStarted { phase, build: None } => Some(phase.to_string()),
            Event::PhaseCompleted { phase, summary } => Some(format!("{phase}: {summary}")),
            Event::CheckResult { id, .. } => Some(format!("checked {id}")),
            Event::RepairStarted { build, why } => Some(format!("building again as build {build}, because of {why}")),
            Event::Fallback { why } => Some(format!("falling back to a template: {why}")),
            Event::Fault { fault } => Some(format!("fault: {fault}")),
            Event::RunCompleted { delivery, .. } => Some(delivery.why.clone()),
            Event::RunFailed { message, .. } => Some(message.clone()),
            _ => None,
        };
        self.0.send_modify(|live| {
            live.events += 1;
            if let Some(doing) = doing {
                live.doing = doing;
            }
        });
    }
}

/// The run of a store that was worked on last.
///
/// # Errors
/// `run-unknown` when there is none.
pub async fn latest(output: &Path) -> Result<RunId, ToolError> {
    let rows = drive::overviews(&FolderStore::new(output)).await?;
    rows.into_iter()
        .max_by(|a, b| a.updated_at.cmp(&b.updated_at))
        .map(|row| row.run_id)
        .ok_or_else(|| ToolError::run_unknown("latest"))
}
