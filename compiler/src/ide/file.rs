//! One text, and what is known of it alone.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::answer::Symbol;
use super::findings::Known;
use super::host::{FileKey, FileKind};
use super::sections::{LastSections, Sections, Tree};
use super::summary::{self, Summary};
use super::symbols;
use crate::diagnostic::Diagnostic;
use crate::project::{Config, read_config};
use crate::source::Span;
use crate::syntax::Parse;

/// A text that never changes: another text is another file.
#[derive(Debug)]
pub(super) struct File {
    pub(super) key: FileKey,
    pub(super) kind: FileKind,
    pub(super) text: Arc<str>,
    /// No two texts have the same.
    pub(super) version: u64,
    /// Trees are kept of what is being worked on; of the rest there are too many.
    open: Option<Open>,
    config: OnceLock<Arc<ConfigFile>>,
    summary: OnceLock<Arc<Summary>>,
    outline: OnceLock<Box<[Symbol]>>,
    known: Mutex<Option<Arc<Known>>>,
}

/// What is kept of a document that an editor has open.
#[derive(Debug)]
struct Open {
    /// The same for all texts of the document.
    last: Arc<LastSections>,
    sections: OnceLock<Arc<Sections>>,
    parse: OnceLock<Arc<Parse>>,
}

/// What a configuration says.
#[derive(Debug, Default)]
pub(super) struct ConfigFile {
    pub(super) config: Config,
    pub(super) problems: Vec<Diagnostic>,
}

impl File {
    /// A document that an editor has open; `last` is what was kept of its text before.
    pub(super) fn open(
        key: FileKey,
        kind: FileKind,
        text: Arc<str>,
        version: u64,
        last: Arc<LastSections>,
    ) -> Self {
        let open = Open {
            last,
            sections: OnceLock::new(),
            parse: OnceLock::new(),
        };
        Self::new(key, kind, text, version, Some(open))
    }

    /// A file that nobody works on.
    pub(super) fn on_disk(key: FileKey, kind: FileKind, text: Arc<str>, version: u64) -> Self {
        Self::new(key, kind, text, version, None)
    }

    fn new(key: FileKey, kind: FileKind, text: Arc<str>, version: u64, open: Option<Open>) -> Self {
        Self {
            key,
            kind,
            text,
            version,
            open,
            config: OnceLock::new(),
            summary: OnceLock::new(),
            outline: OnceLock::new(),
            known: Mutex::new(None),
        }
    }

    /// What is kept of an open document from one text to the next.
    pub(super) fn last_sections(&self) -> Option<&Arc<LastSections>> {
        self.open.as_ref().map(|open| &open.last)
    }

    /// The sections of a script that is open.
    pub(super) fn sections(&self) -> Option<&Sections> {
        let open = self.open.as_ref()?;
        Some(open.sections.get_or_init(|| open.last.follow(&self.text)))
    }

    /// The tree of a script.
    pub(super) fn parse(&self) -> Arc<Parse> {
        let parse = || Arc::new(crate::parse(&self.text));
        match (&self.open, self.sections().and_then(Sections::whole)) {
            (_, Some(whole)) => Arc::clone(whole),
            (Some(open), None) => Arc::clone(open.parse.get_or_init(parse)),
            (None, None) => parse(),
        }
    }

    /// The tree of a script from its beginning to its first step, and maybe more.
    pub(super) fn opening(&self) -> Arc<Parse> {
        match self.sections().and_then(Sections::opening) {
            Some(opening) => Arc::clone(opening),
            None => self.parse(),
        }
    }

    /// The trees of a script in their order: of its sections, or one of the whole.
    pub(super) fn trees(&self) -> Vec<Tree> {
        let sections = self.sections().and_then(Sections::trees);
        sections.unwrap_or_else(|| {
            vec![Tree {
                start: 0,
                parse: self.parse(),
            }]
        })
    }

    /// The one that holds a place.
    pub(super) fn tree_at(&self, offset: usize) -> Tree {
        let whole = || Tree {
            start: 0,
            parse: self.parse(),
        };
        let mut trees = self.trees_in(Span::at(offset));
        trees.by_ref().last().unwrap_or_else(whole)
    }

    /// Those of them that a range touches, and maybe one more.
    pub(super) fn trees_in(&self, range: Span) -> impl Iterator<Item = Tree> {
        let trees = self.trees();
        let behind = trees.partition_point(|tree| tree.start <= range.end);
        let before = trees.partition_point(|tree| tree.start < range.start);
        trees.into_iter().take(behind).skip(before.saturating_sub(1))
    }

    /// What a configuration says.
    pub(super) fn config(&self) -> &Arc<ConfigFile> {
        self.config.get_or_init(|| {
            let (config, problems) = read_config(&self.text);
            Arc::new(ConfigFile { config, problems })
        })
    }

    /// The names in it.
    pub(super) fn summary(&self) -> &Arc<Summary> {
        self.summary.get_or_init(|| Arc::new(summary::read(self)))
    }

    /// The outline. It is kept of all files, so that a project can be searched while somebody types.
    pub(super) fn outline(&self) -> &[Symbol] {
        self.outline.get_or_init(|| symbols::read(self).into())
    }

    /// What was found last, whether it still holds or not.
    pub(super) fn known(&self) -> Option<Arc<Known>> {
        // A thread that panicked while it held the lock left a whole value or none.
        self.known.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Keeps what was found.
    pub(super) fn remember(&self, known: Arc<Known>) {
        *self.known.lock().unwrap_or_else(PoisonError::into_inner) = Some(known);
    }
}
