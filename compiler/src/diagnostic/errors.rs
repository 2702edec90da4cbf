//! Where the errors of one text are gathered.

use super::{Code, Diagnostic};
use crate::source::Span;

/// No more errors than this are kept, so that a huge text that is no script cannot fill the memory.
pub(crate) const MAX_ERRORS: usize = 1_000_000;

/// The errors so far.
#[derive(Debug, Default)]
pub(crate) struct Errors {
    list: Vec<Diagnostic>,
    dropped: usize,
    last: Span,
}

impl Errors {
    /// Adds one.
    pub(crate) fn push(&mut self, error: Diagnostic) {
        if self.is_full() {
            self.dropped += 1;
            self.last = error.span;
        } else {
            self.list.push(error);
        }
    }

    /// Whether what comes now is only counted.
    pub(crate) fn is_full(&self) -> bool {
        self.list.len() >= MAX_ERRORS
    }

    /// All of them, sorted by place; the last one says how many were not kept.
    pub(crate) fn finish(mut self) -> Vec<Diagnostic> {
        self.list.sort_by_key(|error| error.span.start);
        if self.dropped > 0 {
            let message = format!("too many errors: {} more are not listed", self.dropped);
            self.list.push(Diagnostic::error(Code::E010, self.last, message));
        }
        self.list
    }
}
