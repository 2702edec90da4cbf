//! Byte offsets to lines and columns, and back, in the units that editors ask for.

use super::Span;

/// A place as people and editors name it. Both numbers count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// Line, from 0.
    pub line: usize,
    /// Column, from 0, in the unit that was asked for.
    pub column: usize,
}

/// Starts of the lines of one text. Built once in one pass; every question is a binary search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineIndex {
    starts: Vec<usize>,
    len: usize,
}

impl LineIndex {
    /// Indexes a text. Lines end with `\n`; a `\r` before it belongs to the line's white space.
    pub fn new(text: &str) -> Self {
        let mut starts = vec![0];
        starts.extend(
            text.bytes()
                .enumerate()
                .filter(|(_, byte)| *byte == b'\n')
                .map(|(at, _)| at + 1),
        );
        Self {
            starts,
            len: text.len(),
        }
    }

    /// The line of a byte, counted from 1 as the specification does.
    pub fn line(&self, offset: usize) -> u32 {
        let line = self.starts.partition_point(|start| *start <= offset);
        u32::try_from(line).unwrap_or(u32::MAX)
    }

    /// The bytes of a line counted from 1, its line end excluded; `None` past the last line.
    pub fn line_span(&self, line: u32) -> Option<Span> {
        let at = usize::try_from(line).ok()?.checked_sub(1)?;
        let start = *self.starts.get(at)?;
        let end = self.starts.get(at + 1).map_or(self.len, |next| next - 1);
        Some(Span::new(start, end))
    }

    /// How many lines the text has; an empty text has one.
    pub fn line_count(&self) -> usize {
        self.starts.len()
    }

    /// Line and column in bytes.
    pub fn line_column(&self, offset: usize) -> LineColumn {
        let offset = offset.min(self.len);
        let line = self.starts.partition_point(|start| *start <= offset) - 1;
        let start = self.starts.get(line).copied().unwrap_or(0);
        LineColumn {
            line,
            column: offset - start,
        }
    }
}
