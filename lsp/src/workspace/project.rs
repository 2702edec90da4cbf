//! One project on disk, and what the host was told of it.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use aite_compiler::ide::{FileKey, FileKind, Host, ProjectId};
use aite_compiler::lower::SourceError;
use aite_compiler::project::{CONFIG_FILE, CheckFolder, Config, read_config};

use super::ReadChecks;
use super::disk::{self, Stamp};
use super::runs::Runs;

pub(super) struct Project {
    pub(super) id: ProjectId,
    /// Whether there is a configuration; without one the folder is what the client has open.
    pub(super) configured: bool,
    /// The files that the host knows, with their state when they were read; `None` of those to be read again.
    read: BTreeMap<String, Option<Stamp>>,
    /// The scripts whose runs the host knows.
    ran: HashSet<Arc<str>>,
    results: String,
    read_checks: ReadChecks,
    checks: CheckFolder,
}

impl Project {
    pub(super) fn new(id: ProjectId, root: &Path, read_checks: ReadChecks) -> Self {
        Self {
            id,
            configured: root.join(CONFIG_FILE).is_file(),
            read: BTreeMap::new(),
            ran: HashSet::new(),
            results: Config::default().results,
            read_checks,
            checks: CheckFolder::default(),
        }
    }

    /// The folder of the results, from the root.
    pub(super) fn results(&self) -> &str {
        &self.results
    }

    /// Tells the host what is on disk now. Files are read that are new, that changed, or that are among `certain`: the
    /// paths of which somebody says that they changed. The answer are the projects inside this one.
    pub(super) fn refresh(&mut self, host: &mut Host, root: &Path, certain: &[&Path]) -> Vec<PathBuf> {
        let content = disk::content(root, &root.join(&self.results));
        let found: BTreeMap<String, Stamp> = content.files.into_iter().collect();
        let certain: HashSet<String> = certain.iter().filter_map(|path| disk::name(path)).collect();
        let gone: Vec<String> = self
            .read
            .keys()
            .filter(|name| !found.contains_key(*name))
            .cloned()
            .collect();
        for name in gone {
            self.read.remove(&name);
            self.tell(host, &name, Err(SourceError::NotFound));
        }
        for (name, stamp) in found {
            if self.read.get(&name) != Some(&Some(stamp)) || certain.contains(&name) {
                self.tell(host, &name, disk::read(root, &name));
                self.read.insert(name, Some(stamp));
            }
        }
        let checks = (self.read_checks)(root);
        if checks != self.checks {
            host.set_checks(self.id, &checks);
            self.checks = checks;
        }
        content.inner
    }

    /// Whether nothing in the folder means anything.
    pub(super) fn is_empty(&self) -> bool {
        self.read.is_empty()
    }

    /// Reads one file again. JSON outside data sets counts only while it is open.
    pub(super) fn reread(&mut self, host: &mut Host, root: &Path, name: &str) {
        if self.read.contains_key(name) || FileKind::of(name).is_some() {
            self.tell(host, name, disk::read(root, name));
            self.read.insert(name.to_owned(), None);
        }
    }

    /// Tells the host the last runs of all scripts.
    pub(super) fn set_runs(&mut self, host: &mut Host, runs: Runs) {
        let scripts: HashSet<Arc<str>> = runs.keys().cloned().collect();
        for script in self.ran.difference(&scripts) {
            host.set_runs(&FileKey::new(self.id, Arc::clone(script)), Vec::new());
        }
        for (script, texts) in runs {
            host.set_runs(&FileKey::new(self.id, script), texts);
        }
        self.ran = scripts;
    }

    fn tell(&mut self, host: &mut Host, name: &str, content: Result<Arc<str>, SourceError>) {
        let kind = match &content {
            Ok(text) => FileKind::of_file(name, text),
            Err(_) => FileKind::of(name),
        };
        if kind == Some(FileKind::Config) {
            let config = content.as_ref().map(|text| read_config(text).0);
            self.results = config.unwrap_or_default().results;
        }
        let file = FileKey::new(self.id, name);
        match kind {
            Some(kind) => host.set_disk(&file, kind, content),
            // JSON that is no task of a benchmark, or not any more.
            None => host.set_disk(&file, FileKind::Task, Err(SourceError::NotFound)),
        }
    }
}
