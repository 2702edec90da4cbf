//! The files of one side of the comparison, and the projects they belong to.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use aite_compiler::guard::DEFAULT_TIMEOUT;
use aite_compiler::ir::Millis;
use aite_compiler::lower::{SourceError, Sources};
use aite_compiler::project::{CONFIG_FILE, read_config};
use aite_compiler::source::decode;

use rustix::io::Errno;

use crate::git::{Answer, Blobs, Git, GitError, RepoPath, Request};

/// No script of a person has more bytes.
pub(super) const MAX_SCRIPT: u64 = 8 * 1024 * 1024;

/// One side: a commit, or the files on disk.
pub(in crate::command) struct Tree {
    place: Place,
    /// What was read on the way: includes and configurations, each once.
    known: Mutex<HashMap<RepoPath, Option<Script>>>,
    projects: Mutex<HashMap<RepoPath, Project>>,
    /// The first thing that could not be read where a script's meaning depends on it.
    failure: Mutex<Option<GitError>>,
}

enum Place {
    Commit(Box<Commit>),
    /// The root is canonical.
    Disk {
        root: PathBuf,
    },
}

struct Commit {
    git: Git,
    id: String,
    blobs: Mutex<Blobs>,
}

/// A text as it was read.
#[derive(Debug, Clone)]
pub(in crate::command) struct Script {
    pub(in crate::command) text: Arc<str>,
    /// A script that is not UTF-8 cannot run.
    pub(super) is_utf8: bool,
}

/// What the configuration around a script says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Project {
    /// The folder of `aite.config.json`, with a `/` at its end; empty for the repository's root.
    pub(super) root: RepoPath,
    /// The time of a command where the script says none.
    pub(super) timeout: Millis,
}

impl Project {
    fn at(root: &[u8], config: Option<&Script>) -> Self {
        let timeout = config.and_then(|read| read_config(&read.text).0.timeout);
        Self {
            root: root.to_owned(),
            timeout: timeout.unwrap_or(DEFAULT_TIMEOUT),
        }
    }
}

impl Tree {
    /// The files of a commit.
    pub(in crate::command) fn commit(git: &Git, id: &str) -> Self {
        Self::new(Place::Commit(Box::new(Commit {
            git: git.clone(),
            id: id.to_owned(),
            blobs: Mutex::new(Blobs::new(git, MAX_SCRIPT)),
        })))
    }

    /// The files on disk.
    ///
    /// # Errors
    /// The repository has no files on disk.
    pub(in crate::command) fn disk(git: &Git) -> Result<Self, GitError> {
        let root = git.root()?;
        let root = root
            .canonicalize()
            .map_err(|error| unreadable(root.as_os_str().as_bytes(), &error))?;
        Ok(Self::new(Place::Disk { root }))
    }

    fn new(place: Place) -> Self {
        Self {
            place,
            known: Mutex::default(),
            projects: Mutex::default(),
            failure: Mutex::default(),
        }
    }

    /// The text at a path, symbolic links inside the repository followed; `None` when there is no file.
    ///
    /// # Errors
    /// There is a file and it cannot be read.
    pub(in crate::command) fn read(&self, path: &[u8]) -> Result<Option<Script>, GitError> {
        match &self.place {
            Place::Commit(commit) => commit.read(path),
            Place::Disk { root } => read_disk(root, path),
        }
    }

    /// [`Self::read`] for what many scripts ask for: each file once.
    fn read_once(&self, path: &[u8]) -> Result<Option<Script>, GitError> {
        if let Some(known) = lock(&self.known).get(path) {
            return Ok(known.clone());
        }
        let read = self.read(path)?;
        lock(&self.known).insert(path.to_owned(), read.clone());
        Ok(read)
    }

    /// The project that a path belongs to: the nearest folder upwards that has a configuration.
    pub(super) fn project(&self, path: &[u8]) -> Result<Project, GitError> {
        let folder = folders_upwards(path).next().unwrap_or_default();
        if let Some(project) = lock(&self.projects).get(folder) {
            return Ok(project.clone());
        }
        let project = self.find_project(folder)?;
        lock(&self.projects).insert(folder.to_owned(), project.clone());
        Ok(project)
    }

    fn find_project(&self, folder: &[u8]) -> Result<Project, GitError> {
        for root in folders_upwards(folder) {
            let config = [root, CONFIG_FILE.as_bytes()].concat();
            if let Some(read) = self.read_once(&config)? {
                return Ok(Project::at(root, Some(&read)));
            }
        }
        Ok(Project::at(b"", None))
    }

    /// The project in which a script stays that was one of `before`, where a nearer configuration came between: a run
    /// that is started where it always was does not know the nearer one. `None` when there is no such thing.
    pub(super) fn kept_project(&self, before: &Project, path: &[u8]) -> Result<Option<Project>, GitError> {
        let root = &before.root;
        if !path.starts_with(root) || self.project(path)?.root == *root {
            return Ok(None);
        }
        let config = self.read_once(&[root.as_slice(), CONFIG_FILE.as_bytes()].concat())?;
        Ok((config.is_some() || root.is_empty()).then(|| Project::at(root, config.as_ref())))
    }

