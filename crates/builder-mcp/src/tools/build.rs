//! Building in the background.

use std::time::Duration;

use builder_core::game::{BuildRequest, CodeAuthor, EngineChoice};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::{Instant, timeout_at};

use super::{Progress, Tool, ToolAnswer, arguments, describe, input};
use crate::{Server, WAIT_MAX, answer::ToolError, runs::Started};

/// The most an idea may have, in bytes.
const IDEA_BYTES_MAX: usize = 64 * 1024;
/// How often a call that waits says so.
const HEARTBEAT: Duration = Duration::from_secs(5);

pub(super) const BUILD_GAME: Tool = Tool {
    name: "build_game",
    title: "Build a game",
    description: "Start building a browser game from an idea, in the background. Answers at once with a run_id; call \
        build_status with it. Open questions are assumed and listed; put what matters into the idea. The same \
        arguments again are the same run.",
    input: input::<BuildGame>,
    read_only: false,
    may_ask_model: true,
    call: |server, given, _| Box::pin(async move { build_game(server, arguments(given)?).await }),
};

pub(super) const BUILD_STATUS: Tool = Tool {
    name: "build_status",
    title: "Where a build stands",
    description: "Where a run stands. Waits up to 25 s for its end; call it again while status is queued or running. \
        At the end: the file to open in play, whether it was proven by playing it, and what is still wrong.",
    input: input::<BuildStatus>,
    read_only: true,
    may_ask_model: false,
    call: |server, given, progress| Box::pin(async move { build_status(server, arguments(given)?, progress).await }),
};

pub(super) const CANCEL_BUILD: Tool = Tool {
    name: "cancel_build",
    title: "Cancel a build",
    description: "Stop a run that goes on in the background. What it made so far stays, and resume_build goes on with it.",
    input: input::<OneRun>,
    read_only: false,
    may_ask_model: false,
    call: |server, given, _| Box::pin(async move { cancel_build(server, arguments(given)?).await }),
};

pub(super) const RESUME_BUILD: Tool = Tool {
    name: "resume_build",
    title: "Go on with a build",
    description: "Go on with a run that was cancelled or interrupted, from its last checkpoint, in the background. A \
        run that is over is only reported.",
    input: input::<OneRun>,
    read_only: false,
    may_ask_model: true,
    call: |server, given, _| {
        Box::pin(async move {
            let run: OneRun = arguments(given)?;
            let place = server.runs.place(&run.run_id, run.output_dir.as_deref())?;
            started(server, server.runs.resume(place).await?).await
        })
    },
};

/// Arguments of build_game.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct BuildGame {
    /// What to play, in any words: what the player does, how it is won and lost, how it looks.
    idea: String,
    /// Who writes the code: "templates", or the name of the model that is configured here. Left out: that model if
    /// there is one, else templates.
    model: Option<String>,
    /// Folder of the runs; each gets a folder in it. Left out: the usual one.
    output_dir: Option<String>,
    /// Dice: another number is another game of the same idea. 0 when left out.
    seed: Option<u64>,
    /// Do not play the game to judge it: faster, and the verdict is unproven. False when left out.
    no_browser: Option<bool>,
}

/// Arguments of build_status.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct BuildStatus {
    /// The run.
    run_id: String,
    /// Folder of the runs, if it is not the usual one.
    output_dir: Option<String>,
    /// How long to wait for the end, in milliseconds; 25000 at most, and when left out.
    wait_ms: Option<u64>,
}

/// Arguments of tools that take a run.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct OneRun {
    /// The run.
    run_id: String,
    /// Folder of the runs, if it is not the usual one.
    output_dir: Option<String>,
}

async fn build_game(server: &Server, given: BuildGame) -> ToolAnswer {
    let idea: String = given.idea.chars().filter(|letter| !letter.is_control() || letter.is_whitespace()).collect();
    let idea = idea.trim();
    if idea.is_empty() {
        return Err(ToolError::arguments("the idea is empty: say in a few words what to play"));
    }
    if idea.len() > IDEA_BYTES_MAX {
        return Err(ToolError::arguments(format!("the idea has {} bytes; {IDEA_BYTES_MAX} are the most", idea.len())));
    }
    let request = BuildRequest {
        seed: given.seed.unwrap_or_default(),
        engine: if given.no_browser == Some(true) { EngineChoice::None } else { EngineChoice::Auto },
        code_author: code_author(server, given.model)?,
        ..BuildRequest::new(idea)
    };
    started(server, server.runs.start(request, given.output_dir.as_deref()).await?).await
}

/// Who writes the code. A model's name can be a command line, so only the one that is configured is taken.
fn code_author(server: &Server, wanted: Option<String>) -> Result<CodeAuthor, ToolError> {
    match (wanted.as_deref(), server.host.model_name()) {
        (None, Some(model)) => Ok(CodeAuthor::Model(model)),
        (None | Some("" | "templates"), _) => Ok(CodeAuthor::Composer),
        (Some(wanted), Some(model)) if wanted == model => Ok(CodeAuthor::Model(model)),
        (Some(wanted), configured) => Err(ToolError {
            remedy: Some("leave model out, or set LLM_MODEL where this server is started"),
            ..ToolError::new(
                "model-unavailable",
                match configured {
                    Some(model) => {
                        format!("the model {wanted:?} is not configured here; {model:?} and \"templates\" are")
                    }
                    None => format!("the model {wanted:?} is not configured here; only \"templates\" is"),
                },
            )
        }),
    }
}

async fn started(server: &Server, started: Started) -> ToolAnswer {
    match started {
        Started::Live(job) => describe(server, &job.place).await,
        Started::Over(place) => describe(server, &place).await,
    }
}

async fn build_status(server: &Server, given: BuildStatus, progress: &dyn Progress) -> ToolAnswer {
    let place = server.runs.place(&given.run_id, given.output_dir.as_deref())?;
    let wait = given.wait_ms.map_or(WAIT_MAX, |ms| Duration::from_millis(ms).min(WAIT_MAX));
    if let Some(job) = server.runs.job(&place) {
        let until = Instant::now() + wait;
        let mut live = job.watch();
        let (mut told, mut doing) = (0.0, String::new());
        loop {
            let now = live.borrow_and_update().clone();
            if now.standing.is_over() || Instant::now() >= until {
                break;
            }
            if now.doing != doing {
                doing.clone_from(&now.doing);
                told += 1.0;
                progress.tell(told, now.doing).await;
            }
            let beat = until.min(Instant::now() + HEARTBEAT);
            match timeout_at(beat, live.changed()).await {
                Ok(Ok(())) => {}
                Ok(Err(_)) => break,
                Err(_) => doing.clear(),
            }
        }
    }
    describe(server, &place).await
}

async fn cancel_build(server: &Server, given: OneRun) -> ToolAnswer {
    let place = server.runs.place(&given.run_id, given.output_dir.as_deref())?;
    let mut stopped = false;
    if let Some(job) = server.runs.job(&place).filter(|job| !job.live().standing.is_over()) {
        job.cancel().await;
        stopped = true;
    }
    let mut answer: Value = describe(server, &place).await?;
    answer["stopped"] = json!(stopped);
    Ok(answer)
}
