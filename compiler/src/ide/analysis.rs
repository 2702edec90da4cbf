//! The state at one moment, and the questions to it.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::answer::{CodeAction, Finding, Fold, ProjectSymbol, Symbol};
use super::file::File;
use super::host::{FileKey, FileKind, ProjectId};
use super::project::Project;
use super::{actions, findings, folding, formatting, symbols};
use crate::diagnostic::Edit;
use crate::source::Span;

/// Everything that a host knew at one moment. A copy is a copy of pointers.
///
/// A question about a file that is not there has an empty answer.
#[derive(Debug, Clone)]
pub struct Analysis {
    projects: BTreeMap<ProjectId, Arc<Project>>,
}

impl Analysis {
    pub(super) const fn new(projects: BTreeMap<ProjectId, Arc<Project>>) -> Self {
        Self { projects }
    }

    /// The text of a file: as it is open, else as it is on disk.
    pub fn text(&self, file: &FileKey) -> Option<Arc<str>> {
        Some(Arc::clone(&self.find(file)?.1.text))
    }

    /// Every file of a project, in the order of the paths.
    pub fn files(&self, project: ProjectId) -> Vec<FileKey> {
        let project = self.projects.get(&project);
        let files = project.into_iter().flat_map(|project| project.files());
        files.map(|file| file.key.clone()).collect()
    }

    /// Everything that `aite check` says about a file, sorted by place.
    pub fn findings(&self, file: &FileKey) -> Vec<Finding> {
        match self.find(file) {
            Some((project, file)) => findings::known(project, file).findings.clone(),
            None => Vec::new(),
        }
    }

    /// The outline of a file.
    pub fn symbols(&self, file: &FileKey) -> Vec<Symbol> {
        self.find(file)
            .map_or_else(Vec::new, |(_, file)| symbols::of_file(file))
    }

    /// The tests, steps and journeys of all projects whose name holds `query`, whatever its case.
    pub fn project_symbols(&self, query: &str) -> Vec<ProjectSymbol> {
        let projects = self.projects.values();
        projects
            .flat_map(|project| symbols::of_project(project, query))
            .collect()
    }

    /// What can be folded away, in the order of the text.
    pub fn folds(&self, file: &FileKey) -> Vec<Fold> {
        self.script(file)
            .map_or_else(Vec::new, |(_, file)| folding::folds(file))
    }

    /// What changes when a script is laid out as `aite fmt` does; line ends stay as they are.
    pub fn format(&self, file: &FileKey) -> Vec<Edit> {
        self.script(file)
            .map_or_else(Vec::new, |(_, file)| formatting::whole(file))
    }

    /// The same on the lines that a range touches.
    pub fn format_range(&self, file: &FileKey, range: Span) -> Vec<Edit> {
        self.script(file)
            .map_or_else(Vec::new, |(_, file)| formatting::in_range(file, range))
    }

    /// What changes when a line was just begun, with the cursor at `offset`: the line before it is laid out and the new
    /// one is indented.
    pub fn format_after_newline(&self, file: &FileKey, offset: usize) -> Vec<Edit> {
        self.script(file)
            .map_or_else(Vec::new, |(_, file)| formatting::after_newline(file, offset))
    }

    /// What can be changed in a range, the most wanted first.
    pub fn actions(&self, file: &FileKey, range: Span) -> Vec<CodeAction> {
        self.find(file)
            .map_or_else(Vec::new, |(project, file)| actions::actions(project, file, range))
    }

    /// A file that is a script.
    fn script(&self, file: &FileKey) -> Option<(&Project, &File)> {
        self.find(file).filter(|(_, file)| file.kind == FileKind::Script)
    }

    fn find(&self, file: &FileKey) -> Option<(&Project, &File)> {
        let project = self.projects.get(&file.project)?;
        Some((project, project.file(&file.path)?))
    }
}
