//! Doing what an effect asks for.

use super::{
    Drive, DriveError, DriveSettings, MANIFEST_FILE, PLAY_FILE, Ports, RunEnd, ask, journal, record::Recorder,
};
use crate::{
    codes,
    composer::{self, ComposeOrder},
    critic,
    game::{
        CheckStatus, CritiqueResult, EngineChoice, GameFiles, GameFolder, GamePlan, MinimalPlan, Profile,
        SchemaVersion, Severity, Tier, ValidationReport,
    },
    machine::State,
    phases::{clarifying, planning},
    ports::Fault,
    protocol::{Checkpoint, Composition, Delivery, Effect, Event, Outcome, Phase, Usage},
    report::{self, ManifestSource},
    source,
    validator::{self, ValidateOptions},
};

/// Does one effect. A fault of author, model or play-tester is an outcome; a fault of a store ends the drive.
pub(super) async fn perform(
    ports: &Ports<'_>,
    settings: &DriveSettings,
    recorder: &mut Recorder<'_>,
    state: &State,
    effect: &Effect,
) -> Result<Outcome, DriveError> {
    match effect {
        Effect::ReadIdea => Ok(Outcome::IdeaRead(clarifying::read_idea(&state.request.idea))),
        Effect::Ask { round, questions } => Ok(match ports.author.ask(*round, questions).await {
            Ok(answers) => Outcome::Answered(answers),
            Err(fault) => Outcome::Fault(fault),
        }),
        Effect::Plan => Ok(plan(state)),
        Effect::Compose { build, attempt, safe, .. } => {
            compose(ports, settings, recorder, state, *build, *attempt, *safe).await
        }
        Effect::Suggest => ask::suggest(ports, settings, recorder, state).await,
        Effect::Design => ask::design(ports, settings, recorder, state).await,
        Effect::CallModel { build, purpose } => ask::code(ports, settings, recorder, state, *build, *purpose).await,
        Effect::Critique { build } => critique(ports, recorder, state, *build).await,
        Effect::Play { build } => play(ports, recorder, state, *build).await,
        Effect::Deliver(_) | Effect::Pause { .. } => {
            Ok(Outcome::Fault(Fault::new("outcome-unexpected", "there is nothing to perform")))
        }
    }
}

fn plan(state: &State) -> Outcome {
    let Some(clarification) = &state.clarification else {
        return Outcome::Fault(Fault::new("illegal-transition", "planning before anything was clarified"));
    };
    planned(planning::plan(clarification, &state.request.idea, state.request.seed), None)
}

/// A plan with its complexity, simplified once if it is more than a small game.
pub(super) fn planned(plan: GamePlan, usage: Option<Usage>) -> Outcome {
    let complexity = planning::complexity(&plan);
    if complexity.tier == Tier::Complex {
        let plan = planning::simplify(&plan);
        let complexity = planning::complexity(&plan);
        return Outcome::Planned { plan: Box::new(plan), complexity, simplified: true, usage };
    }
    Outcome::Planned { plan: Box::new(plan), complexity, simplified: false, usage }
}

async fn compose(
    ports: &Ports<'_>,
    settings: &DriveSettings,
    recorder: &mut Recorder<'_>,
    state: &State,
    build: u32,
    attempt: u32,
    safe: bool,
) -> Result<Outcome, DriveError> {
    let idea = &state.request.idea;
    let order = if safe {
        ComposeOrder::safe(idea, state.request.seed)
    } else {
        ComposeOrder {
            requirements: state.clarification.as_ref().map(|known| known.resolved.clone()).unwrap_or_default(),
            plan: state.plan.as_ref(),
            attempt,
            overrides: settings.templates.clone(),
            ..ComposeOrder::new(idea, state.request.seed)
        }
    };
    match composer::compose(&order) {
        Ok(composed) => {
            let folder = GameFolder::from(&composed.files);
            store_build(ports, recorder, build, &folder).await?;
            let tunables = composed.tunables.as_object().cloned().unwrap_or_default();
            let composition = Composition {
                genre: composed.genre.to_owned(),
                layout: composed.layout.to_owned(),
                mechanics: composed.mechanics.iter().map(|id| (*id).to_owned()).collect(),
                tunables: tunables.into_iter().collect(),
            };
            Ok(Outcome::Built { files_hash: folder.hash(), composition: Some(composition), usage: None })
        }
        Err(error) => Ok(Outcome::Unreadable { why: error.to_string(), usage: None }),
    }
}

