//! How the columns of a position are counted.

use tower_lsp::ls_types::PositionEncodingKind;

/// The unit of a column; negotiated once, when the session begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Encoding {
    /// Bytes.
    Utf8,
    /// Code units of UTF-16: what a client that says nothing counts in.
    #[default]
    Utf16,
    /// Characters.
    Utf32,
}

impl Encoding {
    /// The encoding to speak with a client that understands these, in its order. Bytes cost nothing, so they are taken
    /// when they are offered at all.
    pub(crate) fn choose<'a>(offered: impl IntoIterator<Item = &'a str>) -> Self {
        let known: Vec<Self> = offered.into_iter().filter_map(Self::named).collect();
        match known.first() {
            Some(_) if known.contains(&Self::Utf8) => Self::Utf8,
            Some(first) => *first,
            None => Self::default(),
        }
    }

    fn named(name: &str) -> Option<Self> {
        match name {
            "utf-8" => Some(Self::Utf8),
            "utf-16" => Some(Self::Utf16),
            "utf-32" => Some(Self::Utf32),
            _ => None,
        }
    }

    pub(crate) fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
            Self::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    /// How many units a text has.
    pub(crate) fn len(self, text: &str) -> usize {
        match self {
            Self::Utf8 => text.len(),
            _ if text.is_ascii() => text.len(),
            Self::Utf16 => text.chars().map(char::len_utf16).sum(),
            Self::Utf32 => text.chars().count(),
        }
    }

    fn width(self, character: char) -> usize {
        match self {
            Self::Utf8 => character.len_utf8(),
            Self::Utf16 => character.len_utf16(),
            Self::Utf32 => 1,
        }
    }

    /// The byte of a column; the end of the text for columns behind it, `None` inside a character.
    pub(super) fn offset(self, text: &str, column: usize) -> Option<usize> {
        let (offset, rest) = self.walk(text, column);
        (rest == 0 || offset == text.len()).then_some(offset)
    }

    /// The byte of a column; the end of the text for columns behind it, the character's first inside a character.
    pub(super) fn nearest_offset(self, text: &str, column: usize) -> usize {
        self.walk(text, column).0
    }

    /// The last character boundary that is not behind the column, and how many units are left to the column.
    fn walk(self, text: &str, column: usize) -> (usize, usize) {
        if text.is_ascii() {
            let offset = column.min(text.len());
            return (offset, column - offset);
        }
        let mut left = column;
        for (offset, character) in text.char_indices() {
            let width = self.width(character);
            if left < width {
                return (offset, left);
            }
            left -= width;
        }
        (text.len(), left)
    }
}
