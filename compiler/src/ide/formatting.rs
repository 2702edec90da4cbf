//! The layout of `aite fmt` as edits.
//!
//! A formatted text has the lines of the old one, so each line is an edit of its own and a cursor stays where it is.
//! Line ends are the editor's: they are left as they are.

use super::file::File;
use crate::diagnostic::Edit;
use crate::format::format;
use crate::lexer::is_space;
use crate::source::{LineIndex, Span};

/// What changes when all of a script is formatted.
pub(super) fn whole(file: &File) -> Vec<Edit> {
    in_range(file, Span::new(0, file.text.len()))
}

/// What changes on the lines that a range touches.
pub(super) fn in_range(file: &File, range: Span) -> Vec<Edit> {
    let formatted = format(&file.text, &file.parse());
    let mut edits = Vec::new();
    let content = content_end(&file.text);
    let mut start = 0;
    let mut new = formatted.lines();
    for raw in file.text.split_inclusive('\n') {
        let old = raw.trim_end_matches('\n');
        let old = old.strip_suffix('\r').unwrap_or(old);
        let span = Span::new(start, start + old.len());
        start += raw.len();
        if span.start > content || content == 0 {
            break;
        }
        if span.end < range.start || span.start > range.end {
            new.next();
            continue;
        }
        edits.extend(difference(span, old, new.next().unwrap_or_default()));
    }
    edits.extend(end_of_file(&file.text, content, range));
    edits
}

/// What changes when a line was just begun at `offset`: the line before is laid out, and the new one is indented.
pub(super) fn after_newline(file: &File, offset: usize) -> Vec<Edit> {
    let lines = LineIndex::new(&file.text);
    let line = lines.line(offset);
    let mut edits = Vec::new();
    if let Some(before) = lines.line_span(line.saturating_sub(1)) {
        edits.extend(in_range(file, Span::at(before.start)));
    }
    let Some(current) = lines.line_span(line) else {
        return edits;
    };
    let written = file.text.get(current.start..current.end).unwrap_or_default();
    let written = written.strip_suffix('\r').unwrap_or(written);
    if written.trim().is_empty() {
        let indent = " ".repeat(indent_at(file, current.start));
        let span = Span::new(current.start, current.start + written.len());
        edits.retain(|edit| edit.span.end < span.start);
        edits.extend(difference(span, written, &indent));
    }
    edits
}

/// How far in the next line begins: below a step its commands, below a test its headers.
fn indent_at(file: &File, offset: usize) -> usize {
    let ast = &file.parse().ast;
    let in_step = ast.steps.iter().any(|step| step.keyword.start < offset);
    let in_test = ast.test.as_ref().is_some_and(|test| test.keyword.start < offset);
    match (in_step, in_test) {
        (true, _) => 4,
        (false, true) => 2,
        (false, false) => 0,
    }
}

/// A formatted text ends with one line end, and with no blank line.
fn end_of_file(text: &str, content: usize, range: Span) -> Option<Edit> {
    if range.end < text.len() {
        return None;
    }
    let rest = text.get(content..).unwrap_or_default();
    let kept = match (content, rest.find('\n')) {
        (0, _) => 0,
        (_, Some(at)) => content + at + 1,
        (_, None) => {
            let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
            return Some(Edit {
                span: Span::at(text.len()),
                text: line_end.to_owned(),
            });
        }
    };
    (kept < text.len()).then(|| Edit {
        span: Span::new(kept, text.len()),
        text: String::new(),
    })
}

/// Behind the last thing that is no white space.
fn content_end(text: &str) -> usize {
    text.trim_end_matches(is_space).len()
}

/// The edit that makes one line another, without what both begin and end with.
fn difference(span: Span, old: &str, new: &str) -> Option<Edit> {
    if old == new {
        return None;
    }
    let same = |pairs: &mut dyn Iterator<Item = (char, char)>| -> usize {
        pairs.take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum()
    };
    let start = same(&mut old.chars().zip(new.chars()));
    let (old_rest, new_rest) = (old.get(start..)?, new.get(start..)?);
    let end = same(&mut old_rest.chars().rev().zip(new_rest.chars().rev()));
    Some(Edit {
        span: Span::new(span.start + start, span.end - end),
        text: new_rest.get(..new_rest.len() - end)?.to_owned(),
    })
}
