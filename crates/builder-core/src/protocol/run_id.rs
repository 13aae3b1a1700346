use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The name of a run; also the name of its folder, so only letters, digits, `-` and `_`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct RunId(String);

impl RunId {
    /// A name from `text`; any other character becomes `-`.
    pub fn new(text: impl AsRef<str>) -> Self {
        let name: String = text
            .as_ref()
            .chars()
            .take(100)
            .map(|letter| if letter.is_ascii_alphanumeric() || letter == '_' { letter } else { '-' })
            .collect();
        Self(if name.is_empty() { "-".to_owned() } else { name })
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RunId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for RunId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self::new(String::deserialize(deserializer)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_leave_its_folder() {
        assert_eq!(RunId::new("../../etc/x y").as_str(), "------etc-x-y");
        assert_eq!(serde_json::from_str::<RunId>(r#""a/b""#).unwrap().as_str(), "a-b");
    }
}
