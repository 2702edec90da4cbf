//! docs/schema/guard.schema.json.

use std::io::{self, Write};

use serde::Serialize;

use super::{Found, Report};

#[derive(Serialize)]
struct Shape<'a> {
    format: u32,
    findings: &'a [Found],
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<&'a str>,
}

pub(super) fn write(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    let shape = Shape {
        format: 1,
        findings: report.findings,
        label: report.label,
    };
    serde_json::to_writer_pretty(&mut *out, &shape)?;
    writeln!(out)
}
