//! The state at one moment, and the questions to it.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::answer::{
    CodeAction, Completion, Finding, Fold, Hover, InlayHint, Lens, Link, Location, ProjectSymbol,
    SemanticToken, Signatures, Symbol, WorkspaceEdit,
};
use super::file::File;
use super::host::{FileKey, FileKind, ProjectId};
use super::project::Project;
use super::{
    actions, colours, completion, findings, folding, formatting, hints, hover, lenses, links, navigate,
    rename, selection, signature, symbols,
};
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
            .map_or_else(Vec::new, |(_, file)| file.outline().to_vec())
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

    /// Everything that can be written at a place, also on a line that is not right yet. Nothing is left out because of the
    /// letters that are there; what cannot stand at the place is.
    pub fn completions(&self, file: &FileKey, offset: usize) -> Vec<Completion> {
        self.script(file).map_or_else(Vec::new, |(project, file)| {
            completion::complete(project, file, offset)
        })
    }

    /// What is known about a place.
    pub fn hover(&self, file: &FileKey, offset: usize) -> Option<Hover> {
        let (project, file) = self.find(file)?;
        hover::hover(project, file, offset)
    }

    /// The forms of the command that is being written at a place.
    pub fn signatures(&self, file: &FileKey, offset: usize) -> Option<Signatures> {
        let (project, file) = self.script(file)?;
        signature::signatures(project, file, offset)
    }

    /// What is in force in a range although it is not written: times, and the profile of each command.
    pub fn hints(&self, file: &FileKey, range: Span) -> Vec<InlayHint> {
        self.script(file)
            .map_or_else(Vec::new, |(project, file)| hints::hints(project, file, range))
    }

    /// What stands above a test and its steps: running it, and how it went when it last ran.
    pub fn lenses(&self, file: &FileKey) -> Vec<Lens> {
        self.script(file)
            .map_or_else(Vec::new, |(project, file)| lenses::lenses(project, file))
    }

    /// Where the name at a place gets its meaning: a variable where it is set, the file of a `run` or `call`, a profile in
    /// the configuration. Several for a variable that several scripts set for this one.
    pub fn definition(&self, file: &FileKey, offset: usize) -> Vec<Location> {
        self.find(file).map_or_else(Vec::new, |(project, file)| {
            navigate::definition(project, file, offset)
        })
    }

    /// Everywhere in the project that the thing at a place is named, where it gets its meaning too; sorted by file and
    /// place. On the name of a test: where its script is run.
    pub fn references(&self, file: &FileKey, offset: usize) -> Vec<Location> {
        self.find(file).map_or_else(Vec::new, |(project, file)| {
            navigate::references(project, file, offset)
        })
    }

    /// The name at a place, when it can be given another one.
    pub fn rename_place(&self, file: &FileKey, offset: usize) -> Option<Span> {
        rename::place(self.find(file)?.1, offset)
    }

    /// The changes that give the name at a place another one, wherever it is used.
    ///
    /// # Errors
    /// A sentence for people: nothing there has a name that can change, the new name is none, or it is taken.
    pub fn rename(&self, file: &FileKey, offset: usize, new: &str) -> Result<WorkspaceEdit, String> {
        match self.find(file) {
            Some((project, file)) => rename::rename(project, file, offset, new),
            None => Err("this file is not known".to_owned()),
        }
    }

    /// The spans that a selection at a place grows to, the smallest first: word, argument, command, step, test.
    pub fn selection(&self, file: &FileKey, offset: usize) -> Vec<Span> {
        self.script(file)
            .map_or_else(Vec::new, |(_, file)| selection::ranges(file, offset))
    }

    /// What can be opened: addresses, scripts and checks.
    pub fn links(&self, file: &FileKey) -> Vec<Link> {
        self.script(file)
            .map_or_else(Vec::new, |(project, file)| links::links(project, file))
    }

    /// The classes of the words that a range touches.
    pub fn tokens(&self, file: &FileKey, range: Span) -> Vec<SemanticToken> {
        self.script(file)
            .map_or_else(Vec::new, |(_, file)| colours::tokens(file, range))
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
