//! The one shape that everything with a place is shown in: compile errors, run failures, guard findings.

use std::sync::OnceLock;

use aite_compiler::diagnostic::{Diagnostic, Fix, Related, Severity};
use aite_compiler::source::{LineIndex, Span};

/// A text and its name. Lines are counted when somebody asks.
pub(crate) struct SourceText<'a> {
    /// From the project's root, with `/`.
    pub(crate) name: &'a str,
    /// The whole text.
    pub(crate) text: &'a str,
    lines: OnceLock<LineIndex>,
}

impl<'a> SourceText<'a> {
    pub(crate) fn new(name: &'a str, text: &'a str) -> Self {
        Self {
            name,
            text,
            lines: OnceLock::new(),
        }
    }

    /// Where the lines begin.
    pub(crate) fn lines(&self) -> &LineIndex {
        self.lines.get_or_init(|| LineIndex::new(self.text))
    }

    /// The trimmed bytes of a line counted from 1.
    pub(crate) fn trimmed_line(&self, line: u32) -> Option<Span> {
        let span = self.lines().line_span(line)?;
        let text = self.text.get(span.start..span.end)?;
        let start = span.start + text.len() - text.trim_start().len();
        Some(Span::new(start, start + text.trim().len()))
    }

    /// Clamps a span to the text and to character boundaries.
    pub(crate) fn clamp(&self, span: Span) -> Span {
        let start = floor(self.text, span.start);
        let end = ceil(self.text, span.end).max(start);
        Span::new(start, end)
    }
}

fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn ceil(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}

/// Something to say about a place in a text.
#[derive(Clone, Copy)]
pub(crate) struct Message<'a> {
    pub(crate) severity: Severity,
    /// `E005`, `not-found` …
    pub(crate) code: &'a str,
    /// One sentence.
    pub(crate) message: &'a str,
    pub(crate) source: &'a SourceText<'a>,
    pub(crate) span: Span,
    pub(crate) label: Option<&'a str>,
    pub(crate) related: &'a [Related],
    pub(crate) help: Option<&'a str>,
    pub(crate) fix: Option<&'a Fix>,
    /// The JSON pointer of the place, in files of a benchmark.
    pub(crate) pointer: Option<&'a str>,
    /// Lines of detail below the snippet, each with its heading.
    pub(crate) details: &'a [(&'a str, String)],
}

impl<'a> Message<'a> {
    pub(crate) fn of(diagnostic: &'a Diagnostic, source: &'a SourceText<'a>) -> Self {
        Self {
            severity: diagnostic.severity,
            code: diagnostic.code.name(),
            message: &diagnostic.message,
            source,
            span: diagnostic.span,
            label: diagnostic.label.as_deref(),
            related: &diagnostic.related,
            help: diagnostic.help.as_deref(),
            fix: diagnostic.fix.as_ref(),
            pointer: diagnostic.pointer.as_deref(),
            details: &[],
        }
    }

    /// The line, from 1.
    pub(crate) fn line(&self) -> u32 {
        self.source
            .lines()
            .line(self.span.start.min(self.source.text.len()))
    }

    /// First and last character as people count them.
    pub(crate) fn range(&self) -> Range {
        let span = self.source.clamp(self.span);
        Range {
            start: position(self.source, span.start),
            end: position(self.source, span.end),
        }
    }
}

/// From a place up to, not including, another.
#[derive(Clone, Copy)]
pub(crate) struct Range {
    pub(crate) start: Position,
    pub(crate) end: Position,
}

/// Line and column, both from 1; columns count characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Position {
    pub(crate) line: u32,
    pub(crate) column: usize,
}

/// The place of a byte on a character boundary.
pub(crate) fn position(source: &SourceText<'_>, offset: usize) -> Position {
    let place = source.lines().line_column(offset);
    let start = offset.saturating_sub(place.column);
    let before = source.text.get(start..offset).unwrap_or_default();
    Position {
        line: source.lines().line(offset),
        column: before.trim_start_matches('\u{feff}').chars().count() + 1,
    }
}

/// `error` or `warning`.
pub(crate) fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}
