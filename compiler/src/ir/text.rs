//! Text with holes for variables.

use serde::Serialize;

/// The name of a variable.
pub type VariableName = String;

/// A string that may read variables: `"Hi ${name}"` is a literal and a hole.
///
/// Neighbouring literals are one piece and empty literals are none, so equal texts are equal values.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize)]
#[serde(transparent)]
pub struct Text(Vec<Piece>);

/// A part of a [`Text`].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Piece {
    /// As it is.
    Literal(String),
    /// The value of a variable.
    Variable(VariableName),
}

impl Text {
    /// A text without holes.
    pub fn literal(text: impl Into<String>) -> Self {
        std::iter::once(Piece::Literal(text.into())).collect()
    }

    /// The pieces, in order.
    pub fn pieces(&self) -> &[Piece] {
        &self.0
    }

    /// The text itself when it has no holes.
    pub fn as_literal(&self) -> Option<&str> {
        match self.0.as_slice() {
            [] => Some(""),
            [Piece::Literal(text)] => Some(text),
            _ => None,
        }
    }

    /// The variables that the text reads, in order.
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|piece| match piece {
            Piece::Literal(_) => None,
            Piece::Variable(name) => Some(name.as_str()),
        })
    }

    /// Fills the holes; `Err` names the first variable that `value` does not know.
    pub fn fill<'a>(&self, value: impl Fn(&str) -> Option<&'a str>) -> Result<String, &str> {
        let mut filled = String::new();
        for piece in &self.0 {
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
                (Some(Piece::Literal(before)), Piece::Literal(text)) => before.push_str(&text),
                (_, piece) => joined.push(piece),
            }
        }
        Self(joined)
    }
}
