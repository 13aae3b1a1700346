//! What scenario tests share.

use std::path::{Path, PathBuf};

/// The folder of the workspace.
pub fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_path_buf).unwrap_or_default()
}

/// All files below `dir`, in order.
pub fn files_below(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut due = vec![dir.to_path_buf()];
    while let Some(at) = due.pop() {
        let Ok(entries) = std::fs::read_dir(&at) else { continue };
        for entry in entries.filter_map(Result::ok) {
            let path = entry.path();
            if path.is_dir() { due.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    found
}