pub(super) async fn store_build(
    ports: &Ports<'_>,
    recorder: &mut Recorder<'_>,
    build: u32,
    folder: &GameFolder,
) -> Result<(), DriveError> {
    ports.artifacts.put_build(recorder.run(), build, folder).await?;
    for (name, bytes) in &folder.files {
        recorder.emit(Event::FileWritten { path: format!("build_{build}/{name}"), bytes: bytes.len() as u64 }).await?;
    }
    Ok(())
}

async fn critique(
    ports: &Ports<'_>,
    recorder: &Recorder<'_>,
    state: &State,
    build: u32,
) -> Result<Outcome, DriveError> {
    let folder = ports.artifacts.build(recorder.run(), build).await?;
    let promises = promises(state);
    let critique = critic::critique(&folder, promises.as_ref(), Profile::Delivery);
    let decided = critique.checks.iter().filter(|check| check.status != CheckStatus::NotRun).count();
    Ok(Outcome::Critiqued(Box::new(CritiqueResult {
        schema_version: SchemaVersion,
        build,
        files_hash: folder.hash(),
        overall_assessment: critique.assessment(),
        compliance_score: critique.compliance_score,
        compliance: critique.compliance,
        findings: critique.findings,
        deterministic_checks_run: u32::try_from(decided).unwrap_or(u32::MAX),
        checks: critique.checks,
        model_asked: false,
    })))
}

async fn play(
    ports: &Ports<'_>,
    recorder: &mut Recorder<'_>,
    state: &State,
    build: u32,
) -> Result<Outcome, DriveError> {
    let folder = ports.artifacts.build(recorder.run(), build).await?;
    let tester = ports.tester.filter(|_| state.request.engine != EngineChoice::None);
    // A run without a browser is judged from the source, whatever an earlier one has seen.
    let known = match state.request.engine {
        EngineChoice::None => None,
        _ => journal::play(ports, recorder.run(), build, &folder).await?,
    };
    if known.is_none() && tester.is_none() && state.request.engine == EngineChoice::Chromium {
        return Ok(Outcome::Fault(Fault::new("browser-missing", "Chromium was asked for and there is none")));
    }
    let promises = promises(state);
    let now = || ports.clock.now_ms();
    let options = ValidateOptions::new(&now);
    let judgement = match known {
        Some(record) => validator::judge(&record, &source::read(&folder), promises.as_ref(), options.profile),
        None => match validator::validate(tester, &folder, promises.as_ref(), &options).await {
            Ok((judgement, record, pictures)) => {
                for picture in &pictures {
                    recorder.put(&format!("screenshots/build_{build}-{}.png", picture.name), &picture.bytes).await?;
                }
                if tester.is_some() {
                    journal::keep_play(recorder, build, &folder, promises.as_ref(), record).await?;
                }
                judgement
            }
            Err(fault) => return Ok(Outcome::Fault(fault)),
        },
    };
    let rank = validator::rank(&judgement);
    let report = ValidationReport::new(build, folder.hash(), judgement, rank, recorder.now(), severity_of_check);
    Ok(Outcome::Validated(Box::new(report)))
}

fn severity_of_check(id: &str) -> Severity {
    codes::kind(id).map_or(Severity::Info, |kind| kind.severity)
}

fn promises(state: &State) -> Option<MinimalPlan> {
    state.plan.as_ref().map(crate::game::GamePlan::promises)
}

