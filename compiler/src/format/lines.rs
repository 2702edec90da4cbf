//! A text as lines of atoms: runs of characters that white space separates, strings being one piece.

use std::ops::Range;

use crate::lexer::{self, Token, TokenKind};
use crate::source::Span;

/// The lines that are not blank.
#[derive(Debug, Default)]
pub(super) struct Lines {
    pub(super) all: Vec<Line>,
    atoms: Vec<Span>,
}

/// One line.
#[derive(Debug, Clone)]
pub(super) struct Line {
    /// The whole line, white space at its ends included.
    pub(super) raw: Span,
    /// How many characters of white space it begins with.
    pub(super) indent: usize,
    /// How many blank lines stand before it.
    pub(super) blank_lines_before: usize,
    /// The comment that it ends with.
    pub(super) comment: Option<Span>,
    atoms: Range<usize>,
}

impl Lines {
    /// Splits a text.
    pub(super) fn read(text: &str) -> Self {
        let mut reader = Reader {
            text,
            lines: Self::default(),
            line: Line::at(0, 0),
            blank: 0,
        };
        for token in lexer::tokens(text) {
            reader.token(token);
        }
        reader.end_line(text.len());
        reader.lines
    }

    /// The atoms of a line, its comment excluded.
    pub(super) fn atoms(&self, line: &Line) -> &[Span] {
        self.atoms.get(line.atoms.clone()).unwrap_or_default()
    }
}

impl Line {
    const fn at(start: usize, first_atom: usize) -> Self {
        Self {
            raw: Span::at(start),
            indent: 0,
            blank_lines_before: 0,
            comment: None,
            atoms: first_atom..first_atom,
        }
    }

    fn is_blank(&self) -> bool {
        self.atoms.is_empty() && self.comment.is_none()
    }
}

struct Reader<'t> {
    text: &'t str,
    lines: Lines,
    line: Line,
    blank: usize,
}

impl Reader<'_> {
    fn token(&mut self, token: Token) {
        match token.kind {
            TokenKind::Space if self.line.is_blank() => {
                self.line.indent = self.slice(token.span).chars().count()
            }
            TokenKind::Space => {}
            TokenKind::Comment => self.line.comment = Some(token.span),
            TokenKind::Newline => {
                self.end_line(token.span.start);
                let line_ends = self
                    .slice(token.span)
                    .bytes()
                    .filter(|byte| *byte == b'\n')
                    .count();
                self.blank += line_ends - 1;
                self.line = Line::at(token.span.end, self.lines.atoms.len());
            }
            _ => self.atom(token.span),
        }
    }

    fn atom(&mut self, span: Span) {
        let glued = self
            .lines
            .atoms
            .last_mut()
            .filter(|last| last.end == span.start && !self.line.atoms.is_empty());
        match glued {
            Some(last) => last.end = span.end,
            None => self.lines.atoms.push(span),
        }
        self.line.atoms.end = self.lines.atoms.len();
    }

    fn end_line(&mut self, end: usize) {
        if self.line.is_blank() {
            self.blank += 1;
            return;
        }
        self.line.raw.end = end;
        self.line.blank_lines_before = std::mem::take(&mut self.blank);
        self.lines.all.push(self.line.clone());
    }

    fn slice(&self, span: Span) -> &str {
        self.text.get(span.start..span.end).unwrap_or_default()
    }
}
