//! The formats, and the CI files.

use std::process::Command;

use super::repo::Repo;
use super::{LOOSE, STRICT, said, text};
use serde_json::Value;

#[test]
fn every_format_says_the_same() {
    let hostile = LOOSE.replace("MALLBUCKS", "\u{1b}[2J::error::\u{202e}%");
    let old = STRICT.replace("MALLBUCKS", "\u{1b}[2J::error::\u{202e}%") + "    verify title:\"T\"\n";
    let repo = Repo::with_branches(&vec![("s/a b.aite", &old)], &vec![("s/a b.aite", &hostile)]);
    let report = |format| said(&repo.guard(&["--base", "main", "--format", format])).1;
    assert!(!report("text").contains('\u{1b}'));
    insta::assert_snapshot!("guard_text", report("text"));
    insta::assert_snapshot!("guard_github", report("github"));
    insta::assert_snapshot!("guard_gitlab", report("gitlab"));
    insta::assert_snapshot!("guard_sarif", report("sarif"));
    insta::assert_snapshot!("guard_json", report("json"));

    let schema: Value = serde_json::from_str(include_str!("../../../docs/schema/guard.schema.json")).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    let deleted = Repo::with_branches(&vec![("a.aite", STRICT)], &vec![]);
    for output in [
        report("json"),
        text(
            &deleted
                .guard(&[
                    "--base",
                    "main",
                    "--format",
                    "json",
                    "--label",
                    "allow-weaker-verify",
                ])
                .stdout,
        ),
    ] {
        let value: Value = serde_json::from_str(&output).unwrap();
        assert!(schema.is_valid(&value), "{value}");
    }
}

/// The script part of the job `verify-guard` in the CI files that `aite init` writes, with the variables that the
/// CI would set, in a clone.
#[test]
fn the_ci_jobs_work_in_a_clone() {
    let weaker = Repo::with_branches(&vec![("a.aite", STRICT)], &vec![("a.aite", LOOSE)]);
    let fine = Repo::with_branches(
        &vec![("a.aite", STRICT)],
        &vec![("a.aite", &STRICT.replace("Send", "Go"))],
    );
    let jobs = [
        (
            include_str!("../../src/command/init/gitlab.yml"),
            "CI_MERGE_REQUEST_TARGET_BRANCH_NAME",
        ),
        (
            include_str!("../../src/command/init/github.yml"),
            "GITHUB_BASE_REF",
        ),
    ];
    for (file, variable) in jobs {
        let script = script_of("verify-guard:", file);
        assert!(script.contains("aite guard"), "{script}");
        for (origin, code) in [(&weaker, 1), (&fine, 0)] {
            let clone = Repo::clone_of(origin, &["--branch", "mr"]);
            let aite = std::path::Path::new(env!("CARGO_BIN_EXE_aite")).parent().unwrap();
            let path = format!("{}:{}", aite.display(), std::env::var("PATH").unwrap());
            let mut shell = clone.command(Command::new("sh"));
            let output = shell
                .args(["-ec", &script])
                .env(variable, "main")
                .env("PATH", path)
                .output()
                .unwrap();
            assert_eq!(output.status.code(), Some(code), "{script}\n{}", said(&output).1);
        }
    }
}

/// The commands of one job: the items behind `script:`, or what `- run:` says.
fn script_of(job: &str, file: &str) -> String {
    let lines = file.lines().skip_while(|line| line.trim() != job).skip(1);
    let depth = |line: &str| line.len() - line.trim_start().len();
    let job_depth = file.lines().find(|line| line.trim() == job).map_or(0, depth);
    let body: Vec<&str> = lines
        .take_while(|line| line.trim().is_empty() || depth(line) > job_depth)
        .collect();
    let gitlab = body
        .iter()
        .skip_while(|line| line.trim() != "script:")
        .skip(1)
        .filter_map(|line| line.trim().strip_prefix("- "));
    let github = body.iter().filter_map(|line| line.trim().strip_prefix("- run: "));
    gitlab.chain(github).collect::<Vec<_>>().join("\n")
}
