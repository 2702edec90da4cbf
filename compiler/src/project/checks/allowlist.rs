//! `allowlist.json`: the checks whose text somebody has read, by its SHA-256.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use sha2::{Digest, Sha256};

use super::folder::{CheckFolder, Entry, Refusal};

/// The list's name in the folder of the checks.
pub const ALLOWLIST: &str = "allowlist.json";

/// `allowlist.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Allowlist {
    /// Version of the format; 1.
    pub format: u32,
    /// File names and the SHA-256 of what was read, as 64 lower-case hexadecimal digits.
    #[serde(deserialize_with = "each_once")]
    pub checks: BTreeMap<String, String>,
}

impl Allowlist {
    /// Reads the file's content.
    ///
    /// # Errors
    /// What is wrong with it, as a sentence.
    pub fn parse(content: &[u8]) -> Result<Self, String> {
        let list: Self = serde_json::from_slice(content).map_err(|error| error.to_string())?;
        match list.format {
            1 => Ok(list),
            other => Err(format!("its format is {other}, not 1")),
        }
    }

    /// The list of all checks of a folder as they are.
    ///
    /// # Errors
    /// The file that cannot be listed, from the folder, and why. It has no name when none can.
    pub fn of(folder: &CheckFolder) -> Result<Self, (Option<String>, Refusal)> {
        if let Some(blocked) = &folder.blocked {
            return Err((None, Refusal::Any(blocked.clone())));
        }
        let listed = folder.files.iter().map(|(file, entry)| match entry {
            Entry::File(bytes) => Ok((file.clone(), sha256(bytes))),
            other => Err((Some(file.clone()), other.refusal())),
        });
        Ok(Self {
            format: 1,
            checks: listed.collect::<Result<_, _>>()?,
        })
    }

    /// The file's content; the same list gives the same bytes.
    pub fn to_json(&self) -> String {
        let mut json = serde_json::to_string_pretty(self).unwrap_or_default();
        json.push('\n');
        json
    }
}

/// SHA-256 as the list has it.
pub fn sha256(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(64);
    for byte in Sha256::digest(bytes) {
        // Writing to a string cannot fail.
        text.write_fmt(format_args!("{byte:02x}")).unwrap_or_default();
    }
    text
}

/// A file that stands there twice would show a reader one digest and use the other.
fn each_once<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<String, String>, D::Error> {
    struct Once;
    impl<'de> Visitor<'de> for Once {
        type Value = BTreeMap<String, String>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object of file names and digests")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut checks = BTreeMap::new();
            while let Some((file, digest)) = map.next_entry::<String, String>()? {
                if checks.contains_key(&file) {
                    return Err(A::Error::custom(format_args!("{file} is listed twice")));
                }
                checks.insert(file, digest);
            }
            Ok(checks)
        }
    }
    from.deserialize_map(Once)
}

#[cfg(test)]
mod tests {
    use super::{Allowlist, CheckFolder, Entry, sha256};

    #[test]
    fn what_is_no_list_is_told_so() {
        for (content, says) in [
            ("", "EOF"),
            ("{}", "missing field `format`"),
            (r#"{"format":2,"checks":{}}"#, "its format is 2, not 1"),
            (r#"{"format":1,"checks":{},"x":1}"#, "unknown field `x`"),
            (
                r#"{"format":1,"checks":[]}"#,
                "an object of file names and digests",
            ),
            (
                r#"{"format":1,"checks":{"a.ts":"0","a.ts":"1"}}"#,
                "a.ts is listed twice",
            ),
            (r#"{"format":1,"format":1,"checks":{}}"#, "duplicate field"),
        ] {
            let why = Allowlist::parse(content.as_bytes()).unwrap_err();
            assert!(why.contains(says), "{content}: {why}");
        }
    }

    #[test]
    fn the_list_is_the_same_bytes_each_time_and_reads_back() {
        let mut folder = CheckFolder::default();
        for file in ["b.ts", "a.js"] {
            folder
                .files
                .insert(file.into(), Entry::File(b"".as_slice().into()));
        }
        let list = Allowlist::of(&folder).unwrap();
        let json = list.to_json();
        assert!(json.starts_with("{\n  \"format\": 1,\n  \"checks\": {\n    \"a.js\": \"e3b0c442"));
        assert_eq!(Allowlist::parse(json.as_bytes()), Ok(list));
        folder.files.insert("c.ts".into(), Entry::Link);
        assert_eq!(Allowlist::of(&folder).unwrap_err().0.as_deref(), Some("c.ts"));
    }

    #[test]
    fn digests_are_lower_case_hexadecimal() {
        assert_eq!(
            sha256(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}
