//! A JSON file of a data set: its tree, its lines, and the pointers of its diagnostics.

use std::collections::HashMap;

use super::reader::{Fields, Reader};
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::Place;
use crate::json::{self, Json, Value};
use crate::source::{LineIndex, Span};

/// Reads a file and what `read` makes of its object; every diagnostic gets its pointer.
pub(super) fn read<T>(
    what: &str,
    text: &str,
    read: impl FnOnce(&mut Reader, Fields<'_, '_>, &Source<'_>) -> T,
) -> (Option<T>, Vec<Diagnostic>) {
    // An editor's byte order mark is no part of JSON; blanks in its place keep every span right.
    let blanked = text.strip_prefix('\u{feff}').map(|rest| format!("   {rest}"));
    let mut reader = Reader::default();
    let root = match json::parse(blanked.as_deref().unwrap_or(text)) {
        Ok(root) => root,
        Err((span, why)) => {
            reader.error(Code::T001, span, format!("{what} is not valid JSON: {why}"));
            return (None, reader.problems);
        }
    };
    let Some(fields) = Fields::of(&root) else {
        let found = root.value.kind();
        reader.error(
            Code::T001,
            root.span,
            format!("{what} needs to be an object, found {found}"),
        );
        return (None, reader.problems);
    };
    twice(&mut reader, &root);
    let source = Source {
        lines: LineIndex::new(text),
        root: &root,
    };
    let value = read(&mut reader, fields, &source);
    let mut problems = reader.problems;
    problems.sort_by_key(|problem| problem.span.start);
    for problem in &mut problems {
        problem.pointer = Some(root.pointer(problem.span).into());
    }
    (Some(value), problems)
}

/// Where things stand in one file.
pub(super) struct Source<'j> {
    lines: LineIndex,
    root: &'j Json<'j>,
}

impl Source<'_> {
    /// The place of a span.
    pub(super) fn place(&self, span: Span) -> Place {
        Place {
            file: 0,
            line: self.lines.line(span.start),
            span,
            pointer: Some(self.root.pointer(span).into()),
        }
    }

    /// The place of a value whose pointer is known.
    pub(super) fn place_at(&self, span: Span, pointer: String) -> Place {
        Place {
            file: 0,
            line: self.lines.line(span.start),
            span,
            pointer: Some(pointer.into()),
        }
    }
}

/// A key that is there twice: readers disagree about which one counts.
fn twice(reader: &mut Reader, json: &Json<'_>) {
    match &json.value {
        Value::Array(items) => items.iter().for_each(|item| twice(reader, item)),
        Value::Object(members) => {
            let mut seen: HashMap<&str, Span> = HashMap::with_capacity(members.len());
            for member in members {
                if let Some(first) = seen.insert(&member.key, member.key_span) {
                    let message = format!("\"{}\" is written twice", member.key);
                    let problem = Diagnostic::error(Code::T001, member.key_span, message);
                    reader.push(problem.with_related(first, "first written here"));
                }
                twice(reader, &member.value);
            }
        }
        _ => {}
    }
}
