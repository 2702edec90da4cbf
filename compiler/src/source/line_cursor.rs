//! Line numbers of places that come in order, without an index.

/// Counts lines while moving forward through a text; a step back starts over.
#[derive(Debug, Clone)]
pub struct LineCursor<'t> {
    text: &'t str,
    offset: usize,
    line: u32,
}

impl<'t> LineCursor<'t> {
    /// At the beginning of a text.
    pub const fn new(text: &'t str) -> Self {
        Self {
            text,
            offset: 0,
            line: 1,
        }
    }

    /// The line of a byte, from 1.
    pub fn line(&mut self, offset: usize) -> u32 {
        if offset < self.offset {
            *self = Self::new(self.text);
        }
        let passed = self.text.as_bytes().get(self.offset..offset).unwrap_or_default();
        let lines = passed.iter().filter(|byte| **byte == b'\n').count();
        self.line = self.line.saturating_add(u32::try_from(lines).unwrap_or(u32::MAX));
        self.offset = offset;
        self.line
    }
}

#[cfg(test)]
mod tests {
    use super::LineCursor;

    #[test]
    fn counts_forward_and_back() {
        let mut cursor = LineCursor::new("a\nb\n\nc");
        let lines: Vec<u32> = [0, 1, 2, 5, 5, 0].map(|offset| cursor.line(offset)).into();
        assert_eq!(lines, [1, 1, 2, 4, 4, 1]);
    }
}
