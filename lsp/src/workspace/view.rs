//! Everything at one moment, for whoever answers a question.

use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use aite_compiler::diagnostic::Edit;
use aite_compiler::ide::{self, Analysis, FileKey, ProjectId};
use tower_lsp::ls_types::{Location, TextEdit, Uri};

use super::{Document, Documents, uri};
use crate::document::{Encoding, Text};

/// A moment. Making one costs next to nothing.
#[derive(Debug, Clone)]
pub(crate) struct View {
    pub(crate) analysis: Analysis,
    pub(crate) encoding: Encoding,
    pub(super) documents: Arc<Documents>,
    /// The documents that were open once and are not now.
    pub(crate) closed: Arc<HashSet<Uri>>,
    pub(super) roots: Arc<BTreeMap<ProjectId, PathBuf>>,
}

impl View {
    /// An open document whose text is known and means something.
    pub(crate) fn document(&self, uri: &Uri) -> Option<(&Document, &Text)> {
        let document = self.documents.get(uri.as_str())?;
        Some((document, document.readable()?))
    }

    /// All of them.
    pub(crate) fn documents(&self) -> &Documents {
        &self.documents
    }

    /// The open document that a file is.
    pub(crate) fn open(&self, file: &FileKey) -> Option<&Document> {
        self.documents.values().find(|document| document.key == *file)
    }

    /// A file's text: as it is open, else as it is on disk.
    pub(crate) fn text(&self, file: &FileKey) -> Option<Text> {
        let open = self.open(file).and_then(Document::readable);
        open.cloned().or_else(|| self.analysis.text(file).map(Text::new))
    }

    /// A file's address: the client's own one where it is open.
    pub(crate) fn uri(&self, file: &FileKey) -> Option<Uri> {
        if let Some(document) = self.open(file) {
            return Some(document.uri.clone());
        }
        uri::from_path(&self.path(file)?)
    }

    /// Where a file is on disk.
    pub(crate) fn path(&self, file: &FileKey) -> Option<PathBuf> {
        Some(self.roots.get(&file.project)?.join(&*file.path))
    }

    /// A project's folder.
    pub(crate) fn root(&self, project: ProjectId) -> Option<&PathBuf> {
        self.roots.get(&project)
    }

    /// The projects.
    pub(crate) fn projects(&self) -> impl Iterator<Item = ProjectId> + '_ {
        self.roots.keys().copied()
    }

    pub(crate) fn location(&self, place: &ide::Location) -> Option<Location> {
        let range = match self.text(&place.file) {
            Some(text) => text.range(place.span, self.encoding),
            // A file that is known by its name alone.
            None => tower_lsp::ls_types::Range::default(),
        };
        Some(Location::new(self.uri(&place.file)?, range))
    }

    /// Edits of one text.
    pub(crate) fn edits(&self, text: &Text, edits: &[Edit]) -> Vec<TextEdit> {
        let edit = |edit: &Edit| TextEdit::new(text.range(edit.span, self.encoding), edit.text.clone());
        edits.iter().map(edit).collect()
    }
}
