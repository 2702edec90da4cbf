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

/// The CI files that `aite init` writes, each with the variable that its CI sets to the target branch.
const CI_FILES: [(&str, &str); 2] = [
    (
        include_str!("../../src/command/init/gitlab.yml"),
        "CI_MERGE_REQUEST_TARGET_BRANCH_NAME",
    ),
    (
        include_str!("../../src/command/init/github.yml"),
        "GITHUB_BASE_REF",
    ),
];

/// The script part of each job that needs no browser, with the variables that the CI would set, in a clone.
#[test]
fn the_ci_jobs_work_in_a_clone() {
    let change = |path, old, new| Repo::with_branches(&vec![(path, old)], &vec![(path, new)]);
    let script = |new| change("scripts/a.aite", STRICT, new);
    let check = "scripts/checks/total.ts";
    let changed_check = change(
        check,
        "export default () => true;\n",
        "export default () => {};\n",
    );
    let harmless = STRICT.replace("Send", "Go");
    let broken = STRICT.replace("click", "clik");
    let tidy = STRICT.replace("click text", "click  text");
    let (weaker, fine) = (script(LOOSE), script(&harmless));
    for (job, command, origin, labels, code) in [
        ("verify-guard:", "aite guard", &weaker, "", 1),
        ("verify-guard:", "aite guard", &fine, "", 0),
        ("checks-guard:", "aite checks guard", &changed_check, "", 1),
        ("checks-guard:", "aite checks guard", &fine, "", 0),
        ("check:", "aite check", &script(&tidy), "", 0),
        ("check:", "aite check", &script(&broken), "", 1),
        ("check:", "aite fmt --check", &fine, "", 1),
        // GitHub tells labels in a file, which tests/guard/labels.rs is about.
        (
            "verify-guard:",
            "aite guard",
            &weaker,
            "bug,allow-weaker-verify",
            0,
        ),
        (
            "checks-guard:",
            "aite checks guard",
            &changed_check,
            "checks-reviewed",
            0,
        ),
    ] {
        for (file, variable) in CI_FILES {
            let script = script_of(job, file);
            assert!(script.contains(command), "{job} {script}");
            if !labels.is_empty() && variable == "GITHUB_BASE_REF" {
                continue;
            }
            let clone = Repo::clone_of(origin, &["--branch", "mr"]);
            let aite = std::path::Path::new(env!("CARGO_BIN_EXE_aite")).parent().unwrap();
            let path = format!("{}:{}", aite.display(), std::env::var("PATH").unwrap());
            let mut shell = clone.command(Command::new("sh"));
            let output = shell
                .args(["-ec", &script])
                .env(variable, "main")
                .env("CI_MERGE_REQUEST_LABELS", labels)
                .env("PATH", path)
                .output()
                .unwrap();
            assert_eq!(
                output.status.code(),
                Some(code),
                "{job} {script}\n{}",
                said(&output).1
            );
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
