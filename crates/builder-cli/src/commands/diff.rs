use std::collections::BTreeSet;

use builder_core::{
    drivers::stores::FolderStore,
    game::GameFolder,
    machine::BuildState,
    ports::{ArtifactStore, CheckpointStore},
};
use serde_json::json;
use similar::TextDiff;

use super::runs;
use crate::{args::DiffArgs, error::CliError, screen, settings::Settings};

/// Shows what changed between two builds: findings that went and came, and the lines.
pub(crate) async fn run(args: &DiffArgs, settings: &Settings) -> Result<u8, CliError> {
    let store = FolderStore::new(&settings.output);
    let run = runs::find(&store, &args.run).await?;
    let history = store.history(&run).await?;
    let state = builder_core::drive::replayed(&history)
        .ok_or_else(|| CliError::input("checkpoint-corrupt", format!("the checkpoints of {run} cannot be followed")))?;
    let last = state.builds.last().map_or(0, |build| build.build);
    if let (None, [only]) = (args.from, &state.builds[..]) {
        let why = format!("{run} has one build, number {}, and nothing to compare it with", only.build);
        return Err(CliError::Settings(why));
    }
    let (from, to) = (args.from.unwrap_or_else(|| last.saturating_sub(1)), args.to.unwrap_or(last));
    let known = |number: u32| {
        let numbers: Vec<String> = state.builds.iter().map(|build| build.build.to_string()).collect();
        let which = if numbers.is_empty() { "none yet".to_owned() } else { numbers.join(", ") };
        state.build(number).ok_or_else(|| CliError::Settings(format!("{run} has no build {number}; it has {which}")))
    };
    let (before, after) = (known(from)?, known(to)?);
    let (one, other) = (store.build(&run, from).await?, store.build(&run, to).await?);
    let (codes, codes_after) = (codes(before), codes(after));
    let gone: Vec<&str> = codes.difference(&codes_after).copied().collect();
    let came: Vec<&str> = codes_after.difference(&codes).copied().collect();
    let patch = patch(&one, &other, from, to);
    if settings.json {
        screen::json(&json!({
            "run_id": run, "from": from, "to": to, "findings_gone": gone, "findings_came": came, "patch": patch,
        }));
        return Ok(0);
    }
    for code in gone {
        screen::out(&format!("gone   {code}"));
    }
    for code in came {
        screen::out(&format!("new    {code}"));
    }
    if patch.is_empty() {
        screen::out(&format!("builds {from} and {to} have the same bytes"));
    }
    patch.lines().for_each(|line| screen::out(&screen::clean(line)));
    Ok(0)
}

fn codes(build: &BuildState) -> BTreeSet<&str> {
    build.findings().map(|finding| finding.code.as_str()).collect()
}

/// A unified diff of two games.
fn patch(one: &GameFolder, other: &GameFolder, from: u32, to: u32) -> String {
    let names: BTreeSet<&String> = one.files.keys().chain(other.files.keys()).collect();
    let mut out = String::new();
    for name in names {
        let text = |folder: &GameFolder| {
            folder.files.get(name).map(|bytes| String::from_utf8_lossy(bytes).into_owned()).unwrap_or_default()
        };
        let (before, after) = (text(one), text(other));
        if before != after {
            let diff = TextDiff::from_lines(&before, &after);
            let (left, right) = (format!("build_{from}/{name}"), format!("build_{to}/{name}"));
            out.push_str(&diff.unified_diff().header(&left, &right).to_string());
        }
    }
    out
}
