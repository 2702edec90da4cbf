//! One text, and what is known of it alone.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::answer::Symbol;
use super::findings::Known;
use super::host::{FileKey, FileKind};
use super::summary::{self, Summary};
use super::symbols;
use crate::diagnostic::Diagnostic;
use crate::project::{Config, read_config};
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
    is_open: bool,
    parse: OnceLock<Arc<Parse>>,
    config: OnceLock<Arc<ConfigFile>>,
    summary: OnceLock<Arc<Summary>>,
    outline: OnceLock<Box<[Symbol]>>,
    known: Mutex<Option<Arc<Known>>>,
}

/// What a configuration says.
#[derive(Debug, Default)]
pub(super) struct ConfigFile {
    pub(super) config: Config,
    pub(super) problems: Vec<Diagnostic>,
}

impl File {
    /// A document that an editor has open.
    pub(super) fn open(key: FileKey, kind: FileKind, text: Arc<str>, version: u64) -> Self {
        Self::new(key, kind, text, version, true)
    }

    /// A file that nobody works on.
    pub(super) fn on_disk(key: FileKey, kind: FileKind, text: Arc<str>, version: u64) -> Self {
        Self::new(key, kind, text, version, false)
    }

    fn new(key: FileKey, kind: FileKind, text: Arc<str>, version: u64, is_open: bool) -> Self {
        Self {
            key,
            kind,
            text,
            version,
            is_open,
            parse: OnceLock::new(),
            config: OnceLock::new(),
            summary: OnceLock::new(),
            outline: OnceLock::new(),
            known: Mutex::new(None),
        }
    }

    /// The tree of a script.
    pub(super) fn parse(&self) -> Arc<Parse> {
        let parse = || Arc::new(crate::parse(&self.text));
        match self.is_open {
            true => Arc::clone(self.parse.get_or_init(parse)),
            false => parse(),
        }
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
