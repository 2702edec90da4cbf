//! What the server knows: the state behind every snapshot.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Analysis;
use super::file::File;
use super::project::Project;
use crate::import::is_task;
use crate::lower::SourceError;
use crate::project::{CONFIG_FILE, CheckFolder};

/// A folder with an `aite.config.json`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProjectId(u32);

impl ProjectId {
    /// Where files belong that are in no project. Nothing can be run from there, and each is on its own.
    pub const NONE: Self = Self(0);
}

/// A file, and the project that it belongs to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileKey {
    /// The project.
    pub project: ProjectId,
    /// The path from the project's root, with `/`; of files in no project whatever names them.
    pub path: Arc<str>,
}

impl FileKey {
    /// Names a file.
    pub fn new(project: ProjectId, path: impl Into<Arc<str>>) -> Self {
        Self {
            project,
            path: path.into(),
        }
    }
}

/// What a document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FileKind {
    /// A script.
    Script,
    /// A configuration.
    Config,
    /// A task of a benchmark.
    Task,
}

impl FileKind {
    /// What a file with this path is; `None` for what has no meaning by its path alone.
    pub fn of(path: &str) -> Option<Self> {
        let name = path.rsplit('/').next().unwrap_or(path);
        match name {
            CONFIG_FILE => Some(Self::Config),
            _ if name.ends_with(".aite") => Some(Self::Script),
            _ => None,
        }
    }

    /// What a file is: by its path, and by its text where the path does not tell, as with the tasks of a benchmark.
    pub fn of_file(path: &str, text: &str) -> Option<Self> {
        let is_task = || path.ends_with(".json") && is_task(text);
        Self::of(path).or_else(|| is_task().then_some(Self::Task))
    }
}

/// Everything that queries may need. A server tells it what is open and what is on disk, and asks snapshots.
#[derive(Debug, Default)]
pub struct Host {
    projects: BTreeMap<ProjectId, Arc<Project>>,
    last_project: u32,
    last_version: u64,
}

impl Host {
    /// Knows nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Another project.
    pub fn add_project(&mut self) -> ProjectId {
        self.last_project += 1;
        let id = ProjectId(self.last_project);
        self.projects.insert(id, Arc::new(Project::new(id)));
        id
    }

    /// Forgets a project and its files.
    pub fn remove_project(&mut self, project: ProjectId) {
        self.projects.remove(&project);
    }

    /// A document was opened, or has another text.
    pub fn open(&mut self, file: &FileKey, kind: FileKind, text: Arc<str>) {
        let version = self.next_version();
        let project = self.project(file.project);
        let last = project.last_sections(&file.path);
        project.open(File::open(file.clone(), kind, text, version, last));
    }

    /// A document was closed: what is on disk counts again.
    pub fn close(&mut self, file: &FileKey) {
        self.project(file.project).close(&file.path);
    }

    /// A file on disk is there, changed, or cannot be read. [`SourceError::NotFound`] is a file that is gone.
    pub fn set_disk(&mut self, file: &FileKey, kind: FileKind, content: Result<Arc<str>, SourceError>) {
        let version = self.next_version();
        let content = match content {
            Ok(text) => Ok(File::on_disk(file.clone(), kind, text, version)),
            Err(error) => Err(error),
        };
        self.project(file.project).set_disk(&file.path, content, version);
    }

    /// The folder of a project's checks as it is now. Checks that are open in an editor count as they are on disk.
    pub fn set_checks(&mut self, project: ProjectId, checks: &CheckFolder) {
        let version = self.next_version();
        self.project(project).set_checks(checks, version);
    }

    /// The texts of `run.json` of the last runs of a script, the newest first.
    pub fn set_runs(&mut self, file: &FileKey, runs: Vec<Arc<str>>) {
        self.project(file.project).set_runs(&file.path, runs);
    }

    /// Everything as it is now.
    pub fn snapshot(&self) -> Analysis {
        Analysis::new(self.projects.clone())
    }

    /// A project that may be changed; snapshots keep the old one.
    fn project(&mut self, id: ProjectId) -> &mut Project {
        let project = self
            .projects
            .entry(id)
            .or_insert_with(|| Arc::new(Project::new(id)));
        Arc::make_mut(project)
    }

    fn next_version(&mut self) -> u64 {
        self.last_version += 1;
        self.last_version
    }
}
