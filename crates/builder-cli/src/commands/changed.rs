//! Which folders changed, as git sees it.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use crate::error::CliError;

/// Those of the folders in which a file differs from the commit or is new; all of them without a commit.
pub(super) fn changed<'a>(folders: &'a [PathBuf], since: Option<&str>) -> Result<Vec<&'a PathBuf>, CliError> {
    let Some(since) = since else { return Ok(folders.iter().collect()) };
    let mut out = Vec::new();
    for folder in folders {
        // The commit is one argument that cannot be an option, and the folder is where git looks.
        let commit = format!("{since}^{{commit}}");
        let commit = git(folder, &["rev-parse", "--verify", "--quiet", "--end-of-options", &commit])?;
        let differs = git(folder, &["diff", "--name-only", commit.trim(), "--", "."])?;
        let new = git(folder, &["ls-files", "--others", "--exclude-standard", "--", "."])?;
        if !differs.trim().is_empty() || !new.trim().is_empty() {
            out.push(folder);
        }
    }
    Ok(out)
}

fn git(folder: &Path, args: &[&str]) -> Result<String, CliError> {
    let failed = |why: String| CliError::input("changes-unknown", format!("{}: {why}", folder.display()));
    let output = Command::new("git").arg("-C").arg(folder).args(args).output();
    let output = output.map_err(|error| failed(format!("git: {error}")))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(failed(said.lines().next().unwrap_or("git does not know that commit").to_owned()))
}
