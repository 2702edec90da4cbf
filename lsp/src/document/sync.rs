//! Following what is typed: the changes of one notification, one after another.

use std::fmt;

use aite_compiler::source::Span;
use tower_lsp::ls_types::{Range, TextDocumentContentChangeEvent};

use super::{Encoding, Lines, Text, offset};

/// A change that does not fit the text: client and server no longer mean the same one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Impossible {
    /// Which change of the notification, from 1.
    pub(crate) number: usize,
}

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "change {} has a range that is not in the text", self.number)
    }
}

/// Applies changes in their order; each is about the text that the one before it made. Without a text to begin with
/// (`None`), only a change that brings the full text helps.
pub(crate) fn apply(
    text: Option<&Text>,
    changes: Vec<TextDocumentContentChangeEvent>,
    encoding: Encoding,
) -> Result<Text, Impossible> {
    // Changes before the last full text leave no trace.
    let full = changes.iter().rposition(|change| change.range.is_none());
    let mut editing = text.map(Editing::of);
    for (at, change) in changes.into_iter().enumerate().skip(full.unwrap_or(0)) {
        match (change.range, editing.as_mut()) {
            (None, _) => editing = Some(Editing::new(change.text)),
            (Some(range), Some(editing)) => editing
                .replace(range, &change.text, encoding)
                .ok_or(Impossible { number: at + 1 })?,
            (Some(_), None) => return Err(Impossible { number: at + 1 }),
        }
    }
    editing.map(Editing::finish).ok_or(Impossible { number: 1 })
}

struct Editing {
    content: String,
    lines: Lines,
}

impl Editing {
    fn of(text: &Text) -> Self {
        Self {
            content: text.content.to_string(),
            lines: (*text.lines).clone(),
        }
    }

    fn new(content: String) -> Self {
        let lines = Lines::new(&content);
        Self { content, lines }
    }

    /// `None` where the range is not in the text.
    fn replace(&mut self, range: Range, with: &str, encoding: Encoding) -> Option<()> {
        let start = offset(&self.content, &self.lines, range.start, encoding)?;
        let end = offset(&self.content, &self.lines, range.end, encoding)?;
        if start > end {
            return None;
        }
        self.content.replace_range(start..end, with);
        self.lines
            .replaced(Span::new(start, end), start + with.len(), &self.content);
        Some(())
    }

    fn finish(self) -> Text {
        Text {
            content: self.content.into(),
            lines: self.lines.into(),
        }
    }
}
