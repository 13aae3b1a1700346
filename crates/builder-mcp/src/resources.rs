//! What an assistant can read: `builds://latest` and the documents of each run.

use std::path::{Path, PathBuf};

use builder_core::{
    drive,
    drivers::stores::FolderStore,
    game::{GameFiles, GameFolder},
    ports::ArtifactStore,
};

use crate::{
    Server,
    answer::ToolError,
    runs::{self, Place},
    tools,
};

/// The files of a game that can be read.
pub const GAME_FILES: [&str; 3] = ["index.html", "style.css", "game.js"];
/// How many runs are listed; templates reach all of them.
const LISTED_MAX: usize = 20;
/// The most a document may have to be read as a resource, in bytes.
const DOCUMENT_BYTES_MAX: u64 = 2 * 1024 * 1024;

/// Something that can be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its URI, or the template of URIs.
    pub uri: String,
    /// Its name.
    pub name: String,
    /// What it is.
    pub description: String,
    /// Its MIME type.
    pub mime: &'static str,
}

/// The parts of a run: the end of the URI, MIME type, what it is.
const PARTS: [(&str, &str, &str); 6] = [
    ("result", "application/json", "Where the run stands and what it delivered"),
    ("report", "text/markdown", "The report: idea, assumptions, plan, every check"),
    ("manifest", "application/json", "The manifest: phases in figures, hashes, times"),
    ("game/index.html", "text/html", "The page of the delivered game"),
    ("game/style.css", "text/css", "Its style sheet"),
    ("game/game.js", "text/javascript", "Its script"),
];

/// The templates of URIs.
pub fn templates() -> Vec<Listed> {
    let of = |&(part, mime, what): &(&str, &'static str, &str)| Listed {
        uri: format!("builds://{{run_id}}/{part}"),
        name: part.replace('/', " "),
        description: what.to_owned(),
        mime,
    };
    PARTS.iter().map(of).collect()
}

/// What can be read now: the latest run, and the results of the newest ones in the usual folder.
///
/// # Errors
/// When the folder cannot be read.
pub async fn list(server: &Server) -> Result<Vec<Listed>, ToolError> {
    let mut listed = vec![Listed {
        uri: "builds://latest".to_owned(),
        name: "latest".to_owned(),
        description: "Where the run stands that was worked on last".to_owned(),
        mime: "application/json",
    }];
    let rows = drive::overviews(&FolderStore::new(server.runs.output(None))).await?;
    for row in rows.iter().rev().take(LISTED_MAX) {
        let what = row.title.as_deref().or(row.idea.as_deref()).unwrap_or("a run");
        listed.push(Listed {
            uri: format!("builds://{}/result", row.run_id),
            name: format!("{} result", row.run_id),
            description: what.chars().take(120).collect(),
            mime: "application/json",
        });
    }
    Ok(listed)
}

/// The text behind a URI, and its MIME type. None when no such thing can be.
///
/// # Errors
/// When the run or the document is not there.
pub async fn read(server: &Server, uri: &str) -> Result<Option<(String, &'static str)>, ToolError> {
    let Some(path) = uri.strip_prefix("builds://") else { return Ok(None) };
    if path == "latest" {
        let output = server.runs.output(None);
        let run = runs::latest(&output).await?;
        return Ok(Some((result(server, &Place { output, run }).await?, "application/json")));
    }
    let Some((run, part)) = path.split_once('/') else { return Ok(None) };
    let Some(&(part, mime, _)) = PARTS.iter().find(|(known, ..)| *known == part) else { return Ok(None) };
    let place = server.runs.place(run, None)?;
    let text = match part {
        "result" => result(server, &place).await?,
        "report" => document(&place, "report.md").await?,
        "manifest" => document(&place, "run_manifest.json").await?,
        part => {
            let (_, files) = game_files(&place).await?;
            let name = part.trim_start_matches("game/");
            files.into_iter().find(|(known, _)| *known == name).map(|(_, text)| text).unwrap_or_default()
        }
    };
    Ok(Some((text, mime)))
}

async fn result(server: &Server, place: &Place) -> Result<String, ToolError> {
    let answer = tools::describe(server, place).await?;
    Ok(serde_json::to_string_pretty(&answer).unwrap_or_default())
}

/// The build that a run delivered, and its three files.
///
/// # Errors
/// `run-unknown` when there is no such run, `build-unreadable` when it delivered nothing that can be read.
pub async fn game_files(place: &Place) -> Result<(u32, Vec<(&'static str, String)>), ToolError> {
    let state = place.state().await?;
    let Some(build) = state.delivery.as_ref().and_then(|delivery| delivery.build) else {
        let missing = ToolError::new("build-unreadable", format!("{} has delivered no game", place.run));
        return Err(ToolError { remedy: Some("build_status says where it stands"), ..missing });
    };
    inside(place, &format!("build_{build}"))?;
    let folder: GameFolder = place.store().build(&place.run, build).await?;
    let Some(game) = GameFiles::from_folder(&folder) else {
        return Err(ToolError::new("build-unreadable", format!("build {build} does not hold the three files as text")));
    };
    Ok((build, game.entries().into_iter().map(|(name, text)| (name, text.to_owned())).collect()))
}

async fn document(place: &Place, name: &str) -> Result<String, ToolError> {
    // A run that is not there is told apart from one that has not written this yet.
    place.state().await?;
    let path = inside(place, name).map_err(|_| {
        let missing = ToolError::new("build-unreadable", format!("{} has written no {name} yet", place.run));
        ToolError { remedy: Some("it is written at the end; build_status waits for that"), ..missing }
    })?;
    let size = std::fs::metadata(&path).map_or(0, |data| data.len());
    if size > DOCUMENT_BYTES_MAX {
        return Err(ToolError::new(
            "build-unreadable",
            format!("{name} has {size} bytes; it is at {}", path.display()),
        ));
    }
    let bytes = place.store().document(&place.run, name).await?.unwrap_or_default();
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Something in a run's folder, if that is where it really is: a link may not lead out of the folder of the runs.
fn inside(place: &Place, name: &str) -> Result<PathBuf, ToolError> {
    let real = |path: &Path| path.canonicalize();
    let found = real(&place.output).and_then(|root| real(&place.dir().join(name)).map(|path| (root, path)));
    match found {
        Ok((root, path)) if path.starts_with(root.join(place.run.as_str())) => Ok(path),
        Ok(_) => Err(ToolError::new("build-unreadable", format!("{name} leads out of the folder of the run"))),
        Err(error) => Err(ToolError::new("build-unreadable", format!("{name}: {error}"))),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use builder_core::protocol::RunId;

    #[test]
    fn a_link_does_not_lead_out_of_a_run() {
        let dir = tempfile::tempdir().unwrap();
        let (output, secret) = (dir.path().join("outputs"), dir.path().join("secret"));
        std::fs::create_dir_all(output.join("r/build_1")).unwrap();
        std::fs::write(&secret, "s").unwrap();
        std::fs::write(output.join("r/report.md"), "fine").unwrap();
        std::os::unix::fs::symlink(&secret, output.join("r/run_manifest.json")).unwrap();
        std::os::unix::fs::symlink(dir.path(), output.join("r/build_2")).unwrap();
        let place = Place { output, run: RunId::new("r") };
        assert!(inside(&place, "report.md").is_ok() && inside(&place, "build_1").is_ok());
        for name in ["run_manifest.json", "build_2", "../../secret", "nothing"] {
            assert_eq!(inside(&place, name).unwrap_err().code, "build-unreadable", "{name}");
        }
    }
}
