use std::collections::BTreeMap;

use builder_core::{
    drive::{self, DriveSettings, Ports, RunEnd, RunName},
    drivers::{authors::PreparedAuthor, clocks::SystemClock, models::ModelChain, stores::FolderStore},
    game::{BuildRequest, CodeAuthor, Dimension},
    ports::{Author, DerivedIds, LanguageModel, PlayTester},
    protocol::{Limits, Phase, RunId},
};

use super::{
    browser::{self, Browser},
    models,
};
use crate::{
    args::BuildArgs,
    author::TerminalAuthor,
    error::CliError,
    interrupt::unless_interrupted,
    screen::{self, RunScreen},
    settings::{self, Settings},
};

/// The program's name and version, for the records.
pub(crate) const TOOL_VERSION: &str = concat!("gamebuilder ", env!("CARGO_PKG_VERSION"));

/// Builds one game, or several variants of one idea.
pub(crate) async fn run(args: &BuildArgs, settings: &Settings) -> Result<u8, CliError> {
    let idea = settings::idea(args)?;
    let engine = settings::engine(args.engine, args.skip_browser_tests)?;
    let session = Session {
        settings,
        answers: settings::answers(args)?,
        strict: args.strict_clarify,
        fail_on_degraded: args.fail_on_degraded,
        until: args.until.as_deref().and_then(Phase::from_name),
    };
    if settings.model.is_none() && !settings.quiet && !settings.json {
        screen::note(&without_model(&settings.providers_with_keys()));
    }
    let models = settings.model.as_deref().map(|name| models::chain(name, settings)).transpose()?;
    // A run that stops before anything is played needs no browser.
    let plays =
        !matches!(session.until, Some(Phase::Clarifying | Phase::Planning | Phase::Building | Phase::Critiquing));
    let browser = if plays { browser::open(engine, settings).await? } else { None };
    let mut status = 0;
    for variant in 0..u64::from(args.variants) {
        let mut request = BuildRequest::new(idea.clone());
        request.seed = args.seed.wrapping_add(variant);
        request.engine = engine;
        request.require_proof = args.require_proof;
        if let Some(model) = &settings.model {
            request.code_author = CodeAuthor::Model(model.clone());
        }
        status = worse(status, session.start(request, browser.as_ref(), models.as_ref()).await?);
    }
    Ok(status)
}

/// One line on why no model is asked, and how to have one.
fn without_model(with_keys: &[String]) -> String {
    match with_keys.first() {
        Some(provider) => format!(
            "A key of {} is set, but nothing is sent anywhere unless you say so: --model {provider} has the game written \
             by it. Composing from templates.",
            with_keys.join(", ")
        ),
        None => "No model is configured, so the game is composed from templates. For one: --model PROVIDER with its \
                 key in the environment, or --model cmd:PROGRAM."
            .to_owned(),
    }
}

/// Of several exit statuses the first that is not 0.
fn worse(so_far: u8, next: u8) -> u8 {
    if so_far == 0 { next } else { so_far }
}

/// What runs of one command share.
pub(crate) struct Session<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) answers: BTreeMap<Dimension, String>,
    pub(crate) strict: bool,
    pub(crate) fail_on_degraded: bool,
    pub(crate) until: Option<Phase>,
}

impl Session<'_> {
    async fn start(
        &self,
        request: BuildRequest,
        browser: Option<&Browser>,
        models: Option<&ModelChain>,
    ) -> Result<u8, CliError> {
        let store = FolderStore::new(&self.settings.output);
        let (run, unfinished) = match drive::name_run(&store, &store, &DerivedIds, &request, false).await? {
            Some(RunName::Unfinished(run)) => (run, true),
            Some(RunName::Free(run) | RunName::Done(run)) => (run, false),
            None => {
                let why = "this idea was built ten thousand times here: choose another --output";
                return Err(CliError::Settings(why.to_owned()));
            }
        };
        let limits = Limits::default();
        self.drive(&run, browser, models, |ports, settings, run| {
            Box::pin(async move {
                if unfinished {
                    drive::resume(ports, settings, run).await
                } else {
                    drive::build(ports, settings, run, request, limits).await
                }
            })
        })
        .await
    }

    /// Drives a run, shows it and answers with its exit status.
    pub(crate) async fn drive<F>(
        &self,
        run: &RunId,
        browser: Option<&Browser>,
        models: Option<&ModelChain>,
        work: F,
    ) -> Result<u8, CliError>
    where
        F: for<'w> FnOnce(
            Ports<'w>,
            &'w DriveSettings,
            &'w RunId,
        )
            -> std::pin::Pin<Box<dyn Future<Output = Result<RunEnd, drive::DriveError>> + Send + 'w>>,
    {
        let store = FolderStore::new(&self.settings.output);
        let clock = SystemClock::start();
        let screen = RunScreen::new(self.settings);
        let prepared = PreparedAuthor { answers: self.answers.clone(), strict: self.strict };
        let terminal = TerminalAuthor { prepared: self.answers.clone(), screen: &screen };
        let author: &dyn Author = if self.settings.can_ask && !self.strict { &terminal } else { &prepared };
        let drive_settings = DriveSettings {
            until: self.until,
            fail_on_degraded: self.fail_on_degraded,
            tool_version: TOOL_VERSION.to_owned(),
            ..DriveSettings::default()
        };
        let ports = Ports {
            author,
            model: models.map(|models| models as &dyn LanguageModel),
            tester: browser.map(|browser| browser as &dyn PlayTester),
            checkpoints: &store,
            artifacts: &store,
            clock: &clock,
            events: &screen,
        };
        let ended = unless_interrupted(|| Some(run.to_string()), async {
            work(ports, &drive_settings, run).await.map_err(CliError::from)
        })
        .await;
        match ended {
            Ok(RunEnd::Delivered { play, exit, .. }) => {
                screen.clear();
                if let Some(play) = play.filter(|_| !self.settings.json) {
                    screen::out(&store.run_dir(run).join(play).display().to_string());
                }
                Ok(exit)
            }
            Ok(RunEnd::Paused { .. }) => {
                screen.clear();
                if !self.settings.json {
                    screen::out(&store.run_dir(run).display().to_string());
                }
                Ok(0)
            }
            Err(error) => {
                screen.broken_off(run, &error);
                if self.settings.json {
                    // The last event said it all; stdout stays a stream of events.
                    screen::note(&format!("error: {}", screen::clean(&error.to_string())));
                    return Ok(error.status());
                }
                Err(error)
            }
        }
    }
}
