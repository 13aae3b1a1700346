//! Reading what is to be judged.

use std::{
    fs,
    io::Read,
    path::{Path, PathBuf},
};

use builder_core::game::{GameFolder, MinimalPlan};

use crate::error::CliError;

/// The most that is read of one folder, in files and bytes; a game has far fewer.
const FILES_MAX: usize = 2_000;
const BYTES_MAX: u64 = 128 * 1024 * 1024;

/// The files below `dir`. Links are not followed, and hidden folders and `node_modules` are no part of a game.
pub(crate) fn read_folder(dir: &Path) -> Result<GameFolder, CliError> {
    let fault = |path: &Path, why: String| CliError::input("game-unreadable", format!("{}: {why}", path.display()));
    if !dir.is_dir() {
        return Err(fault(dir, "it is not a folder".to_owned()));
    }
    // The folder of a run holds its game one level down.
    let run = dir.join("game");
    let of_run =
        !dir.join("index.html").exists() && dir.join("run_manifest.json").exists() && run.join("index.html").exists();
    let dir: &Path = if of_run { &run } else { dir };
    let mut folder = GameFolder::default();
    let mut bytes_left = BYTES_MAX;
    let mut due: Vec<(PathBuf, String)> = vec![(dir.to_owned(), String::new())];
    while let Some((at, prefix)) = due.pop() {
        for entry in fs::read_dir(&at).map_err(|error| fault(&at, error.to_string()))? {
            let entry = entry.map_err(|error| fault(&at, error.to_string()))?;
            let kind = entry.file_type().map_err(|error| fault(&at, error.to_string()))?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            let path = entry.path();
            if kind.is_dir() && !name.starts_with('.') && name != "node_modules" {
                due.push((path, format!("{prefix}{name}/")));
            } else if kind.is_file() && !name.starts_with('.') {
                let mut bytes = Vec::new();
                fs::File::open(&path)
                    .and_then(|file| file.take(bytes_left + 1).read_to_end(&mut bytes))
                    .map_err(|error| fault(&path, error.to_string()))?;
                bytes_left = bytes_left.saturating_sub(bytes.len() as u64);
                folder.files.insert(format!("{prefix}{name}"), bytes);
                if bytes_left == 0 || folder.files.len() > FILES_MAX {
                    let why = format!("it has more than {FILES_MAX} files or {} MiB", BYTES_MAX / (1024 * 1024));
                    return Err(fault(dir, why));
                }
            }
        }
    }
    Ok(folder)
}

/// What a game promises, from a file in either form.
pub(crate) fn read_plan(file: Option<&Path>) -> Result<Option<MinimalPlan>, CliError> {
    let Some(file) = file else { return Ok(None) };
    let fault = |why: String| CliError::input("plan-unreadable", format!("{}: {why}", file.display()));
    let text = fs::read_to_string(file).map_err(|error| fault(error.to_string()))?;
    MinimalPlan::from_json(&text).map(Some).map_err(|error| fault(error.to_string()))
}
