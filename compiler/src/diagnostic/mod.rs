//! What is wrong with a text, as plain data. Rendering belongs to whoever shows it.

mod code;
mod errors;
mod nearest;

pub use code::{Code, REGISTRY, Row};
pub(crate) use errors::{Errors, MAX_ERRORS};
pub use nearest::nearest;

use std::borrow::Cow;

use serde::Serialize;

use crate::source::Span;

/// A sentence for people; most of them are fixed.
pub type Words = Cow<'static, str>;

/// How bad a diagnostic is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The script does not mean anything as written.
    Error,
    /// The script runs, but probably not as its writer thinks.
    Warning,
}

/// One thing to tell the person who wrote the text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// The row of the registry.
    pub code: Code,
    /// Error or warning.
    pub severity: Severity,
    /// The bytes that the caret stands under. Their first line is the line of the error.
    pub span: Span,
    /// The sentence of the specification, without file and line.
    pub message: Words,
    /// A few words under the caret, when the message alone does not say what is wrong just there.
    pub label: Option<Words>,
    /// Other places of the same text that explain this one.
    pub related: Vec<Related>,
    /// What to do about it.
    pub help: Option<Words>,
    /// A change that a tool can make without asking.
    pub fix: Option<Fix>,
    /// The JSON pointer of the place, in files of a benchmark.
    pub pointer: Option<Box<str>>,
}

/// Another place that explains a diagnostic.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Related {
    /// Where.
    pub span: Span,
    /// Why it matters.
    pub message: Words,
}

/// A mechanical change that removes the diagnostic.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fix {
    /// What the change does, as a menu entry.
    pub title: Words,
    /// Replacements that do not overlap, in the order of the text.
    pub edits: Vec<Edit>,
}

/// Replaces the bytes of a span.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Edit {
    /// What goes.
    pub span: Span,
    /// What comes instead.
    pub text: String,
}

impl Diagnostic {
    /// An error with nothing but its message.
    pub fn error(code: Code, span: Span, message: impl Into<Words>) -> Self {
        Self::new(code, Severity::Error, span, message)
    }

    /// A warning with nothing but its message.
    pub fn warning(code: Code, span: Span, message: impl Into<Words>) -> Self {
        Self::new(code, Severity::Warning, span, message)
    }

    fn new(code: Code, severity: Severity, span: Span, message: impl Into<Words>) -> Self {
        Self {
            code,
            severity,
            span,
            message: message.into(),
            label: None,
            related: Vec::new(),
            help: None,
            fix: None,
            pointer: None,
        }
    }

    /// The same in a text that has so many bytes before the one that this is about.
    #[must_use]
    pub fn behind(mut self, before: usize) -> Self {
        self.span = self.span.behind(before);
        for related in &mut self.related {
            related.span = related.span.behind(before);
        }
        for edit in self.fix.iter_mut().flat_map(|fix| &mut fix.edits) {
            edit.span = edit.span.behind(before);
        }
        self
    }

    /// Says what is wrong just there.
    #[must_use]
    pub fn with_label(mut self, label: impl Into<Words>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<Words>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Points at another place.
    #[must_use]
    pub fn with_related(mut self, span: Span, message: impl Into<Words>) -> Self {
        self.related.push(Related {
            span,
            message: message.into(),
        });
        self
    }

    /// Offers a replacement of one span.
    #[must_use]
    pub fn with_fix(self, title: impl Into<Words>, span: Span, text: impl Into<String>) -> Self {
        self.with_edits(title, [(span, text.into())])
    }

    /// Offers several replacements, in the order of the text.
    #[must_use]
    pub fn with_edits(
        mut self,
        title: impl Into<Words>,
        edits: impl IntoIterator<Item = (Span, String)>,
    ) -> Self {
        let edits = edits.into_iter().map(|(span, text)| Edit { span, text });
        self.fix = Some(Fix {
            title: title.into(),
            edits: edits.collect(),
        });
        self
    }

    /// Says what was probably meant, and offers to write it at `span`.
    #[must_use]
    pub fn with_meant(self, meant: &str, span: Span) -> Self {
        self.with_help(format!("did you mean {meant}?"))
            .with_fix(format!("Change to {meant}"), span, meant)
    }
}
