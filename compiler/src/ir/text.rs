//! Text with holes for variables.

use serde::{Serialize, Serializer};

/// The name of a variable.
pub type VariableName = String;

/// A string that may read variables: `"Hi ${name}"` is a literal and a hole.
///
/// Neighbouring literals are one piece and empty literals are none, so equal texts are equal values. As JSON it
/// is a string when it has no holes, else an array of strings and `{"variable": NAME}`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Text(Pieces);

/// Nearly every text is one literal, so one piece needs no list.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
enum Pieces {
    #[default]
    None,
    One(Piece),
    Many(Box<[Piece]>),
}

/// A part of a [`Text`].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Piece {
    /// As it is.
    Literal(Box<str>),
    /// The value of a variable.
    Variable(VariableName),
}

impl Text {
    /// A text without holes.
    pub fn literal(text: impl Into<Box<str>>) -> Self {
        let text = text.into();
        Self(match text.is_empty() {
            true => Pieces::None,
            false => Pieces::One(Piece::Literal(text)),
        })
    }

    /// The pieces, in order.
    pub fn pieces(&self) -> &[Piece] {
        match &self.0 {
            Pieces::None => &[],
            Pieces::One(piece) => std::slice::from_ref(piece),
            Pieces::Many(pieces) => pieces,
        }
    }

    /// The text itself when it has no holes.
    pub fn as_literal(&self) -> Option<&str> {
        match self.pieces() {
            [] => Some(""),
            [Piece::Literal(text)] => Some(text),
            _ => None,
        }
    }

    /// What is written of the text, hole by hole.
    pub fn literals(&self) -> impl Iterator<Item = &str> {
        self.pieces().iter().filter_map(|piece| match piece {
            Piece::Literal(text) => Some(&**text),
            Piece::Variable(_) => None,
        })
    }

    /// The variables that the text reads, in order.
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        self.pieces().iter().filter_map(|piece| match piece {
            Piece::Literal(_) => None,
            Piece::Variable(name) => Some(name.as_str()),
        })
    }

    /// Fills the holes; `Err` names the first variable that `value` does not know.
    pub fn fill<'a>(&self, value: impl Fn(&str) -> Option<&'a str>) -> Result<String, &str> {
        let mut filled = String::new();
        for piece in self.pieces() {
            match piece {
                Piece::Literal(text) => filled.push_str(text),
                Piece::Variable(name) => filled.push_str(value(name).ok_or(name.as_str())?),
            }
        }
        Ok(filled)
    }
}

impl FromIterator<Piece> for Text {
    fn from_iter<I: IntoIterator<Item = Piece>>(pieces: I) -> Self {
        let mut joined: Vec<Piece> = Vec::new();
        for piece in pieces {
            match (joined.last_mut(), piece) {
                (_, Piece::Literal(text)) if text.is_empty() => {}
                (Some(Piece::Literal(before)), Piece::Literal(text)) => {
                    *before = format!("{before}{text}").into()
                }
                (_, piece) => joined.push(piece),
            }
        }
        Self(match joined.len() {
            0 | 1 => joined.pop().map_or(Pieces::None, Pieces::One),
            _ => Pieces::Many(joined.into()),
        })
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.as_literal() {
            Some(text) => serializer.serialize_str(text),
            None => serializer.collect_seq(self.pieces()),
        }
    }
}

impl Serialize for Piece {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Literal(text) => serializer.serialize_str(text),
            Self::Variable(name) => serializer.collect_map([("variable", name)]),
        }
    }
}
