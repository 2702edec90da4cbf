//! Where text comes from: byte spans, and the way from a byte to a line and a column.

mod decode;
mod line_cursor;
mod line_index;

pub use decode::{Decoded, MAX_LISTED, decode};
pub use line_cursor::LineCursor;
pub use line_index::{LineColumn, LineIndex};

use serde::Serialize;

/// A half-open range of bytes in one source text.
///
/// Both ends lie on character boundaries of that text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// The bytes from `start` up to, not including, `end`.
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// An empty span at `at`: a place between two characters.
    pub const fn at(at: usize) -> Self {
        Self { start: at, end: at }
    }

    /// The smallest span that holds both.
    pub fn join(self, other: Self) -> Self {
        Self::new(self.start.min(other.start), self.end.max(other.end))
    }

    /// The same bytes in a text that has so many before it.
    #[must_use]
    pub const fn behind(self, before: usize) -> Self {
        Self::new(self.start + before, self.end + before)
    }

    /// Whether the byte at `offset` is inside, the end included so that a cursor behind a word is in it.
    pub const fn touches(self, offset: usize) -> bool {
        self.start <= offset && offset <= self.end
    }

    /// Length in bytes.
    pub const fn len(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// Whether the span holds no byte.
    pub const fn is_empty(self) -> bool {
        self.end <= self.start
    }
}

/// A value and where it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Its bytes in the source, quotes included for strings.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Puts a value at a place.
    pub const fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }
}
