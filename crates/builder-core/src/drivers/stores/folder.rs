use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Read, Write},
    path::{Component, Path, PathBuf},
};

use async_trait::async_trait;

use crate::{
    game::GameFolder,
    ports::{ArtifactStore, CheckpointStore, Fault, History, Hold},
    protocol::{CheckpointRecord, EVENTS_FILE, RunId},
};

/// Who works on a run: locked for as long as somebody does.
const OWNER_FILE: &str = ".owner";

/// Keeps each run in a folder of its own below one root.
#[derive(Debug, Clone)]
pub struct FolderStore {
    root: PathBuf,
}

impl FolderStore {
    /// A store below `root`, which is made when the first run is kept.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// The folder of a run, whether it is there or not.
    pub fn run_dir(&self, run: &RunId) -> PathBuf {
        self.root.join(run.as_str())
    }

    /// Bytes that a run takes.
    pub fn size(&self, run: &RunId) -> u64 {
        let mut due = vec![self.run_dir(run)];
        let mut bytes = 0;
        while let Some(at) = due.pop() {
            for entry in fs::read_dir(&at).into_iter().flatten().filter_map(Result::ok) {
                match entry.metadata() {
                    Ok(kind) if kind.is_dir() => due.push(entry.path()),
                    Ok(kind) => bytes += kind.len(),
                    Err(_) => {}
                }
            }
        }
        bytes
    }

    /// Removes a run that nobody works on, as a whole.
    ///
    /// # Errors
    /// `run-taken` when somebody works on it, `output-unwritable` when it cannot be removed.
    pub async fn remove(&self, run: &RunId) -> Result<(), Fault> {
        let dir = self.run_dir(run);
        let _hold = self.hold(run, "prune").await?;
        // Under another name first, so that nobody sees half of it.
        let aside = temp_beside(&dir);
        fs::rename(&dir, &aside).and_then(|()| fs::remove_dir_all(&aside)).map_err(|error| unwritable(&dir, &error))
    }

    fn checkpoint_path(&self, run: &RunId, seq: u64) -> PathBuf {
        self.run_dir(run).join("checkpoints").join(format!("{seq:04}.json"))
    }

    fn document_path(&self, run: &RunId, name: &str) -> Result<PathBuf, Fault> {
        let plain = !name.is_empty() && Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
        if plain && !name.contains(['\\', '\0']) {
            Ok(self.run_dir(run).join(name))
        } else {
            Err(Fault::new("output-unwritable", format!("{name:?} is not a plain relative path")))
        }
    }

    fn write_folder(&self, run: &RunId, at: &Path, folder: &GameFolder) -> Result<(), Fault> {
        for (name, bytes) in &folder.files {
            // The same rule as for documents: a model's file name cannot lead out of the folder.
            self.document_path(run, name)?;
            let path = at.join(name);
            let parent = path.parent().unwrap_or(at);
            fs::create_dir_all(parent).map_err(|error| unwritable(parent, &error))?;
            write_synced(&path, bytes).map_err(|error| unwritable(&path, &error))?;
        }
        sync_dir(at);
        Ok(())
    }
}

#[async_trait]
impl CheckpointStore for FolderStore {
    async fn append(&self, run: &RunId, record: &CheckpointRecord) -> Result<(), Fault> {
        let path = self.checkpoint_path(run, record.seq);
        let sealed = record.clone().sealed();
        let mut text = serde_json::to_string_pretty(&sealed)
            .map_err(|error| Fault::new("output-unwritable", format!("checkpoint {}: {error}", record.seq)))?;
        text.push('\n');
        // What cannot be read back would be lost with the process: say so while the run is still alive.
        let back: Result<CheckpointRecord, _> = serde_json::from_str(&text);
        if !back.as_ref().is_ok_and(|back| back.clone().unsealed().as_ref() == Some(record)) {
            let why = back.err().map_or_else(|| "it reads back otherwise".to_owned(), |error| error.to_string());
            return Err(Fault::new("output-unwritable", format!("checkpoint {} is not stable: {why}", record.seq)));
        }
        if record.seq > 0 && !self.checkpoint_path(run, record.seq - 1).exists() {
            return Err(Fault::new("checkpoint-taken", format!("{run} has no checkpoint before {}", record.seq)));
        }
        let dir = path.parent().unwrap_or(&self.root);
        fs::create_dir_all(dir).map_err(|error| unwritable(dir, &error))?;
        let temp = temp_beside(&path);
        let kept = write_synced(&temp, text.as_bytes()).and_then(|()| claim(&temp, &path));
        let _ = fs::remove_file(&temp);
        match kept {
            Ok(()) => {
                sync_dir(dir);
                Ok(())
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                if fs::read(&path).is_ok_and(|known| known == text.as_bytes()) {
                    return Ok(());
                }
                Err(Fault::new("checkpoint-taken", format!("{run} has another checkpoint {}", record.seq)))
            }
            Err(error) => Err(unwritable(&path, &error)),
        }
    }