    /// What could not be read through [`InProject`].
    pub(super) fn take_failure(&self) -> Option<GitError> {
        lock(&self.failure).take()
    }
}

impl Commit {
    fn read(&self, path: &[u8]) -> Result<Option<Script>, GitError> {
        let Some(request) = Request::path(&self.id, path) else {
            return Ok(None);
        };
        let answer = lock(&self.blobs).read(&request)?;
        // A script that the commit names and that is not there is another thing than no script.
        if answer == Answer::Missing && path.ends_with(b".aite") && self.git.names(&self.id, path)? {
            return Err(missing(path));
        }
        script(path, answer)
    }
}

/// The scripts of one project, for the compiler.
pub(super) struct InProject<'a> {
    pub(super) tree: &'a Tree,
    pub(super) root: &'a [u8],
}

impl Sources for InProject<'_> {
    fn read(&self, path: &str) -> Result<Arc<str>, SourceError> {
        match self.tree.read_once(&[self.root, path.as_bytes()].concat()) {
            Ok(Some(read)) if read.is_utf8 => Ok(read.text),
            Ok(Some(_)) => Err(SourceError::Unreadable("it is not UTF-8 text".to_owned())),
            Ok(None) => Err(SourceError::NotFound),
            Err(error) => {
                let why = error.to_string();
                lock(&self.tree.failure).get_or_insert(error);
                Err(SourceError::Unreadable(why))
            }
        }
    }
}

/// The text of what git answered; `None` when there is no file.
///
/// # Errors
/// There is one and it is no script's size.
pub(super) fn script(path: &[u8], answer: Answer) -> Result<Option<Script>, GitError> {
    match answer {
        Answer::Blob(bytes) => Ok(Some(decoded(bytes))),
        Answer::TooLarge(bytes) => Err(GitError::TooLarge {
            path: shown(path),
            bytes,
        }),
        Answer::Missing | Answer::NoFile(_) => Ok(None),
    }
}

fn decoded(bytes: Vec<u8>) -> Script {
    let decoded = decode(bytes);
    Script {
        is_utf8: decoded.invalid.is_empty(),
        text: decoded.text.into(),
    }
}

fn read_disk(root: &Path, path: &[u8]) -> Result<Option<Script>, GitError> {
    let file = match root.join(std::ffi::OsStr::from_bytes(path)).canonicalize() {
        Ok(file) if file.starts_with(root) => file,
        Ok(_) => return Ok(None),
        Err(error) if is_absent(&error) => return Ok(None),
        Err(error) => return Err(unreadable(path, &error)),
    };
    // A pipe or a device would be waited for.
    let facts = fs::metadata(&file).map_err(|error| unreadable(path, &error))?;
    if !facts.is_file() {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    fs::File::open(&file)
        .and_then(|file| file.take(MAX_SCRIPT + 1).read_to_end(&mut bytes))
        .map_err(|error| unreadable(path, &error))?;
    match u64::try_from(bytes.len()).is_ok_and(|read| read <= MAX_SCRIPT) {
        true => Ok(Some(decoded(bytes))),
        false => script(path, Answer::TooLarge(facts.len())),
    }
}

fn is_absent(error: &io::Error) -> bool {
    let leads_nowhere = error.raw_os_error() == Some(Errno::LOOP.raw_os_error());
    leads_nowhere
        || matches!(
            error.kind(),
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
        )
}

/// The repository lacks an object that it should have.
pub(super) fn missing(path: &[u8]) -> GitError {
    GitError::Unreadable {
        path: shown(path),
        why: "the repository lacks the object".to_owned(),
    }
}

fn unreadable(path: &[u8], error: &io::Error) -> GitError {
    GitError::Unreadable {
        path: shown(path),
        why: error.to_string(),
    }
}

/// A path for people.
pub(super) fn shown(path: &[u8]) -> String {
    String::from_utf8_lossy(path).into_owned()
}

/// The folder that a path is in and every folder around it, each with a `/` at its end; the root is empty.
pub(super) fn folders_upwards(path: &[u8]) -> impl Iterator<Item = &[u8]> {
    let ends = path
        .iter()
        .enumerate()
        .rev()
        .filter(|(_, byte)| **byte == b'/')
        .map(|(at, _)| at + 1);
    ends.chain([0]).map(|end| path.get(..end).unwrap_or_default())
}

/// A thread that panicked has not left anything half done here.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::folders_upwards;

    #[test]
    fn folders_end_with_the_root() {
        let upwards = |path: &'static str| folders_upwards(path.as_bytes()).collect::<Vec<_>>();
        assert_eq!(upwards("a/b/c.aite"), [&b"a/b/"[..], b"a/", b""]);
        assert_eq!(upwards("a/b/"), [&b"a/b/"[..], b"a/", b""]);
        assert_eq!(upwards("c.aite"), [b""]);
    }
}
