//! Variables inside `${}`.

use super::Place;
use super::entry::{order, plain};
use crate::ide::answer::{Completion, CompletionKind};
use crate::ide::piece::pieces;
use crate::ide::scope::{Variable, visible};
use crate::source::Span;

/// The name that is being written behind `${`, when the cursor is there.
pub(super) fn open(place: &Place<'_>) -> Option<Span> {
    let pieces = pieces(&place.line);
    let piece = pieces.iter().find(|piece| {
        let inside = piece.span.start < place.offset && place.offset <= piece.span.end;
        inside && piece.what.has_holes()
    })?;
    let before = place.line.slice(Span::new(piece.span.start, place.offset));
    let dollar = before.rfind("${")?;
    let start = piece.span.start + dollar + "${".len();
    let typed = place.line.slice(Span::new(start, place.offset));
    let behind = place.line.slice(Span::new(place.offset, piece.span.end));
    let rest = behind.len() - behind.trim_start_matches(is_name_letter).len();
    typed
        .chars()
        .all(is_name_letter)
        .then(|| Span::new(start, place.offset + rest))
}

fn is_name_letter(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '-' | '_')
}

/// The variables that are set here; each closes the brace unless it is closed.
pub(super) fn variables(place: &Place<'_>, replace: Span) -> Vec<Completion> {
    let behind = place.file.text.get(replace.end..).unwrap_or_default();
    let close = if behind.starts_with('}') { "" } else { "}" };
    entries(place, replace, close)
}

/// The same for `from:`, which names a variable without braces.
pub(super) fn names(place: &Place<'_>, replace: Span) -> Vec<Completion> {
    entries(place, replace, "")
}

fn entries(place: &Place<'_>, replace: Span, close: &str) -> Vec<Completion> {
    let variables = visible(place.project, place.file, place.offset);
    let entry = |(at, variable): (usize, Variable)| {
        let name = variable.name.clone();
        plain(name.as_str(), CompletionKind::Variable, replace, order('a', at))
            .text(format!("{name}{close}"))
            .detail(variable.detail(place.file))
    };
    variables.into_iter().enumerate().map(entry).collect()
}
