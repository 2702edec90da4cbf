//! The text of a check with everything that is only TypeScript turned into spaces, so that every line and column stays.

use std::collections::BTreeMap;
use std::ops::Range;

use oxc_span::Span;

/// What of a source stays.
pub(super) struct Blank<'a> {
    source: &'a str,
    /// Whether a byte is blank.
    blank: Vec<bool>,
    /// What stands at a byte instead.
    instead: BTreeMap<usize, char>,
}

impl<'a> Blank<'a> {
    pub(super) fn new(source: &'a str) -> Self {
        Self {
            source,
            blank: vec![false; source.len()],
            instead: BTreeMap::new(),
        }
    }

    pub(super) fn source(&self) -> &'a str {
        self.source
    }

    /// Blanks a part of the text.
    pub(super) fn range(&mut self, range: Range<usize>) {
        let end = range.end.min(self.blank.len());
        for blank in self.blank.get_mut(range.start.min(end)..end).unwrap_or_default() {
            *blank = true;
        }
    }

    pub(super) fn span(&mut self, span: Span) {
        self.range(range(span));
    }

    /// Blanks a whole statement or member. A semicolon stays, so that what stands before it is not joined with what
    /// comes after.
    pub(super) fn statement(&mut self, span: Span) {
        self.span(span);
        self.instead.insert(range(span).start, ';');
    }

    /// A statement ends here. If its end is blank and no semicolon was written, one is needed.
    pub(super) fn end_of_statement(&mut self, span: Span) {
        let Some(last) = range(span).end.checked_sub(1) else {
            return;
        };
        if self.blank.get(last) == Some(&true) {
            self.instead.entry(last).or_insert(';');
        }
    }

    /// Puts a character in the place of a byte.
    pub(super) fn put(&mut self, at: usize, character: char) {
        self.instead.insert(at, character);
    }

    /// The first such byte in a part of the text, comments left out.
    pub(super) fn find(&self, within: Range<usize>, wanted: u8) -> Option<usize> {
        words(self.source, within)
            .find(|word| self.source.as_bytes().get(word.start) == Some(&wanted))
            .map(|word| word.start)
    }

    /// Blanks these words in a part of the text, comments left out.
    pub(super) fn words(&mut self, within: Range<usize>, unwanted: &[&str]) {
        let found: Vec<_> = words(self.source, within)
            .filter(|word| {
                self.source
                    .get(word.clone())
                    .is_some_and(|word| unwanted.contains(&word))
            })
            .collect();
        for word in found {
            self.range(word);
        }
    }

    /// The text that is left; as many characters a line as before.
    pub(super) fn text(&self) -> String {
        let characters = self.source.char_indices().map(|(at, character)| {
            let blank = self.blank.get(at) == Some(&true);
            match self.instead.get(&at) {
                Some(instead) => *instead,
                None if blank && !is_line_end(character) => ' ',
                None => character,
            }
        });
        characters.collect()
    }
}

pub(super) fn range(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}

pub(super) fn is_line_end(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

/// Words and single other characters of a part of the text, without white space and comments.
fn words(source: &str, within: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let mut at = within.start;
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte == b'$';
    std::iter::from_fn(move || {
        loop {
            let rest = source.as_bytes().get(at..within.end).unwrap_or_default();
            let first = rest.first()?;
            let skip = match rest {
                [b'/', b'/', ..] => rest.iter().position(|byte| *byte == b'\n'),
                [b'/', b'*', ..] => rest.windows(2).position(|pair| pair == b"*/").map(|end| end + 2),
                _ if first.is_ascii_whitespace() => Some(1),
                _ => {
                    let length = rest.iter().take_while(|byte| is_word(byte)).count().max(1);
                    let word = at..at + length;
                    at = word.end;
                    return Some(word);
                }
            };
            at += skip.unwrap_or(rest.len());
        }
    })
}
