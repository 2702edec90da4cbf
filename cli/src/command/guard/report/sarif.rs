//! SARIF 2.1.0, which code hosts and editors read.

use std::io::{self, Write};

use aite_compiler::guard::RULES;
use serde_json::{Value, json};

use super::{Found, Report, rule_id, sentence, shown_at};
use crate::render::sarif::uri;

pub(super) fn write(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    let rules: Vec<Value> = RULES
        .into_iter()
        .map(|row| json!({"id": format!("guard/{}", row.id), "shortDescription": {"text": row.title}}))
        .collect();
    let results: Vec<Value> = report
        .findings
        .iter()
        .map(|finding| result(finding, report))
        .collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {"name": "aite", "version": env!("CARGO_PKG_VERSION"), "rules": rules}},
            "results": results,
        }],
    });
    serde_json::to_writer_pretty(&mut *out, &log)?;
    writeln!(out)
}

fn result(finding: &Found, report: &Report<'_>) -> Value {
    let (file, line) = shown_at(finding);
    let mut result = json!({
        "ruleId": rule_id(finding),
        "level": if report.fails() { "error" } else { "note" },
        "message": {"text": sentence(finding)},
        "locations": [{"physicalLocation": {
            "artifactLocation": {"uri": uri(file)},
            "region": {"startLine": line},
        }}],
    });
    if let (Some(label), Some(fields)) = (report.label, result.as_object_mut()) {
        let reason = format!("allowed by the label {label}");
        fields.insert(
            "suppressions".into(),
            json!([{"kind": "external", "justification": reason}]),
        );
    }
    result
}
