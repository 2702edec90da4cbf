//! Which custom checks may run: those whose text somebody has read, by its SHA-256.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{Approved, FOLDER};

/// The list's name in the folder of the checks.
pub const ALLOWLIST: &str = "allowlist.json";

/// No check is larger, in bytes.
const LARGEST: u64 = 1 << 20;

/// `allowlist.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Allowlist {
    /// Version of the format; 1.
    pub format: u32,
    /// File names and the SHA-256 of what was read, as 64 lower-case hexadecimal digits.
    pub checks: BTreeMap<String, String>,
}

/// The folder of a project's checks.
#[derive(Debug, Clone)]
pub struct Folder {
    root: PathBuf,
}

/// Why no check may run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotAllowed {
    /// The list is not there.
    NoList,
    /// The list cannot be read or is none, with what is wrong.
    BadList(String),
    /// This part of the folder's path is a symbolic link.
    LinkedFolder(String),
}

/// Why one check may not run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unlisted {
    /// No check may.
    None(NotAllowed),
    /// It is in no file.
    Missing,
    /// There are two: `NAME.ts` and `NAME.js`.
    Twice,
    /// Its file is a symbolic link.
    Linked,
    /// The list does not have it.
    NotListed,
    /// It is not what was read when the list was made.
    Changed,
    /// It cannot be read as text, with what is wrong.
    Unreadable(String),
}

impl Folder {
    /// The folder of the project with this root.
    pub fn of(root: &Path) -> Self {
        Self {
            root: root.to_owned(),
        }
    }

    /// Where it is.
    pub fn path(&self) -> PathBuf {
        self.root.join(FOLDER)
    }

