//! `aite guard` in real git repositories.

mod guard_repo;

use guard_repo::{Repo, files};
use serde_json::Value;

/// Every case of fixtures/guard/cases.json: `old` on main, `new` on a branch, then the guard.
#[test]
fn cases() {
    let cases: Vec<Value> = serde_json::from_str(include_str!("../../fixtures/guard/cases.json")).unwrap();
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
            let said = String::from_utf8_lossy(&answer.stderr);
            wrong.push(format!("{}: {} {report} {said}", case["name"], answer.status));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
