//! The text of an open document, and the way between its bytes and the positions of the protocol.

mod encoding;
mod lines;
mod sync;

pub(crate) use encoding::Encoding;
pub(crate) use lines::Lines;
pub(crate) use sync::{Impossible, apply};

use std::sync::Arc;

use aite_compiler::source::Span;
use tower_lsp::ls_types::{Position, Range};

/// A text with its lines: what is needed to speak about places in it.
#[derive(Debug, Clone)]
pub(crate) struct Text {
    content: Arc<str>,
    lines: Arc<Lines>,
}

impl Text {
    pub(crate) fn new(content: impl Into<Arc<str>>) -> Self {
        let content = content.into();
        let lines = Arc::new(Lines::new(&content));
        Self { content, lines }
    }

    pub(crate) fn content(&self) -> &Arc<str> {
        &self.content
    }

    /// The place of a byte; one that is inside a character counts as the character's first.
    pub(crate) fn position(&self, offset: usize, encoding: Encoding) -> Position {
        let offset = floor(&self.content, offset);
        let line = self.lines.line_of(offset);
        let start = self.lines.start(line);
        let before = self.content.get(start..offset).unwrap_or_default();
        Position::new(number(line), number(encoding.len(before)))
    }

    /// The place of a byte, counted from a place before it: with many on one line, the line is walked once.
    pub(crate) fn position_behind(
        &self,
        (start, known): (usize, Position),
        offset: usize,
        encoding: Encoding,
    ) -> Position {
        let offset = floor(&self.content, offset);
        let is_on_line = number(self.lines.line_of(offset)) == known.line;
        match self.content.get(start..offset).filter(|_| is_on_line) {
            Some(between) => Position::new(known.line, known.character + number(encoding.len(between))),
            None => self.position(offset, encoding),
        }
    }

    /// The range of a span.
    pub(crate) fn range(&self, span: Span, encoding: Encoding) -> Range {
        let start = self.position(span.start, encoding);
        match span.is_empty() {
            true => Range::new(start, start),
            false => Range::new(start, self.position(span.end, encoding)),
        }
    }

    /// The byte of a position, `None` where it is no place of this text.
    #[cfg(test)]
    pub(crate) fn offset(&self, position: Position, encoding: Encoding) -> Option<usize> {
        offset(&self.content, &self.lines, position, encoding)
    }

    /// The byte of a position in a question: the nearest one that there is.
    pub(crate) fn nearest_offset(&self, position: Position, encoding: Encoding) -> usize {
        let line = usize::try_from(position.line).unwrap_or(usize::MAX);
        let Some(span) = self.lines.span(&self.content, line) else {
            return self.content.len();
        };
        let text = self.content.get(span.start..span.end).unwrap_or_default();
        let column = usize::try_from(position.character).unwrap_or(usize::MAX);
        span.start + encoding.nearest_offset(text, column)
    }

    /// The span of a range in a question.
    pub(crate) fn nearest_span(&self, range: Range, encoding: Encoding) -> Span {
        let start = self.nearest_offset(range.start, encoding);
        let end = self.nearest_offset(range.end, encoding);
        Span::new(start.min(end), start.max(end))
    }

    /// The pieces of a span that lie on one line each, line ends excluded.
    pub(crate) fn pieces(&self, span: Span) -> impl Iterator<Item = Span> + '_ {
        let first = self.lines.line_of(span.start);
        let lines = (first..).map_while(|line| self.lines.span(&self.content, line));
        lines
            .take_while(move |line| line.start < span.end)
            .map(move |line| Span::new(line.start.max(span.start), line.end.min(span.end)))
            .filter(|piece| !piece.is_empty())
    }
}

/// The byte of a position. One behind the end of its line is the end of the line, as the protocol has it; one behind
/// the last line, or inside a character, is no place of the text.
fn offset(text: &str, lines: &Lines, position: Position, encoding: Encoding) -> Option<usize> {
    let line = usize::try_from(position.line).ok()?;
    let span = lines.span(text, line)?;
    let column = usize::try_from(position.character).ok()?;
    Some(span.start + encoding.offset(text.get(span.start..span.end)?, column)?)
}

/// The nearest character boundary at or before a byte.
fn floor(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// A number of the protocol, which has no larger ones.
fn number(of: usize) -> u32 {
    u32::try_from(of).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
