//! Making entries.

use crate::ide::answer::{Completion, CompletionKind, Insert};
use crate::source::Span;

/// An entry that writes its label.
pub(super) fn plain(
    label: impl Into<String>,
    kind: CompletionKind,
    replace: Span,
    sort: String,
) -> Completion {
    let label = label.into();
    Completion {
        insert: Insert::Text(label.clone()),
        label,
        kind,
        detail: None,
        docs: None,
        replace,
        filter: None,
        sort,
        again: false,
    }
}

/// The order of an entry: its group, and its place in it.
pub(super) fn order(group: char, at: usize) -> String {
    format!("{group}{at:04}")
}

impl Completion {
    pub(super) fn snippet(mut self, snippet: impl Into<String>) -> Self {
        self.insert = Insert::Snippet(snippet.into());
        self
    }

    pub(super) fn text(mut self, text: impl Into<String>) -> Self {
        self.insert = Insert::Text(text.into());
        self
    }

    pub(super) fn detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = Some(detail.into());
        self
    }

    pub(super) fn docs(mut self, docs: impl Into<String>) -> Self {
        self.docs = Some(docs.into()).filter(|docs| !docs.is_empty());
        self
    }

    pub(super) fn filter(mut self, filter: impl Into<String>) -> Self {
        self.filter = Some(filter.into());
        self
    }

    /// Something can be completed right behind it.
    pub(super) fn again(mut self) -> Self {
        self.again = true;
        self
    }
}

/// Plain text inside a snippet.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if matches!(letter, '$' | '}' | '\\') {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}
