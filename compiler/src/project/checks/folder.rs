//! The folder of the checks as somebody read it, and which of its checks may run: the one place of that rule.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::CHECKS_FOLDER;
use super::allowlist::{ALLOWLIST, Allowlist, sha256};

/// The folder of the checks. Whoever reads the disk states here what is there, and judges nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CheckFolder {
    /// Why nothing in it counts, if that is so.
    pub blocked: Option<NoCheck>,
    /// The allowlist, if it is there.
    pub list: Option<Entry>,
    /// The files that [`check_name`] knows as checks, by file name.
    pub files: BTreeMap<String, Entry>,
}

/// A file of the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// A plain file and its content, read once.
    File(Arc<[u8]>),
    /// A symbolic link, which nobody follows.
    Link,
    /// A file that cannot be read, or is none, with what is wrong.
    Unreadable(String),
}

/// Why no check may run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoCheck {
    /// The allowlist is not there.
    NoList,
    /// The allowlist cannot be read or is none, with what is wrong.
    BadList(String),
    /// This part of the folder's path is a symbolic link.
    LinkedFolder(String),
    /// The folder cannot be read, with what is wrong.
    UnreadableFolder(String),
}

/// Why one check may not run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// No check may.
    Any(NoCheck),
    /// There are two: `NAME.ts` and `NAME.js`.
    Twice,
    /// Its file is a symbolic link.
    Link,
    /// The list does not have it.
    NotListed,
    /// It is not what was read when the list was made.
    Changed,
    /// It cannot be read as text, with what is wrong.
    Unreadable(String),
}

/// A custom check that may run: the text that was compared with the allowlist is the text that runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approved {
    /// The file, from the project's root.
    pub file: String,
    /// Its text.
    pub source: Arc<str>,
}

/// The custom checks of a project, by name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CustomChecks {
    checks: BTreeMap<String, Result<Approved, Refusal>>,
}

impl CustomChecks {
    /// Compares the files of the folder with its allowlist (specification, "Who may `call` what").
    pub fn judge(folder: &CheckFolder) -> Self {
        let list = folder.allowlist();
        let mut checks = BTreeMap::new();
        for (file, entry) in &folder.files {
            let Some(name) = check_name(file) else { continue };
            let judged = match checks.contains_key(name) {
                true => Err(Refusal::Twice),
                false => approve(&list, file, entry),
            };
            checks.insert(name.to_owned(), judged);
        }
        Self { checks }
    }

    /// The names of all, whether they may run or not.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.checks.keys().map(String::as_str)
    }

    /// A check, or why it may not run; `None` when there is none of this name.
    pub fn get(&self, name: &str) -> Option<&Result<Approved, Refusal>> {
        self.checks.get(name)
    }
}

impl CheckFolder {
    fn allowlist(&self) -> Result<Allowlist, NoCheck> {
        if let Some(blocked) = &self.blocked {
            return Err(blocked.clone());
        }
        match &self.list {
            None => Err(NoCheck::NoList),
            Some(Entry::File(content)) => Allowlist::parse(content).map_err(NoCheck::BadList),
            Some(Entry::Link) => Err(NoCheck::BadList("it is a symbolic link".to_owned())),
            Some(Entry::Unreadable(why)) => Err(NoCheck::BadList(why.clone())),
        }
    }
}

impl Entry {
    /// Why a check that is no plain file may not run.
    pub(super) fn refusal(&self) -> Refusal {
        match self {
            Self::File(_) => Refusal::NotListed,
            Self::Link => Refusal::Link,
            Self::Unreadable(why) => Refusal::Unreadable(why.clone()),
        }
    }
}

fn approve(list: &Result<Allowlist, NoCheck>, file: &str, entry: &Entry) -> Result<Approved, Refusal> {
    let list = list.as_ref().map_err(|why| Refusal::Any(why.clone()))?;
    let Entry::File(content) = entry else {
        return Err(entry.refusal());
    };
    let listed = list.checks.get(file).ok_or(Refusal::NotListed)?;
    if *listed != sha256(content) {
        return Err(Refusal::Changed);
    }
    match str::from_utf8(content) {
        Ok(source) => Ok(Approved {
            file: format!("{CHECKS_FOLDER}/{file}"),
            source: Arc::from(source),
        }),
        Err(_) => Err(Refusal::Unreadable("it is not UTF-8".to_owned())),
    }
}

/// The name of the check in a file: `NAME` of `NAME.ts` and `NAME.js`; `None` for other files, declarations too.
pub fn check_name(file: &str) -> Option<&str> {
    let name = file.strip_suffix(".ts").or_else(|| file.strip_suffix(".js"))?;
    let fits = |character: char| character.is_ascii_alphanumeric() || "-_".contains(character);
    (!name.is_empty() && name.chars().all(fits)).then_some(name)
}

