//! SARIF 2.1.0, which code hosts and editors read.

use std::io::{self, Write};

use aite_compiler::diagnostic::{REGISTRY, Severity};
use serde_json::{Value, json};

use super::comma;
use super::message::Message;

pub(crate) fn begin(out: &mut dyn Write) -> io::Result<()> {
    let rules: Vec<Value> = REGISTRY
        .into_iter()
        .map(|row| json!({"id": row.name, "shortDescription": {"text": row.title}}))
        .collect();
    let driver = json!({"name": "aite", "version": env!("CARGO_PKG_VERSION"), "rules": rules});
    write!(
        out,
        "{{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{{\
         \"tool\":{{\"driver\":{driver}}},\"columnKind\":\"unicodeCodePoints\",\"results\":["
    )
}

pub(crate) fn write(out: &mut dyn Write, message: &Message<'_>, first: bool) -> io::Result<()> {
    let range = message.range();
    let location = json!({
        "artifactLocation": {"uri": uri(message.source.name)},
        "region": {
            "startLine": range.start.line,
            "startColumn": range.start.column,
            "endLine": range.end.line,
            "endColumn": range.end.column,
        },
    });
    let result = json!({
        "ruleId": message.code,
        "level": level(message.severity),
        "message": {"text": message.message},
        "locations": [{"physicalLocation": location}],
    });
    comma(out, first)?;
    write!(out, "{result}")
}

pub(crate) fn end(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\n]}}]}}")
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

/// A path as a relative URI reference.
pub(crate) fn uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => {
                uri.push(byte.into())
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    #[test]
    fn paths_become_uris() {
        assert_eq!(super::uri("scripts/a b/ü.aite"), "scripts/a%20b/%C3%BC.aite");
    }
}
