use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The version of every file this crate writes.
pub const SCHEMA_VERSION: u32 = 1;

/// The `schema_version` field of a stored file. Reading a newer version than [`SCHEMA_VERSION`] is an
/// error that says so, instead of a guess at fields nobody here knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SchemaVersion;

impl Serialize for SchemaVersion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(SCHEMA_VERSION)
    }
}

impl<'de> Deserialize<'de> for SchemaVersion {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u32::deserialize(deserializer)? {
            SCHEMA_VERSION => Ok(Self),
            newer if newer > SCHEMA_VERSION => Err(serde::de::Error::custom(format!(
                "schema_version {newer} is newer than {SCHEMA_VERSION}, the newest this program reads: use a newer gamebuilder"
            ))),
            other => Err(serde::de::Error::custom(format!("schema_version {other} is unknown"))),
        }
    }
}

impl JsonSchema for SchemaVersion {
    fn schema_name() -> Cow<'static, str> {
        "SchemaVersion".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "const": SCHEMA_VERSION })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_newer_version_is_refused_by_name() {
        let error = serde_json::from_str::<SchemaVersion>("2").unwrap_err().to_string();
        assert!(error.contains("newer than 1"), "{error}");
        assert_eq!(serde_json::from_str::<SchemaVersion>("1").unwrap(), SchemaVersion);
    }
}
