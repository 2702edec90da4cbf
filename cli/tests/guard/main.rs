//! `aite guard` in real git repositories.

mod around;
mod hostile;
mod labels;
mod paths;
mod repo;
mod reports;
mod repositories;
mod tasks;

use std::process::Output;

use repo::{Repo, files};
use serde_json::Value;

/// A script that verifies one text.
const STRICT: &str = "test \"t\"\n  step \"s\"\n    click text:\"Send\"\n    verify text:\"1 MALLBUCKS\"\n";

/// The same, looser.
const LOOSE: &str = "test \"t\"\n  step \"s\"\n    click text:\"Send\"\n    verify text-i:\"1 MALLBUCKS\"\n";

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The findings as `file:line rule` lines; the command must not have ended with 3.
fn findings(repo: &Repo, args: &[&str]) -> Vec<String> {
    let output = repo.guard(&[&["--base", "main", "--format", "json"], args].concat());
    let report: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}: {}", output.status, text(&output.stderr)));
    let findings = report["findings"].as_array().unwrap();
    assert_eq!(output.status.code(), Some(i32::from(!findings.is_empty())));
    let line = |finding: &Value| {
        format!(
            "{}:{} {}",
            finding["file"].as_str().unwrap(),
            finding["line"],
            finding["rule"].as_str().unwrap()
        )
    };
    findings.iter().map(line).collect()
}

/// Exit code and everything that was said.
fn said(output: &Output) -> (i32, String) {
    (
        output.status.code().unwrap(),
        text(&output.stdout) + &text(&output.stderr),
    )
}

/// Every case of fixtures/guard/cases.json: `old` on main, `new` on a branch, then the guard.
#[test]
fn cases() {
    let cases: Vec<Value> = serde_json::from_str(include_str!("../../../fixtures/guard/cases.json")).unwrap();
    assert!(cases.len() >= 22);
    let mut wrong = Vec::new();
    for case in &cases {
        let repo = Repo::with_branches(&files(&case["old"]), &files(&case["new"]));
        let answer = repo.guard(&["--base", "main", "--format", "json"]);
        let expected = match case["expect"].as_str().unwrap() {
            "weakened" => 1,
            "fine" => 0,
            other => panic!("{other}"),
        };
        let report: Value = serde_json::from_slice(&answer.stdout).unwrap_or_default();
        let found = report["findings"].as_array().map(Vec::len);
        if answer.status.code() != Some(expected) || found.is_none_or(|found| (found > 0) != (expected == 1))
        {
            wrong.push(format!(
                "{}: {} {report} {}",
                case["name"],
                answer.status,
                text(&answer.stderr)
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
