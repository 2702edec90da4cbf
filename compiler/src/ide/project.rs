//! One project: its files, its configuration, its checks and its last runs.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::checks::{CheckDoc, documented};
use super::file::{ConfigFile, File};
use super::host::{FileKey, ProjectId};
use super::last_run::Runs;
use super::sections::LastSections;
use crate::lower::SourceError;
use crate::project::{CONFIG_FILE, CheckFolder, CustomChecks};

/// A project. Its parts are shared between snapshots, so a copy is a copy of pointers.
#[derive(Debug, Clone)]
pub(super) struct Project {
    pub(super) id: ProjectId,
    /// Documents that are open, by path.
    open: HashMap<Arc<str>, Arc<File>>,
    /// Files on disk by path, those that cannot be read too.
    disk: HashMap<Arc<str>, Arc<OnDisk>>,
    checks: Arc<Checks>,
    runs: HashMap<Arc<str>, Arc<Runs>>,
    no_config: Arc<ConfigFile>,
}

/// The checks of a project.
#[derive(Debug)]
pub(super) struct Checks {
    /// Which may run.
    pub(super) judged: CustomChecks,
    /// What they say about themselves, the built-in ones too.
    pub(super) docs: BTreeMap<String, CheckDoc>,
    /// Another number for every change.
    pub(super) version: u64,
}

/// A file on disk.
#[derive(Debug)]
enum OnDisk {
    Readable(Arc<File>),
    Unreadable(SourceError, u64),
}

impl Project {
    pub(super) fn new(id: ProjectId) -> Self {
        Self {
            id,
            open: HashMap::new(),
            disk: HashMap::new(),
            checks: Arc::new(Checks {
                judged: CustomChecks::default(),
                docs: documented(&CheckFolder::default()),
                version: 0,
            }),
            runs: HashMap::new(),
            no_config: Arc::default(),
        }
    }

    pub(super) fn open(&mut self, file: File) {
        self.open.insert(Arc::clone(&file.key.path), Arc::new(file));
    }

    /// What is kept of a document from one text to the next.
    pub(super) fn last_sections(&self, path: &str) -> Arc<LastSections> {
        let open = self.open.get(path);
        open.and_then(|file| file.last_sections())
            .cloned()
            .unwrap_or_default()
    }

    pub(super) fn close(&mut self, path: &str) {
        self.open.remove(path);
    }

    pub(super) fn set_disk(&mut self, path: &Arc<str>, content: Result<File, SourceError>, version: u64) {
        let on_disk = match content {
            Ok(file) => OnDisk::Readable(Arc::new(file)),
            Err(SourceError::NotFound) => {
                self.disk.remove(path);
                return;
            }
            Err(error) => OnDisk::Unreadable(error, version),
        };
        self.disk.insert(Arc::clone(path), Arc::new(on_disk));
    }

    pub(super) fn set_checks(&mut self, folder: &CheckFolder, version: u64) {
        let judged = CustomChecks::judge(folder);
        self.checks = Arc::new(Checks {
            judged,
            docs: documented(folder),
            version,
        });
    }

    pub(super) fn set_runs(&mut self, path: &Arc<str>, runs: Vec<Arc<str>>) {
        match runs.is_empty() {
            true => drop(self.runs.remove(path)),
            false => drop(self.runs.insert(Arc::clone(path), Arc::new(Runs::new(runs)))),
        }
    }

    /// A file: as it is open, else as it is on disk.
    pub(super) fn file(&self, path: &str) -> Option<&Arc<File>> {
        if let Some(file) = self.open.get(path) {
            return Some(file);
        }
        match self.disk.get(path)?.as_ref() {
            OnDisk::Readable(file) => Some(file),
            OnDisk::Unreadable(..) => None,
        }
    }

    /// A file with its version, or why there is none.
    pub(super) fn look_up(&self, path: &str) -> (Result<&Arc<File>, SourceError>, Option<u64>) {
        if let Some(file) = self.file(path) {
            return (Ok(file), Some(file.version));
        }
        match self.disk.get(path).map(Arc::as_ref) {
            Some(OnDisk::Unreadable(error, version)) => (Err(error.clone()), Some(*version)),
            _ => (Err(SourceError::NotFound), None),
        }
    }

    /// Every file once, in the order of the paths.
    pub(super) fn files(&self) -> impl Iterator<Item = &Arc<File>> {
        let mut files: BTreeMap<&str, &Arc<File>> = BTreeMap::new();
        for (path, on_disk) in &self.disk {
            if let OnDisk::Readable(file) = on_disk.as_ref() {
                files.insert(path, file);
            }
        }
        files.extend(self.open.iter().map(|(path, file)| (path.as_ref(), file)));
        files.into_values()
    }

    /// The configuration, and its version; 0 when there is none.
    pub(super) fn config(&self) -> (&Arc<ConfigFile>, u64) {
        match self.file(CONFIG_FILE) {
            Some(file) => (file.config(), file.version),
            None => (&self.no_config, 0),
        }
    }

    /// The checks.
    pub(super) fn checks(&self) -> &Checks {
        &self.checks
    }

    /// The last runs of a script.
    pub(super) fn runs(&self, path: &str) -> Option<&Runs> {
        self.runs.get(path).map(AsRef::as_ref)
    }

    /// The file of a check of the project's own.
    pub(super) fn check_file(&self, name: &str) -> Option<FileKey> {
        let file = self.checks.docs.get(name)?.file.as_ref()?;
        Some(self.key(file.as_str()))
    }

    /// A file of this project.
    pub(super) fn key(&self, path: impl Into<Arc<str>>) -> FileKey {
        FileKey::new(self.id, path)
    }
}
