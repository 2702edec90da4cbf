//! The label that lets a change through.

use std::fs;

use super::repo::Repo;
use super::{LOOSE, STRICT, said};
use serde_json::{Value, json};

#[test]
fn the_label_lets_it_through_and_still_says_it() {
    let repo = Repo::with_branches(&vec![("a.aite", STRICT)], &vec![("a.aite", LOOSE)]);
    let (code, words) = said(&repo.guard(&["--base", "main"]));
    assert_eq!(code, 1);
    assert!(words.contains("puts the label allow-weaker-verify on"), "{words}");
    assert_eq!(said(&repo.guard(&["--base", "main", "--label", "other"])).0, 1);

    let (code, words) = said(&repo.guard(&[
        "--base",
        "main",
        "--label",
        "other",
        "--label",
        "allow-weaker-verify",
    ]));
    assert_eq!(code, 0);
    assert!(
        words.contains("a.aite:4: looser-match") && words.contains("allowed by the label"),
        "{words}"
    );

    let mut gitlab = repo.guard_command(&["--base", "main", "--format", "json"]);
    let output = gitlab
        .env("CI_MERGE_REQUEST_LABELS", "x,allow-weaker-verify")
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (output.status.code(), &report["label"]),
        (Some(0), &json!("allow-weaker-verify"))
    );

    let event = repo.path().join("event.json");
    fs::write(
        &event,
        r#"{"pull_request":{"labels":[{"name":"allow-weaker-verify"}]}}"#,
    )
    .unwrap();
    let mut github = repo.guard_command(&["--base", "main", "--format", "github"]);
    let (code, words) = said(&github.env("GITHUB_EVENT_PATH", event).output().unwrap());
    assert_eq!(code, 0);
    assert!(
        words.starts_with("::warning file=a.aite,line=4,title=guard/looser-match::"),
        "{words}"
    );
}

#[test]
fn a_change_cannot_rename_its_own_label() {
    let own = r#"{"allowWeakerLabel": "own-label"}"#;
    let base = r#"{"allowWeakerLabel": "base-label"}"#;
    let repo = Repo::with_branches(
        &vec![("aite.config.json", base), ("a.aite", STRICT)],
        &vec![("aite.config.json", own), ("a.aite", LOOSE)],
    );
    for (label, code) in [("own-label", 1), ("allow-weaker-verify", 1), ("base-label", 0)] {
        assert_eq!(
            said(&repo.guard(&["--base", "main", "--label", label])).0,
            code,
            "{label}"
        );
    }
}