impl Drive<'_> {
    /// Writes the documents that come of a checkpoint.
    pub(super) async fn document(&mut self, checkpoint: &Checkpoint) -> Result<(), DriveError> {
        match checkpoint {
            Checkpoint::Clarified { clarification } => {
                self.recorder.put_json("clarification.json", clarification).await
            }
            Checkpoint::Planned { plan, .. } => {
                self.recorder.put_json("plan.json", plan).await?;
                self.recorder.put("plan.md", report::plan_md(plan).as_bytes()).await
            }
            Checkpoint::FellBack { plan: Some(plan), .. } => {
                self.recorder.put_json("plan.json", plan).await?;
                self.recorder.put("plan.md", report::plan_md(plan).as_bytes()).await
            }
            Checkpoint::Critiqued { critique } => self.recorder.put_json("critique.json", critique).await,
            Checkpoint::Validated { report } => self.recorder.put_json("validation_report.json", report).await,
            _ => Ok(()),
        }
    }

    /// Puts the delivered build in place and writes the reports.
    pub(super) async fn deliver(mut self, delivery: Delivery) -> Result<RunEnd, DriveError> {
        let run = self.recorder.run();
        let state = self.machine.state().clone();
        let delivered = delivery.build.and_then(|build| state.build(build));
        let mut files = std::collections::BTreeMap::new();
        let mut play = None;
        if let Some(build) = delivered {
            let mut folder = self.ports.artifacts.build(run, build.build).await?;
            if folder.hash() != build.files_hash {
                let detail = format!("build {} of {run} is not what was judged any more", build.build);
                return Err(Fault::new("build-unreadable", detail).into());
            }
            if let Some(game) = GameFiles::from_folder(&folder) {
                let debug = GameFolder::from(&source::debug_copy(&game));
                self.ports.artifacts.swap_folder(run, "debug", &debug).await?;
            }
            if let Some(page) = report::play_html(&folder) {
                folder.files.insert("play.html".to_owned(), page.into_bytes());
                play = Some(PLAY_FILE.to_owned());
            }
            files = folder.digests();
            self.ports.artifacts.swap_folder(run, "game", &folder).await?;
            for (name, bytes) in &folder.files {
                let event = Event::FileWritten { path: format!("game/{name}"), bytes: bytes.len() as u64 };
                self.recorder.emit(event).await?;
            }
            // The newest ones are of the last build, which need not be the best.
            if let Some(critique) = &build.critique {
                self.recorder.put_json("critique.json", critique).await?;
            }
            if let Some(report) = &build.report {
                self.recorder.put_json("validation_report.json", report).await?;
            }
        }
        let manifest = report::manifest(
            &state,
            ManifestSource {
                run_id: run,
                delivery: &delivery,
                files,
                prompt_hashes: Some(self.settings.prompts.hashes()),
                tool_version: &self.settings.tool_version,
                started_at: self.recorder.started_at(),
                ended_at: self.recorder.now(),
            },
        );
        let judged = delivered.or_else(|| state.best_build()).and_then(|build| build.report.as_ref());
        let mut pictures = Vec::new();
        for moment in judged.map_or(&[][..], |_| &["load", "playing", "end"]) {
            let name = format!("screenshots/build_{}-{moment}.png", judged.map_or(0, |report| report.build));
            if self.ports.artifacts.document(run, &name).await?.is_some() {
                pictures.push(name);
            }
        }
        let page = report::report_html(&manifest, state.clarification.as_ref(), state.plan.as_ref(), judged, &pictures);
        self.recorder.put("report.html", page.as_bytes()).await?;
        self.recorder.put("report.md", report::report_md(&manifest, judged).as_bytes()).await?;
        self.recorder.put("notes.md", report::notes_md(&state).as_bytes()).await?;
        self.recorder.put_json(MANIFEST_FILE, &manifest).await?;
        let exit = delivery.exit_status(self.settings.fail_on_degraded);
        let last = match (&play, delivery.final_state) {
            (Some(play), Phase::Done) => Event::RunCompleted { delivery: delivery.clone(), play: play.clone(), exit },
            _ => {
                let code = end_code(&delivery);
                let known = codes::error_code(code);
                Event::RunFailed {
                    code: code.to_owned(),
                    message: delivery.why.clone(),
                    retryable: known.is_some_and(|error| error.retryable),
                    remedy: known.map_or("see report.html for what was found", |error| error.remedy).to_owned(),
                    delivery: Some(delivery.clone()),
                    exit,
                }
            }
        };
        self.recorder.emit(last).await?;
        Ok(RunEnd::Delivered { delivery, play, exit })
    }
}

/// A stable code for the end of a run that failed.
fn end_code(delivery: &Delivery) -> &'static str {
    use crate::protocol::EndReason;
    match delivery.reason {
        EndReason::Passed => "passed",
        EndReason::Unproven => "unproven",
        EndReason::RetriesUsedUp => "retries-used-up",
        EndReason::TimeUsedUp => "time-used-up",
        EndReason::BudgetUsedUp => "budget-used-up",
        EndReason::AnswersNeeded => "answers-needed",
        // The sentence begins with the code of the fault, which says what to fix.
        EndReason::Provider => {
            delivery.why.split(':').next().and_then(codes::error_code).map_or("model-unavailable", |known| known.code)
        }
        EndReason::NothingSafe => "nothing-safe",
        EndReason::CannotJudge => "browser-lost",
        EndReason::CannotBuild => "template-broken",
    }
}
