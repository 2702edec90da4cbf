//! One JSON object: `docs/schema/check.schema.json`. Written as it comes, so a million errors need no memory.

use std::io::{self, Write};

use aite_compiler::diagnostic::Severity;
use serde::Serialize;

use super::message::{Message, position};
use super::{Summary, comma};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Entry<'a> {
    file: &'a str,
    line: u32,
    column: usize,
    end_line: u32,
    end_column: usize,
    severity: Severity,
    code: &'a str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related: Vec<Place<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<Fix<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pointer: Option<&'a str>,
}

#[derive(Serialize)]
struct Place<'a> {
    line: u32,
    column: usize,
    message: &'a str,
}

#[derive(Serialize)]
struct Fix<'a> {
    title: &'a str,
    edits: Vec<Edit<'a>>,
}

/// Bytes of the file, from `start` up to, not including, `end`.
#[derive(Serialize)]
struct Edit<'a> {
    start: usize,
    end: usize,
    text: &'a str,
}

pub(crate) fn begin(out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{{\"format\":1,\"diagnostics\":[")
}

pub(crate) fn write(out: &mut dyn Write, message: &Message<'_>, first: bool) -> io::Result<()> {
    let range = message.range();
    let entry = Entry {
        file: message.source.name,
        line: range.start.line,
        column: range.start.column,
        end_line: range.end.line,
        end_column: range.end.column,
        severity: message.severity,
        code: message.code,
        message: message.message,
        label: message.label,
        related: message
            .related
            .iter()
            .map(|related| {
                let at = position(message.source, message.source.clamp(related.span).start);
                Place {
                    line: at.line,
                    column: at.column,
                    message: &related.message,
                }
            })
            .collect(),
        help: message.help,
        pointer: message.pointer,
        fix: message.fix.map(|fix| Fix {
            title: &fix.title,
            edits: fix
                .edits
                .iter()
                .map(|edit| Edit {
                    start: edit.span.start,
                    end: edit.span.end,
                    text: &edit.text,
                })
                .collect(),
        }),
    };
    comma(out, first)?;
    serde_json::to_writer(&mut *out, &entry)?;
    Ok(())
}

pub(crate) fn end(out: &mut dyn Write, summary: Summary) -> io::Result<()> {
    writeln!(
        out,
        "\n],\"summary\":{{\"files\":{},\"errors\":{},\"warnings\":{}}}}}",
        summary.files, summary.errors, summary.warnings
    )
}
