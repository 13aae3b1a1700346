use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

/// The three files of a game as delivered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameFiles {
    /// The page; at least [`GameFiles::INDEX_BYTES_MIN`] bytes.
    #[serde(rename = "index.html")]
    pub index_html: String,
    /// The style sheet; at least [`GameFiles::STYLE_BYTES_MIN`] bytes.
    #[serde(rename = "style.css")]
    pub style_css: String,
    /// The script; at least [`GameFiles::SCRIPT_BYTES_MIN`] bytes.
    #[serde(rename = "game.js")]
    pub game_js: String,
}

/// A file that is too small to be what it should be.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{name} has {bytes} bytes, fewer than the {bytes_min} that any real one has")]
pub struct FileTooSmall {
    /// The file.
    pub name: &'static str,
    /// Its size.
    pub bytes: usize,
    /// The least it must have.
    pub bytes_min: usize,
}

impl GameFiles {
    /// The least a real index.html has, in bytes.
    pub const INDEX_BYTES_MIN: usize = 50;
    /// The least a real style.css has, in bytes.
    pub const STYLE_BYTES_MIN: usize = 20;
    /// The least a real game.js has, in bytes.
    pub const SCRIPT_BYTES_MIN: usize = 200;

    /// Names and texts, in the order of delivery.
    pub fn entries(&self) -> [(&'static str, &str); 3] {
        [("index.html", &self.index_html), ("style.css", &self.style_css), ("game.js", &self.game_js)]
    }

    /// Whether all three are there and large enough.
    ///
    /// # Errors
    /// The first file that is too small.
    pub fn check_sizes(&self) -> Result<(), FileTooSmall> {
        let least = [Self::INDEX_BYTES_MIN, Self::STYLE_BYTES_MIN, Self::SCRIPT_BYTES_MIN];
        for ((name, text), bytes_min) in self.entries().into_iter().zip(least) {
            let bytes = text.trim().len();
            if bytes < bytes_min {
                return Err(FileTooSmall { name, bytes, bytes_min });
            }
        }
        Ok(())
    }

    /// The three files of a folder, if it has all of them as text.
    pub fn from_folder(folder: &GameFolder) -> Option<Self> {
        let text = |name: &str| folder.text(name).map(str::to_owned);
        Some(Self { index_html: text("index.html")?, style_css: text("style.css")?, game_js: text("game.js")? })
    }

    /// SHA-256 over names and texts, in hex: two games with the same hash are the same bytes.
    pub fn hash(&self) -> String {
        GameFolder::from(self).hash()
    }
}

/// A game as a folder of any files, by relative path with `/` between parts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GameFolder {
    /// Contents by path.
    pub files: BTreeMap<String, Vec<u8>>,
}

impl GameFolder {
    /// The text of a file, if it is there and valid UTF-8.
    pub fn text(&self, path: &str) -> Option<&str> {
        self.files.get(path).and_then(|bytes| std::str::from_utf8(bytes).ok())
    }

    /// SHA-256 of each file in hex.
    pub fn digests(&self) -> BTreeMap<String, String> {
        self.files.iter().map(|(path, bytes)| (path.clone(), digest(bytes))).collect()
    }

    /// SHA-256 over all paths and contents, in hex.
    pub fn hash(&self) -> String {
        let mut hasher = Sha256::new();
        for (path, bytes) in &self.files {
            hasher.update((path.len() as u64).to_le_bytes());
            hasher.update(path);
            hasher.update((bytes.len() as u64).to_le_bytes());
            hasher.update(bytes);
        }
        hex(&hasher.finalize())
    }
}

impl From<&GameFiles> for GameFolder {
    fn from(game: &GameFiles) -> Self {
        Self {
            files: game.entries().into_iter().map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec())).collect(),
        }
    }
}

/// SHA-256 of `bytes` in hex.
pub fn digest(bytes: impl AsRef<[u8]>) -> String {
    hex(&Sha256::digest(bytes.as_ref()))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(script: &str) -> GameFiles {
        GameFiles { index_html: "x".repeat(50), style_css: "y".repeat(20), game_js: script.to_owned() }
    }

    #[test]
    fn a_file_below_its_least_size_is_named() {
        assert_eq!(game(&"z".repeat(200)).check_sizes(), Ok(()));
        let error = game(&"z".repeat(199)).check_sizes().unwrap_err();
        assert_eq!((error.name, error.bytes, error.bytes_min), ("game.js", 199, 200));
    }

    #[test]
    fn the_hash_tells_where_a_byte_sits() {
        let one = GameFolder { files: [("a".into(), b"bc".to_vec())].into() };
        let two = GameFolder { files: [("ab".into(), b"c".to_vec())].into() };
        assert_ne!(one.hash(), two.hash());
        assert_eq!(digest(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }
}
