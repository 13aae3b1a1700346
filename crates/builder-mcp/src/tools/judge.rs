//! Judging games that exist already.

use std::path::Path;

use builder_core::{
    critic,
    game::{CheckResult, CheckStatus, EngineChoice, Finding, Judgement, Profile, Verdict},
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Progress, Tool, ToolAnswer, arguments, input};
use crate::{Server, WAIT_MAX, answer::ToolError};

/// How many findings are told in full.
const FINDINGS_MAX: usize = 20;

pub(super) const VALIDATE_GAME: Tool = Tool {
    name: "validate_game",
    title: "Judge a game by playing it",
    description: "Judge any folder with an index.html: read its source, play it in a sandboxed browser, and say what is \
        wrong, why, and how to mend it. Takes 10 to 60 s; when it answers with status running, call it again with the \
        same arguments. verdict is fail exactly when there is a blocker.",
    input: input::<ValidateGame>,
    read_only: true,
    may_ask_model: false,
    call: |server, given, progress| Box::pin(async move { validate_game(server, arguments(given)?, progress).await }),
};

pub(super) const CRITIQUE_GAME: Tool = Tool {
    name: "critique_game",
    title: "Judge a game from its source",
    description: "Judge any folder with an index.html from its source alone, at once: what is unsafe, what cannot work, \
        and an outline of its controls, state and texts. It does not prove that the game plays; validate_game does.",
    input: input::<CritiqueGame>,
    read_only: true,
    may_ask_model: false,
    call: |server, given, _| Box::pin(async move { critique_game(server, arguments(given)?).await }),
};

/// Arguments of validate_game.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ValidateGame {
    /// The folder.
    game_dir: String,
    /// Judge from the source alone; the verdict is then unproven. False when left out.
    no_browser: Option<bool>,
    /// "delivery" for games made here (when left out), "play" for games of others, which may do more.
    profile: Option<Profile>,
}

/// Arguments of critique_game.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CritiqueGame {
    /// The folder.
    game_dir: String,
    /// "delivery" for games made here (when left out), "play" for games of others, which may do more.
    profile: Option<Profile>,
}

async fn validate_game(server: &Server, given: ValidateGame, progress: &dyn Progress) -> ToolAnswer {
    let folder = server.host.read_game(Path::new(&given.game_dir))?;
    let engine = if given.no_browser == Some(true) { EngineChoice::None } else { EngineChoice::Auto };
    progress.tell(1.0, format!("judging {}", given.game_dir)).await;
    let judged = server.judged.judge(folder, engine, given.profile.unwrap_or_default(), WAIT_MAX).await?;
    Ok(judged.map_or_else(
        || {
            json!({
                "status": "running", "game_dir": given.game_dir,
                "next": "call validate_game again with the same arguments",
            })
        },
        |judgement| judgement_json(&given.game_dir, &judgement),
    ))
}

fn judgement_json(game_dir: &str, judgement: &Judgement) -> Value {
    json!({
        "status": "done",
        "game_dir": game_dir,
        "verdict": judgement.verdict,
        "proven": judgement.proven,
        "engine": judgement.engine,
        "profile": judgement.profile,
        "findings": findings_json(&judgement.findings),
        "findings_total": judgement.findings.len(),
        "checks": checks_json(&judgement.checks),
        "files": judgement.files,
        "simulated_ms": judgement.simulated_ms,
        "wall_ms": judgement.wall_ms,
    })
}

async fn critique_game(server: &Server, given: CritiqueGame) -> ToolAnswer {
    let folder = server.host.read_game(Path::new(&given.game_dir))?;
    let profile = given.profile.unwrap_or_default();
    let read = move || {
        let critique = critic::critique(&folder, None, profile);
        let outline = critic::outline(&critique.facts);
        json!({
            "game_dir": given.game_dir,
            "verdict": Verdict::of(&critique.findings),
            "profile": profile,
            "overall_assessment": critique.assessment(),
            "findings": findings_json(&critique.findings),
            "findings_total": critique.findings.len(),
            "checks": checks_json(&critique.checks),
            "outline": outline,
            "files": folder.digests(),
        })
    };
    // Reading a large script takes a while; other calls go on meanwhile.
    tokio::task::spawn_blocking(read)
        .await
        .map_err(|error| ToolError::new("game-unreadable", format!("reading it broke off: {error}")))
}

fn findings_json(findings: &[Finding]) -> Value {
    findings.iter().take(FINDINGS_MAX).map(|finding| json!(finding)).collect()
}

/// The checks by what became of them: those that were not decided by the reason why.
fn checks_json(checks: &[CheckResult]) -> Value {
    let of = |status| checks.iter().filter(move |check| check.status == status);
    let mut not_run = serde_json::Map::new();
    for check in of(CheckStatus::NotRun) {
        let reason = check.reason.as_deref().unwrap_or("unknown");
        let ids = not_run.entry(reason).or_insert_with(|| json!([]));
        if let Value::Array(ids) = ids {
            ids.push(json!(check.id));
        }
    }
    json!({
        "passed": of(CheckStatus::Passed).count(),
        "failed": of(CheckStatus::Failed).map(|check| check.id.as_str()).collect::<Vec<_>>(),
        "not_run": not_run,
    })
}
