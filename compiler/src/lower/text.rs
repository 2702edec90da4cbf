//! Texts and their holes.

use crate::ir::{Piece, Text};
use crate::syntax::holes::{Part, parts};

/// A string of the script: `${NAME}` becomes a hole.
pub(super) fn text(written: String) -> Text {
    if !written.as_bytes().contains(&b'$') {
        return Text::literal(written);
    }
    parts(&written)
        .map(|part| match part {
            Part::Literal(text) => Piece::Literal(text.into()),
            Part::Variable(name) => Piece::Variable(name.to_owned()),
        })
        .collect()
}