    /// The names of the checks in it, whether they may run or not.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self
            .files()
            .unwrap_or_default()
            .iter()
            .filter_map(|file| Some(file.rsplit_once('.')?.0.to_owned()))
            .collect();
        names.dedup();
        names
    }

    /// The file names of the checks, sorted.
    ///
    /// # Errors
    /// The folder cannot be read; one that is not there has no checks.
    pub fn files(&self) -> io::Result<Vec<String>> {
        let entries = match fs::read_dir(self.path()) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let mut files = Vec::new();
        for entry in entries {
            let entry = entry?;
            if let Ok(name) = entry.file_name().into_string()
                && is_check_file(&name)
                && !entry.file_type()?.is_dir()
            {
                files.push(name);
            }
        }
        files.sort_unstable();
        Ok(files)
    }

    /// The list as it should be for the files as they are.
    ///
    /// # Errors
    /// A file cannot be read, or a link is among them.
    pub fn survey(&self) -> Result<Allowlist, (String, Unlisted)> {
        if let Some(linked) = self.linked() {
            let none = Unlisted::None(NotAllowed::LinkedFolder(linked));
            return Err((FOLDER.to_owned(), none));
        }
        let files = self
            .files()
            .map_err(|error| (FOLDER.to_owned(), Unlisted::Unreadable(error.to_string())))?;
        let mut checks = BTreeMap::new();
        for file in files {
            match self.read(&file) {
                Ok(bytes) => {
                    checks.insert(file, sha256(&bytes));
                }
                Err(why) => return Err((format!("{FOLDER}/{file}"), why)),
            }
        }
        Ok(Allowlist { format: 1, checks })
    }

    /// The list as it is.
    ///
    /// # Errors
    /// No check may run.
    pub fn allowlist(&self) -> Result<Allowlist, NotAllowed> {
        if let Some(linked) = self.linked() {
            return Err(NotAllowed::LinkedFolder(linked));
        }
        let path = self.path().join(ALLOWLIST);
        match fs::symlink_metadata(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(NotAllowed::NoList),
            Err(error) => return Err(NotAllowed::BadList(error.to_string())),
            Ok(found) if !found.is_file() => return Err(NotAllowed::BadList("it is no plain file".into())),
            Ok(_) => {}
        }
        let bytes = fs::read(&path).map_err(|error| NotAllowed::BadList(error.to_string()))?;
        let list: Allowlist =
            serde_json::from_slice(&bytes).map_err(|error| NotAllowed::BadList(error.to_string()))?;
        match list.format {
            1 => Ok(list),
            other => Err(NotAllowed::BadList(format!("its format is {other}, not 1"))),
        }
    }

    /// A check that may run, read once.
    ///
    /// # Errors
    /// It may not.
    pub fn approve(&self, list: &Result<Allowlist, NotAllowed>, name: &str) -> Result<Approved, Unlisted> {
        let list = list.as_ref().map_err(|why| Unlisted::None(why.clone()))?;
        let file = self.file(name)?;
        let bytes = self.read(&file)?;
        match list.checks.get(&file) {
            None => return Err(Unlisted::NotListed),
            Some(listed) if *listed != sha256(&bytes) => return Err(Unlisted::Changed),
            Some(_) => {}
        }
        let source = String::from_utf8(bytes).map_err(|_| Unlisted::Unreadable("it is not UTF-8".into()))?;
        Ok(Approved {
            file: format!("{FOLDER}/{file}"),
            source: Arc::from(source),
        })
    }

    /// The file of a check.
    fn file(&self, name: &str) -> Result<String, Unlisted> {
        let fits = !name.is_empty() && name.chars().all(is_name);
        let there = |ending: &str| {
            let file = format!("{name}.{ending}");
            let found = fs::symlink_metadata(self.path().join(&file));
            found.is_ok_and(|found| !found.is_dir()).then_some(file)
        };
        if !fits {
            return Err(Unlisted::Missing);
        }
        match (there("ts"), there("js")) {
            (Some(_), Some(_)) => Err(Unlisted::Twice),
            (Some(file), None) | (None, Some(file)) => Ok(file),
            (None, None) => Err(Unlisted::Missing),
        }
    }

    fn read(&self, file: &str) -> Result<Vec<u8>, Unlisted> {
        let path = self.path().join(file);
        let unreadable = |error: io::Error| Unlisted::Unreadable(error.to_string());
        let found = fs::symlink_metadata(&path).map_err(unreadable)?;
        if found.is_symlink() {
            return Err(Unlisted::Linked);
        }
        if !found.is_file() {
            return Err(Unlisted::Unreadable("it is no plain file".into()));
        }
        if found.len() > LARGEST {
            return Err(Unlisted::Unreadable("it is larger than 1 MB".into()));
        }
        fs::read(path).map_err(unreadable)
    }

    /// The part of the folder's path that is a symbolic link.
    fn linked(&self) -> Option<String> {
        let mut path = self.root.clone();
        let mut said = String::new();
        for part in FOLDER.split('/') {
            path.push(part);
            said = if said.is_empty() {
                part.to_owned()
            } else {
                format!("{said}/{part}")
            };
            if fs::symlink_metadata(&path).is_ok_and(|found| found.is_symlink()) {
                return Some(said);
            }
        }
        None
    }
}

impl Allowlist {
    /// The file's content; the same list gives the same bytes.
    pub fn to_json(&self) -> String {
        let mut json = serde_json::to_string_pretty(self).unwrap_or_default();
        json.push('\n');
        json
    }
}

/// `NAME.ts` or `NAME.js`, and no declaration file.
fn is_check_file(name: &str) -> bool {
    let stem = name.strip_suffix(".ts").or_else(|| name.strip_suffix(".js"));
    stem.is_some_and(|stem| !stem.is_empty() && stem.chars().all(is_name))
}

fn is_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || "-_".contains(character)
}

