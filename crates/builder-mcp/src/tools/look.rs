//! Looking at what there is.

use builder_core::{drive, drivers::stores::FolderStore, game::digest, report};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Tool, ToolAnswer, arguments, input};
use crate::{
    Server,
    answer::{ToolError, cut},
    resources::{GAME_FILES, game_files},
};

/// How many runs are listed.
const RUNS_MAX: usize = 50;
/// How much of all files together is shown, in bytes. Structured and as text it is told twice.
const SHOWN_BYTES_MAX: usize = 26_000;

pub(super) const LIST_BUILDS: Tool = Tool {
    name: "list_builds",
    title: "List builds",
    description: "The runs in a folder, newest first: idea, title, how each stands, whether its game was proven.",
    input: input::<ListBuilds>,
    read_only: true,
    may_ask_model: false,
    call: |server, given, _| Box::pin(async move { list_builds(server, arguments(given)?).await }),
};

pub(super) const GET_BUILD_FILES: Tool = Tool {
    name: "get_build_files",
    title: "Get the files of a build",
    description: "The code of the game that a run delivered: index.html, style.css, game.js, each with its hash. What is \
        too long is cut with a note; ask for one file from a line on to read the rest.",
    input: input::<GetBuildFiles>,
    read_only: true,
    may_ask_model: false,
    call: |server, given, _| Box::pin(async move { get_build_files(server, arguments(given)?).await }),
};

pub(super) const EXPLAIN_CODE: Tool = Tool {
    name: "explain_code",
    title: "Explain a code",
    description: "What the code of a finding or an error means, and how it is mended.",
    input: input::<ExplainCode>,
    read_only: true,
    may_ask_model: false,
    call: |_, given, _| Box::pin(async move { explain_code(&arguments::<ExplainCode>(given)?.code) }),
};

/// Arguments of list_builds.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ListBuilds {
    /// Folder of the runs, if it is not the usual one.
    output_dir: Option<String>,
}

/// Arguments of get_build_files.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct GetBuildFiles {
    /// The run.
    run_id: String,
    /// Folder of the runs, if it is not the usual one.
    output_dir: Option<String>,
    /// Only this file: index.html, style.css or game.js.
    file: Option<String>,
    /// Only from this line on, counted from 1.
    from_line: Option<usize>,
}

/// Arguments of explain_code.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ExplainCode {
    /// The code, such as blank-canvas.
    code: String,
}

async fn list_builds(server: &Server, given: ListBuilds) -> ToolAnswer {
    let output = server.runs.output(given.output_dir.as_deref());
    let mut rows = drive::overviews(&FolderStore::new(&output)).await?;
    rows.reverse();
    let total = rows.len();
    rows.truncate(RUNS_MAX);
    for row in &mut rows {
        row.idea = row.idea.take().map(|idea| idea.chars().take(200).collect());
    }
    Ok(json!({ "output_dir": output.display().to_string(), "builds": rows, "total": total }))
}

async fn get_build_files(server: &Server, given: GetBuildFiles) -> ToolAnswer {
    let place = server.runs.place(&given.run_id, given.output_dir.as_deref())?;
    if let Some(file) = given.file.as_deref().filter(|file| !GAME_FILES.contains(file)) {
        return Err(ToolError::arguments(format!("there is no file {file:?}; there are {}", GAME_FILES.join(", "))));
    }
    let wanted = |name: &str| given.file.as_deref().is_none_or(|file| file == name);
    let (build, files) = game_files(&place).await?;
    let mut left = SHOWN_BYTES_MAX;
    let mut told: Vec<Value> = Vec::new();
    for (name, text) in files.iter().filter(|(name, _)| wanted(name)) {
        let from = given.from_line.unwrap_or(1).max(1);
        let skipped: usize = text.split_inclusive('\n').take(from - 1).map(str::len).sum();
        let rest = &text[skipped..];
        let uri = format!("builds://{}/game/{name}", place.run);
        let at = format!("{uri}, or get_build_files with file {name:?} and from_line");
        let shown = cut(rest, left, &at);
        left = left.saturating_sub(shown.len());
        told.push(json!({
            "name": name, "bytes": text.len(), "lines": text.lines().count(), "sha256": digest(text),
            "from_line": from, "complete": from == 1 && shown.len() == text.len(), "uri": uri, "text": shown,
        }));
    }
    let folder = place.dir().join("game").display().to_string();
    Ok(json!({ "run_id": place.run, "build": build, "folder": folder, "files": told }))
}

fn explain_code(code: &str) -> ToolAnswer {
    report::explain_json(code).ok_or_else(|| {
        let near = report::codes_near(code);
        let hint = if near.is_empty() { String::new() } else { format!("; near it: {}", near.join(", ")) };
        ToolError::arguments(format!("there is no code {code:?}{hint}"))
    })
}
