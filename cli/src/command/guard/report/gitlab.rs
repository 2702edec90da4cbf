//! GitLab's code quality report.

use std::collections::HashMap;
use std::io::{self, Write};

use serde_json::{Value, json};

use super::{Report, rule_id, sentence, shown_at};
use crate::render::gitlab::fnv;

pub(super) fn write(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    let severity = if report.fails() { "critical" } else { "info" };
    // Fingerprints must differ, and must not change when lines move.
    let mut seen: HashMap<u64, u32> = HashMap::new();
    let entry = |finding| -> Value {
        let (path, line) = shown_at(finding);
        let base = fnv(&[&finding.file, finding.rule.id(), &finding.was]);
        let nth = seen.entry(base).or_default();
        *nth += 1;
        json!({
            "description": sentence(finding),
            "check_name": rule_id(finding),
            "fingerprint": format!("{:016x}", fnv(&[&base.to_string(), &nth.to_string()])),
            "severity": severity,
            "location": {"path": path, "lines": {"begin": line}},
        })
    };
    let entries: Vec<Value> = report.findings.iter().map(entry).collect();
    serde_json::to_writer_pretty(&mut *out, &entries)?;
    writeln!(out)
}