    async fn history(&self, run: &RunId) -> Result<History, Fault> {
        let mut history = History::default();
        for seq in 0_u64.. {
            let path = self.checkpoint_path(run, seq);
            let text = match fs::read_to_string(&path) {
                Ok(text) => text,
                Err(error) if error.kind() == io::ErrorKind::NotFound => break,
                // Not the record is at fault but the place.
                Err(error) if seq == 0 && error.kind() != io::ErrorKind::InvalidData => {
                    return Err(unwritable(&path, &error));
                }
                Err(error) => {
                    history.problems.push(format!("{}: {error}", path.display()));
                    break;
                }
            };
            match serde_json::from_str::<CheckpointRecord>(&text) {
                Ok(record) if record.seq == seq && record.run_id == *run => match record.unsealed() {
                    Some(record) => history.records.push(record),
                    None => {
                        history
                            .problems
                            .push(format!("{} was changed: its sum is not that of the rest", path.display()));
                        break;
                    }
                },
                Ok(record) => {
                    history.problems.push(format!("{} is of {} {}", path.display(), record.run_id, record.seq));
                    break;
                }
                Err(error) if error.to_string().contains("is newer than") => {
                    return Err(Fault::new("schema-newer", format!("{}: {error}", path.display())));
                }
                Err(error) => {
                    history.problems.push(format!("{}: {error}", path.display()));
                    break;
                }
            }
        }
        match history.problems.first() {
            Some(problem) if history.records.is_empty() => Err(Fault::new("checkpoint-corrupt", problem.clone())),
            _ => Ok(history),
        }
    }

    async fn hold(&self, run: &RunId, owner: &str) -> Result<Hold, Fault> {
        let dir = self.run_dir(run);
        fs::create_dir_all(&dir).map_err(|error| unwritable(&dir, &error))?;
        let path = dir.join(OWNER_FILE);
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let mut file = opened.map_err(|error| unwritable(&path, &error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                let _ = file.take(1_000).read_to_string(&mut holder);
                let holder =
                    holder.lines().next().filter(|line| !line.is_empty()).unwrap_or("another process").to_owned();
                return Err(Fault::new("run-taken", format!("{run} is being worked on by {holder}")));
            }
            // A file system without locks: no two processes can give one checkpoint a number, which still protects.
            Err(TryLockError::Error(_)) => return Ok(Hold::new(())),
        }
        let line = format!("{owner}, process {}\n", std::process::id());
        let written = file.set_len(0).and_then(|()| file.write_all(line.as_bytes()));
        written.map_err(|error| unwritable(&path, &error))?;
        Ok(Hold::new(Owner(file)))
    }

    async fn set_aside(&self, run: &RunId, from: u64) -> Result<(), Fault> {
        // From the last one down, so that a crash in between leaves no gap.
        let last = (from..).find(|seq| !self.checkpoint_path(run, *seq).exists()).unwrap_or(from);
        for seq in (from..last).rev() {
            let path = self.checkpoint_path(run, seq);
            let aside = (1_u32..).map(|number| path.with_extension(format!("json.corrupt-{number}")));
            let Some(aside) = aside.into_iter().find(|aside| !aside.exists()) else { continue };
            fs::rename(&path, &aside).map_err(|error| unwritable(&path, &error))?;
        }
        sync_dir(&self.run_dir(run).join("checkpoints"));
        Ok(())
    }

    async fn runs(&self) -> Result<Vec<RunId>, Fault> {
        let entries = match fs::read_dir(&self.root) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(unwritable(&self.root, &error)),
        };
        let mut runs: Vec<RunId> = entries
            .filter_map(Result::ok)
            .filter_map(|entry| entry.file_name().into_string().ok())
            .filter(|name| RunId::new(name).as_str() == name && self.root.join(name).join("checkpoints").is_dir())
            .map(RunId::new)
            .collect();
        runs.sort();
        Ok(runs)
    }
}

#[async_trait]
impl ArtifactStore for FolderStore {
    async fn put_build(&self, run: &RunId, build: u32, game: &GameFolder) -> Result<(), Fault> {
        let dir = self.run_dir(run).join(format!("build_{build}"));
        if dir.exists() {
            let known = read_folder(&dir)?;
            if known == *game {
                return Ok(());
            }
            return Err(Fault::new("build-unreadable", format!("{} holds other bytes", dir.display())));
        }
        let temp = temp_beside(&dir);
        let _ = fs::remove_dir_all(&temp);
        fs::create_dir_all(&temp).map_err(|error| unwritable(&temp, &error))?;
        let kept = self
            .write_folder(run, &temp, game)
            .and_then(|()| fs::rename(&temp, &dir).map_err(|error| unwritable(&dir, &error)));
        if kept.is_err() {
            let _ = fs::remove_dir_all(&temp);
        }
        sync_dir(&self.run_dir(run));
        kept
    }

