//! What a selection grows to: word, argument, command, step, test, everything.

use super::file::File;
use super::line::{Line, floor};
use super::piece::{holes, pieces};
use super::summary::inside;
use crate::parser::Item;
use crate::source::Span;

/// The spans around a place, the smallest first; each holds the one before it.
pub(super) fn ranges(file: &File, offset: usize) -> Vec<Span> {
    let offset = floor(&file.text, offset);
    let opening = file.opening();
    let line = Line::at(&file.text, offset, &opening.ast);
    let mut spans = Vec::new();
    for piece in pieces(&line)
        .into_iter()
        .filter(|piece| piece.span.touches(offset))
    {
        spans.extend(word(&file.text, piece.span, offset));
        spans.extend(holes(&file.text, piece).filter(|hole| hole.touches(offset)));
        spans.extend([inside(&file.text, piece.span), piece.span]);
    }
    spans.extend(line.items.iter().map(Item::span));
    spans.extend(arguments(&line));
    spans.extend(content(&line));
    for symbol in file.outline() {
        spans.push(symbol.span);
        spans.extend(symbol.children.iter().map(|child| child.span));
    }
    spans.push(Span::new(0, file.text.len()));
    nested(spans, offset)
}

/// The spans that hold a place, as far as each holds the one before it.
fn nested(mut spans: Vec<Span>, offset: usize) -> Vec<Span> {
    spans.retain(|span| span.touches(offset) && !span.is_empty());
    spans.sort_by_key(|span| span.len());
    let mut chain: Vec<Span> = Vec::new();
    for span in spans {
        let holds_last = |last: &Span| span.start <= last.start && last.end <= span.end && span != *last;
        if chain.last().is_none_or(holds_last) {
            chain.push(span);
        }
    }
    if chain.is_empty() {
        chain.push(Span::at(offset));
    }
    chain
}

/// The letters around a place, inside a piece.
fn word(text: &str, piece: Span, offset: usize) -> Option<Span> {
    let before = text.get(piece.start..offset)?;
    let behind = text.get(offset..piece.end)?;
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    let start = before.trim_end_matches(is_letter).len();
    let end = behind.len() - behind.trim_start_matches(is_letter).len();
    Some(Span::new(piece.start + start, offset + end))
}

/// Everything behind the first word.
fn arguments(line: &Line<'_>) -> Option<Span> {
    Some(line.items.first()?.span().join(line.items.last()?.span()))
}

/// The line without white space and comment.
fn content(line: &Line<'_>) -> Option<Span> {
    let head = line.head?.span;
    Some(arguments(line).map_or(head, |arguments| head.join(arguments)))
}
