//! Where lines begin, by the rules of the protocol: `\n`, `\r\n` and `\r` alone end a line.

use std::ops::Range;

use aite_compiler::source::Span;

/// The starts of the lines of one text, kept up to date while it is edited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Lines {
    /// The first byte of each line; begins with 0.
    starts: Vec<usize>,
}

impl Lines {
    pub(crate) fn new(text: &str) -> Self {
        let mut starts = vec![0];
        starts.extend(starts_in(text, 1..text.len() + 1));
        Self { starts }
    }

    /// The line of a byte, from 0.
    pub(crate) fn line_of(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= offset) - 1
    }

    /// The first byte of a line that there is.
    pub(crate) fn start(&self, line: usize) -> usize {
        self.starts.get(line).copied().unwrap_or(0)
    }

    /// The bytes of a line without its end; `None` behind the last line.
    pub(crate) fn span(&self, text: &str, line: usize) -> Option<Span> {
        let start = *self.starts.get(line)?;
        let end = self.starts.get(line + 1).copied().unwrap_or(text.len());
        let line = text.get(start..end)?;
        let line = line.strip_suffix('\n').unwrap_or(line);
        let line = line.strip_suffix('\r').unwrap_or(line);
        Some(Span::new(start, start + line.len()))
    }

    /// Follows an edit: `old` was replaced, and `text` is the whole text after it, in which the new part ends at `end`.
    pub(crate) fn replaced(&mut self, old: Span, end: usize, text: &str) {
        // Whether a line starts at a byte is said by that byte and the one before it.
        let kept = self.starts.partition_point(|start| *start < old.start).max(1);
        let behind = self.starts.partition_point(|start| *start <= old.end).max(1);
        for start in self.starts.iter_mut().skip(behind) {
            *start = *start - old.end + end;
        }
        let found = starts_in(text, old.start.max(1)..end + 1);
        self.starts.splice(kept..behind, found);
    }
}

/// The line starts among the bytes of a range, which does not have 0.
fn starts_in(text: &str, range: Range<usize>) -> impl Iterator<Item = usize> + '_ {
    let bytes = text.as_bytes();
    let before = range.start - 1..(range.end - 1).max(range.start - 1);
    let ends = memchr::memchr2_iter(b'\n', b'\r', bytes.get(before.clone()).unwrap_or_default());
    ends.map(move |end| before.start + end + 1)
        .filter(|start| !(bytes.get(start - 1) == Some(&b'\r') && bytes.get(*start) == Some(&b'\n')))
}