    async fn build(&self, run: &RunId, build: u32) -> Result<GameFolder, Fault> {
        read_folder(&self.run_dir(run).join(format!("build_{build}")))
    }

    async fn swap_folder(&self, run: &RunId, name: &str, folder: &GameFolder) -> Result<(), Fault> {
        let dir = self.document_path(run, name)?;
        let temp = temp_beside(&dir);
        let _ = fs::remove_dir_all(&temp);
        fs::create_dir_all(&temp).map_err(|error| unwritable(&temp, &error))?;
        let swapped = self
            .write_folder(run, &temp, folder)
            .and_then(|()| exchange(&temp, &dir).map_err(|error| unwritable(&dir, &error)));
        let _ = fs::remove_dir_all(&temp);
        sync_dir(&self.run_dir(run));
        swapped
    }

    async fn put_document(&self, run: &RunId, name: &str, bytes: &[u8]) -> Result<(), Fault> {
        let path = self.document_path(run, name)?;
        let dir = path.parent().unwrap_or(&self.root);
        fs::create_dir_all(dir).map_err(|error| unwritable(dir, &error))?;
        let temp = temp_beside(&path);
        let kept = write_synced(&temp, bytes).and_then(|()| fs::rename(&temp, &path));
        if kept.is_err() {
            let _ = fs::remove_file(&temp);
        }
        sync_dir(dir);
        kept.map_err(|error| unwritable(&path, &error))
    }

    async fn document(&self, run: &RunId, name: &str) -> Result<Option<Vec<u8>>, Fault> {
        let path = self.document_path(run, name)?;
        match fs::read(&path) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(unwritable(&path, &error)),
        }
    }

    async fn append_event(&self, run: &RunId, line: &str) -> Result<(), Fault> {
        let dir = self.run_dir(run);
        let path = dir.join(EVENTS_FILE);
        fs::create_dir_all(&dir).map_err(|error| unwritable(&dir, &error))?;
        OpenOptions::new()
            .create(true)
            .append(true)
            .open(&path)
            .and_then(|mut file| file.write_all(format!("{line}\n").as_bytes()))
            .map_err(|error| unwritable(&path, &error))
    }
}

/// Holds a run; nobody is named any more once it is let go.
struct Owner(File);

impl Drop for Owner {
    fn drop(&mut self) {
        let _ = self.0.set_len(0);
    }
}

/// The files below `dir`, by relative path with `/` between parts. Links are not followed.
pub(crate) fn read_folder(dir: &Path) -> Result<GameFolder, Fault> {
    let mut folder = GameFolder::default();
    let mut due = vec![(dir.to_owned(), String::new())];
    while let Some((at, prefix)) = due.pop() {
        let fault = |error: &io::Error| Fault::new("build-unreadable", format!("{}: {error}", at.display()));
        for entry in fs::read_dir(&at).map_err(|error| fault(&error))? {
            let entry = entry.map_err(|error| fault(&error))?;
            let kind = entry.file_type().map_err(|error| fault(&error))?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            let path = format!("{prefix}{name}");
            if kind.is_dir() {
                due.push((entry.path(), format!("{path}/")));
            } else if kind.is_file() {
                let mut bytes = Vec::new();
                File::open(entry.path())
                    .and_then(|mut file| file.read_to_end(&mut bytes))
                    .map_err(|error| fault(&error))?;
                folder.files.insert(path, bytes);
            }
        }
    }
    Ok(folder)
}

fn unwritable(path: &Path, error: &io::Error) -> Fault {
    Fault::new("output-unwritable", format!("{}: {error}", path.display()))
}

fn temp_beside(path: &Path) -> PathBuf {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    path.with_file_name(format!(".{name}.{}.tmp", std::process::id()))
}

fn write_synced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    match file.sync_all() {
        // Some file systems have no fsync; the write itself went well.
        Err(error) if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => Ok(()),
        other => other,
    }
}

/// Gives `temp` the name `path` unless something has that name already.
fn claim(temp: &Path, path: &Path) -> io::Result<()> {
    match fs::hard_link(temp, path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists && !path.exists() => fs::rename(temp, path),
        other => other,
    }
}

/// Makes the names in `dir` survive a crash, where the system can.
fn sync_dir(dir: &Path) {
    if let Ok(dir) = File::open(dir) {
        let _ = dir.sync_all();
    }
}

/// Puts the folder `new` in the place of `old`; what was there is at `new` afterwards.
fn exchange(new: &Path, old: &Path) -> io::Result<()> {
    if !old.exists() {
        return fs::rename(new, old);
    }
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        if renameat_with(CWD, new, CWD, old, RenameFlags::EXCHANGE).is_ok() {
            return Ok(());
        }
    }
    // Without an exchange there is a moment with no folder of that name, but never a mixed one.
    let aside = temp_beside(&old.with_extension("old"));
    let _ = fs::remove_dir_all(&aside);
    fs::rename(old, &aside)?;
    fs::rename(new, old)?;
    let _ = fs::remove_dir_all(&aside);
    Ok(())
}
