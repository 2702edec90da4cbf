//! GitLab's code quality report.

use std::collections::HashMap;
use std::io::{self, Write};

use aite_compiler::diagnostic::Severity;
use serde_json::json;

use super::comma;
use super::message::Message;

/// How often the same message came in the same file: fingerprints must differ, and must not change when lines move.
pub(crate) type Seen = HashMap<u64, u32>;

pub(crate) fn begin(out: &mut dyn Write) -> io::Result<()> {
    write!(out, "[")
}

pub(crate) fn write(
    out: &mut dyn Write,
    message: &Message<'_>,
    seen: &mut Seen,
    first: bool,
) -> io::Result<()> {
    let base = fnv(&[message.source.name, message.code, message.message]);
    let nth = seen.entry(base).or_default();
    *nth += 1;
    let entry = json!({
        "description": message.message,
        "check_name": message.code,
        "fingerprint": format!("{:016x}", fnv(&[&base.to_string(), &nth.to_string()])),
        "severity": severity(message.severity),
        "location": {"path": message.source.name, "lines": {"begin": message.line()}},
    });
    comma(out, first)?;
    write!(out, "{entry}")
}

pub(crate) fn end(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\n]")
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "major",
        Severity::Warning => "minor",
    }
}

/// FNV-1a: the same on every machine and in every version, which the standard hasher does not promise.
pub(crate) fn fnv(parts: &[&str]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for part in parts {
        for byte in part.bytes().chain([0]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    hash
}