impl fmt::Display for NoCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoList => write!(f, "there is no {CHECKS_FOLDER}/{ALLOWLIST}"),
            Self::BadList(why) => write!(f, "{CHECKS_FOLDER}/{ALLOWLIST} cannot be used: {why}"),
            Self::LinkedFolder(part) => write!(f, "{part} is a symbolic link"),
            Self::UnreadableFolder(why) => write!(f, "{CHECKS_FOLDER} cannot be read: {why}"),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any(why) => why.fmt(f),
            Self::Twice => f.write_str("there is a .ts and a .js file of this name; one must go"),
            Self::Link => f.write_str("it is a symbolic link"),
            Self::NotListed => write!(f, "it is not listed in {CHECKS_FOLDER}/{ALLOWLIST}"),
            Self::Changed => write!(
                f,
                "it was changed after it was listed in {CHECKS_FOLDER}/{ALLOWLIST}"
            ),
            Self::Unreadable(why) => write!(f, "it cannot be read: {why}"),
        }
    }
}

impl Refusal {
    /// What to do about it.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::Any(NoCheck::LinkedFolder(_)) | Self::Link => {
                "put the file itself in scripts/checks, then list it with aite checks allow"
            }
            Self::Twice => "delete one of the two, then run aite checks allow",
            _ => "read the checks, then list them with aite checks allow",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRUE: &[u8] = b"export default () => true;\n";

    fn file(content: &[u8]) -> Entry {
        Entry::File(content.into())
    }

    /// A folder with one check, which is listed.
    fn listed() -> CheckFolder {
        let mut folder = CheckFolder::default();
        folder.files.insert("total.ts".into(), file(TRUE));
        let list = Allowlist::of(&folder).unwrap().to_json();
        folder.list = Some(file(list.as_bytes()));
        folder
    }

    fn why(folder: &CheckFolder, name: &str) -> String {
        let judged = CustomChecks::judge(folder);
        let why = judged.get(name).unwrap().as_ref().unwrap_err();
        why.to_string()
    }

    #[test]
    fn a_listed_check_may_run_and_its_text_is_the_one_that_was_compared() {
        let judged = CustomChecks::judge(&listed());
        let approved = judged.get("total").unwrap().as_ref().unwrap();
        assert_eq!(approved.file, "scripts/checks/total.ts");
        assert_eq!(approved.source.as_bytes(), TRUE);
        assert_eq!(judged.names().collect::<Vec<_>>(), ["total"]);
    }

    #[test]
    fn names_are_exact() {
        let judged = CustomChecks::judge(&listed());
        for name in [
            "Total",
            "TOTAL",
            "total.ts",
            "./total",
            "../checks/total",
            "t\u{43e}tal",
            "",
        ] {
            assert_eq!(judged.get(name), None, "{name}");
        }
        for file in [
            "aite.d.ts",
            ".ts",
            "a b.ts",
            "\u{e4}.ts",
            "a.TS",
            "a.mjs",
            "../a.ts",
            "a",
        ] {
            assert_eq!(check_name(file), None, "{file}");
        }
    }

    #[test]
    fn a_check_that_is_not_as_it_was_read_may_not_run() {
        let mut folder = listed();
        folder.files.insert("new.js".into(), file(b""));
        assert!(why(&folder, "new").contains("not listed"));
        folder.files.insert("new.ts".into(), file(b""));
        assert!(why(&folder, "new").contains("a .ts and a .js"));
        folder
            .files
            .insert("total.ts".into(), file(b"export default () => false;\n"));
        assert!(why(&folder, "total").contains("changed"));
        folder.files.insert("total.ts".into(), Entry::Link);
        assert!(why(&folder, "total").contains("symbolic link"));
        folder
            .files
            .insert("total.ts".into(), Entry::Unreadable("no rights".into()));
        assert!(why(&folder, "total").contains("no rights"));
    }

    #[test]
    fn bytes_that_are_no_text_do_not_run_although_they_are_listed() {
        let mut folder = CheckFolder::default();
        folder.files.insert("total.ts".into(), file(b"\xff"));
        let list = Allowlist::of(&folder).unwrap().to_json();
        folder.list = Some(file(list.as_bytes()));
        assert!(why(&folder, "total").contains("not UTF-8"));
    }

    #[test]
    fn no_list_or_a_wrong_one_allows_nothing() {
        let mut folder = listed();
        folder.list = None;
        assert!(why(&folder, "total").contains("there is no scripts/checks/allowlist.json"));
        for entry in [file(b"[]"), Entry::Link, Entry::Unreadable("a pipe".into())] {
            folder.list = Some(entry);
            assert!(why(&folder, "total").contains("allowlist.json cannot be used: "));
        }
        folder = listed();
        folder.blocked = Some(NoCheck::LinkedFolder("scripts".into()));
        assert_eq!(why(&folder, "total"), "scripts is a symbolic link");
    }
}