fn sha256(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(64);
    for byte in Sha256::digest(bytes) {
        // Writing to a string cannot fail.
        text.write_fmt(format_args!("{byte:02x}")).unwrap_or_default();
    }
    text
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{ALLOWLIST, Folder, NotAllowed, Unlisted};

    fn project() -> (tempfile::TempDir, Folder) {
        let dir = tempfile::tempdir().unwrap();
        let folder = Folder::of(dir.path());
        fs::create_dir_all(folder.path()).unwrap();
        fs::write(folder.path().join("total.ts"), "export default () => true;\n").unwrap();
        fs::write(folder.path().join("aite.d.ts"), "").unwrap();
        (dir, folder)
    }

    fn list(folder: &Folder) {
        let json = folder.survey().unwrap().to_json();
        fs::write(folder.path().join(ALLOWLIST), json).unwrap();
    }

    #[test]
    fn a_listed_check_may_run_and_its_text_is_the_one_that_was_compared() {
        let (_dir, folder) = project();
        list(&folder);
        let approved = folder.approve(&folder.allowlist(), "total").unwrap();
        assert_eq!(approved.file, "scripts/checks/total.ts");
        assert_eq!(&*approved.source, "export default () => true;\n");
        assert_eq!(folder.names(), ["total"]);
    }

    #[test]
    fn a_check_that_is_not_as_it_was_read_may_not() {
        let (_dir, folder) = project();
        list(&folder);
        fs::write(folder.path().join("total.ts"), "export default () => false;\n").unwrap();
        fs::write(folder.path().join("new.js"), "").unwrap();
        let allowed = folder.allowlist();
        let why = |name| folder.approve(&allowed, name).unwrap_err();
        assert_eq!(why("total"), Unlisted::Changed);
        assert_eq!(why("new"), Unlisted::NotListed);
        assert_eq!(why("nope"), Unlisted::Missing);
        assert_eq!(why("../checks/total"), Unlisted::Missing);
        fs::write(folder.path().join("new.ts"), "").unwrap();
        assert_eq!(why("new"), Unlisted::Twice);
    }

    #[test]
    fn no_list_or_a_wrong_one_allows_nothing() {
        let (_dir, folder) = project();
        assert_eq!(folder.allowlist(), Err(NotAllowed::NoList));
        let path = folder.path().join(ALLOWLIST);
        for wrong in [
            "",
            "{}",
            r#"{"format":2,"checks":{}}"#,
            r#"{"format":1,"checks":{},"x":1}"#,
        ] {
            fs::write(&path, wrong).unwrap();
            let allowed = folder.allowlist();
            assert!(matches!(allowed, Err(NotAllowed::BadList(_))), "{wrong}");
            assert!(matches!(
                folder.approve(&allowed, "total"),
                Err(Unlisted::None(_))
            ));
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed() {
        use std::os::unix::fs::symlink;
        let (dir, folder) = project();
        list(&folder);
        let file = folder.path().join("total.ts");
        let elsewhere = dir.path().join("total.ts");
        fs::rename(&file, &elsewhere).unwrap();
        symlink(&elsewhere, &file).unwrap();
        assert_eq!(
            folder.approve(&folder.allowlist(), "total"),
            Err(Unlisted::Linked)
        );
        fs::remove_file(&file).unwrap();
        fs::rename(&elsewhere, &file).unwrap();
        let real = dir.path().join("real");
        fs::rename(folder.path(), &real).unwrap();
        symlink(&real, folder.path()).unwrap();
        assert_eq!(
            folder.allowlist(),
            Err(NotAllowed::LinkedFolder("scripts/checks".into()))
        );
    }

    #[test]
    fn the_list_is_the_same_bytes_each_time() {
        let (_dir, folder) = project();
        fs::write(folder.path().join("a.js"), "").unwrap();
        let json = folder.survey().unwrap().to_json();
        assert_eq!(json, folder.survey().unwrap().to_json());
        assert!(json.starts_with("{\n  \"format\": 1,\n  \"checks\": {\n    \"a.js\": \"e3b0c442"));
    }
}
