use std::{
    collections::BTreeMap,
    io::{self, Read},
};

use base64::{Engine, engine::general_purpose::STANDARD};
use flate2::{Compression, GzBuilder, read::GzDecoder};
use serde::{Deserialize, Serialize};

use super::{PlayRecord, judge};
use crate::{
    game::{GameFolder, Judgement, MinimalPlan, Profile, SchemaVersion},
    source,
};

/// The largest record that is unpacked, in bytes.
const UNPACKED_BYTES_MAX: u64 = 512 << 20;
/// What every gzip file begins with (RFC 1952, 2.3.1).
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// A play record with everything that judging it takes: the game, what it promises, and the rules. It can be judged
/// again where there is no browser, and by another version.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredRecord {
    /// Version of this shape.
    pub schema_version: SchemaVersion,
    /// Which rules apply.
    pub profile: Profile,
    /// What the game promises.
    pub promises: Option<MinimalPlan>,
    /// The game's files in base64, by relative path.
    pub game: BTreeMap<String, String>,
    /// What was seen.
    pub record: PlayRecord,
}

/// Why a stored record cannot be judged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoredRecordError {
    /// It is not JSON of that form.
    #[error("it is no play record: {0}")]
    Form(String),
    /// A file is not base64.
    #[error("the file {0} in it is damaged")]
    File(String),
    /// The files are not those that were played.
    #[error("the game in it is not the one that was played")]
    OtherGame,
}

impl StoredRecord {
    /// Puts together what was played and how.
    pub fn new(folder: &GameFolder, promises: Option<&MinimalPlan>, profile: Profile, record: PlayRecord) -> Self {
        Self {
            schema_version: SchemaVersion,
            profile,
            promises: promises.cloned(),
            game: folder.files.iter().map(|(path, bytes)| (path.clone(), STANDARD.encode(bytes))).collect(),
            record,
        }
    }

    /// Reads one.
    ///
    /// # Errors
    /// [`StoredRecordError::Form`] with what is wrong.
    pub fn from_json(text: &str) -> Result<Self, StoredRecordError> {
        serde_json::from_str(text).map_err(|error| StoredRecordError::Form(error.to_string()))
    }

    /// Reads one, packed or as text.
    ///
    /// # Errors
    /// [`StoredRecordError::Form`] with what is wrong.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, StoredRecordError> {
        let form = |error: io::Error| StoredRecordError::Form(error.to_string());
        if !bytes.starts_with(&GZIP) {
            return serde_json::from_slice(bytes).map_err(|error| form(error.into()));
        }
        let mut text = String::new();
        GzDecoder::new(bytes).take(UNPACKED_BYTES_MAX).read_to_string(&mut text).map_err(form)?;
        Self::from_json(&text)
    }

    /// Its JSON, packed with gzip: a fifth of its size or less. The same record gives the same bytes.
    ///
    /// # Errors
    /// When it cannot be written as JSON.
    pub fn packed(&self) -> io::Result<Vec<u8>> {
        let mut packer = GzBuilder::new().write(Vec::new(), Compression::fast());
        serde_json::to_writer(&mut packer, self)?;
        packer.finish()
    }

    /// Judges it, as the play-tester did but for `wall_ms`, which is 0.
    ///
    /// # Errors
    /// When the game in it is damaged, or not the one that was played.
    pub fn judge(&self) -> Result<Judgement, StoredRecordError> {
        let mut folder = GameFolder::default();
        for (path, text) in &self.game {
            let bytes = STANDARD.decode(text).map_err(|_| StoredRecordError::File(path.clone()))?;
            folder.files.insert(path.clone(), bytes);
        }
        if folder.hash() != self.record.files_hash {
            return Err(StoredRecordError::OtherGame);
        }
        Ok(judge(&self.record, &source::read(&folder), self.promises.as_ref(), self.profile))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored() -> StoredRecord {
        let folder = GameFolder { files: [("index.html".to_owned(), b"<p>\xff".to_vec())].into() };
        let record = PlayRecord::unplayed(&folder, 1, None);
        StoredRecord::new(&folder, None, Profile::Play, record)
    }

    #[test]
    fn it_reads_back_and_judges_the_same() {
        let stored = stored();
        let again = StoredRecord::from_json(&serde_json::to_string(&stored).unwrap()).unwrap();
        assert_eq!(again, stored);
        let packed = stored.packed().unwrap();
        assert_eq!(StoredRecord::from_bytes(&packed).unwrap(), stored);
        assert_eq!(StoredRecord::from_bytes(serde_json::to_string(&stored).unwrap().as_bytes()).unwrap(), stored);
        assert!(StoredRecord::from_bytes(&packed[..packed.len() - 9]).is_err(), "what is torn is told");
        assert_eq!(again.judge(), stored.judge());
        assert_eq!(stored.judge().unwrap().findings[0].code, "encoding-invalid");
    }

    #[test]
    fn another_game_or_a_damaged_one_is_refused() {
        let mut other = stored();
        other.game.insert("game.js".to_owned(), STANDARD.encode("1"));
        assert_eq!(other.judge(), Err(StoredRecordError::OtherGame));
        other.game.insert("game.js".to_owned(), "%".to_owned());
        assert_eq!(other.judge(), Err(StoredRecordError::File("game.js".to_owned())));
        assert!(matches!(StoredRecord::from_json("{}"), Err(StoredRecordError::Form(_))));
    }
}
