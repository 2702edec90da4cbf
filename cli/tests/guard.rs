//! `aite guard` in real git repositories.

mod guard_repo;

use std::fs;
use std::process::{Command, Output};

use guard_repo::{Repo, files};
use serde_json::{Value, json};

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

#[test]
fn files_are_followed_and_losing_one_is_found() {
    let cases = [
        ("a.aite", "b/c.aite", STRICT, vec![]),
        ("a.aite", "b/c.aite", LOOSE, vec!["a.aite:4 looser-match"]),
        ("a.aite", "a.txt", STRICT, vec!["a.aite:1 script-deleted"]),
        ("x/a.aite", ".x/a.aite", STRICT, vec!["x/a.aite:1 script-deleted"]),
        ("with space \"é\".aite", "new\nline.aite", STRICT, vec![]),
        (
            "new\nline.aite",
            "with space.aite",
            LOOSE,
            vec!["new\nline.aite:4 looser-match"],
        ),
    ];
    for (old, new, content, expected) in cases {
        let repo = Repo::with_branches(&vec![(old, STRICT)], &vec![(new, content)]);
        assert_eq!(findings(&repo, &[]), expected, "{old} > {new}");
    }
    // Too little is left for git to see a rename; the test's name is.
    let edited = "test \"t\"\n  step \"quite another beginning\"\n    goto https://a.test/\n    press Enter\n    \
                  type label:\"Name\" \"Alex\"\n  step \"end\"\n    verify title:\"x\"\n    verify text:\"1 MALLBUCKS\"\n";
    let repo = Repo::with_branches(&vec![("a.aite", STRICT)], &vec![("other/b.aite", edited)]);
    assert_eq!(findings(&repo, &[]), Vec::<String>::new());
    let repo = Repo::with_branches(
        &vec![("a.aite", STRICT)],
        &vec![("other/b.aite", &edited.replace("\"t\"", "\"u\""))],
    );
    assert_eq!(findings(&repo, &[]), ["a.aite:1 script-deleted"]);
}

#[cfg(target_os = "linux")]
#[test]
fn paths_need_not_be_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let repo = Repo::empty();
    let file = repo.path().join(OsStr::from_bytes(b"caf\xe9.aite"));
    fs::write(&file, STRICT).unwrap();
    repo.commit("old");
    repo.git(&["checkout", "--quiet", "-b", "mr"]);
    fs::write(&file, LOOSE).unwrap();
    repo.commit("new");
    assert_eq!(findings(&repo, &[]), ["caf\u{fffd}.aite:4 looser-match"]);
}

#[test]
fn what_a_script_runs_is_compared_with_it_and_reported_once() {
    let lib = "test \"lib\"\n  step \"s\"\n    verify text:\"A\"\n    verify text:\"B\"\n";
    let runs = "test \"one\"\n  step \"s\"\n    click text:\"X\"\n    run lib/lib.aite\n";
    let changed = "test \"one\"\n  step \"s\"\n    click text:\"Y\"\n    run lib/lib.aite\n";
    let without = "test \"one\"\n  step \"s\"\n    click text:\"X\"\n";
    // The project is a folder of the repository, and `run` counts from there.
    let old = vec![
        ("e2e/aite.config.json", "{}"),
        ("e2e/lib/lib.aite", lib),
        ("e2e/a.aite", runs),
        ("e2e/b.aite", runs),
    ];

    let weaker = lib.replace("verify text:\"B\"", "wait text:\"B\"");
    let new = vec![
        ("e2e/aite.config.json", "{}"),
        ("e2e/lib/lib.aite", weaker.as_str()),
        ("e2e/a.aite", changed),
        ("e2e/b.aite", changed),
    ];
    assert_eq!(
        findings(&Repo::with_branches(&old, &new), &[]),
        ["e2e/lib/lib.aite:4 kind-changed"]
    );

    let new = vec![
        ("e2e/aite.config.json", "{}"),
        ("e2e/lib/lib.aite", lib),
        ("e2e/a.aite", without),
        ("e2e/b.aite", changed),
    ];
    assert_eq!(
        findings(&Repo::with_branches(&old, &new), &[]),
        ["e2e/a.aite:4 removed"]
    );

    let slower = changed.replace("  step", "  timeout 1m\n  step");
    let new = vec![
        ("e2e/aite.config.json", "{}"),
        ("e2e/lib/lib.aite", lib),
        ("e2e/a.aite", slower.as_str()),
        ("e2e/b.aite", runs),
    ];
    let repo = Repo::with_branches(&old, &new);
    assert_eq!(
        findings(&repo, &[]),
        ["e2e/a.aite:4 more-time", "e2e/a.aite:4 more-time"]
    );
    assert!(
        said(&repo.guard(&["--base", "main"]))
            .1
            .contains("(in e2e/lib/lib.aite:3)")
    );

    let gone = vec![
        ("e2e/aite.config.json", "{}"),
        ("e2e/a.aite", changed),
        ("e2e/b.aite", runs),
    ];
    let repo = Repo::with_branches(&old, &gone);
    assert_eq!(
        findings(&repo, &[]),
        [
            "e2e/a.aite:1 no-longer-parses",
            "e2e/b.aite:1 no-longer-parses",
            "e2e/lib/lib.aite:1 script-deleted"
        ]
    );
}

/// What a script runs may break it although nobody touched it, through any number of scripts.
#[test]
fn scripts_that_run_a_changed_one_are_compared_too() {
    let parts = "test \"part\"\n  step \"s\"\n    press Enter\n";
    let middle = "test \"middle\"\n  step \"s\"\n    run parts/sign-in.aite\n";
    let outer = "test \"outer\"\n  step \"s\"\n    run \"./middle.aite\"\n    verify text:\"A\"\n";
    let old = vec![
        ("parts/sign-in.aite", parts),
        ("middle.aite", middle),
        ("outer.aite", outer),
        ("other.aite", STRICT),
    ];
    let with = |part: &str| {
        let mut new = old.clone();
        new[0].1 = part;
        findings(&Repo::with_branches(&old, &new), &[])
    };
    assert_eq!(with(&parts.replace("Enter", "Tab")), Vec::<String>::new());
    assert_eq!(
        with(&parts.replace("press", "pres")),
        ["outer.aite:1 no-longer-parses"]
    );

    let moved = vec![
        ("parts/other.aite", parts),
        ("middle.aite", middle),
        ("outer.aite", outer),
        ("other.aite", STRICT),
    ];
    assert_eq!(
        findings(&Repo::with_branches(&old, &moved), &[]),
        ["outer.aite:1 no-longer-parses"]
    );
}

/// A script with names that only the script that runs it gives does not parse alone, before and after.
#[test]
fn a_part_that_needs_names_from_outside_is_compared() {
    let lib = "test \"lib\"\n  step \"s\"\n    verify text:\"${who}\"\n    verify title:\"T\"\n";
    let repo = Repo::with_branches(
        &vec![("lib.aite", lib)],
        &vec![("lib.aite", &lib.replace("title:\"T\"", "title:\"U\""))],
    );
    assert_eq!(findings(&repo, &[]), ["lib.aite:4 expectation-changed"]);
    let repo = Repo::with_branches(
        &vec![("lib.aite", lib)],
        &vec![("lib.aite", &lib.replace("step \"s\"", "step \"s\"\n clik"))],
    );
    assert_eq!(findings(&repo, &[]), ["lib.aite:1 no-longer-parses"]);
    let repo = Repo::with_branches(
        &vec![("lib.aite", lib)],
        &vec![("lib.aite", &lib.replace("\"s\"", "\"other\""))],
    );
    assert_eq!(findings(&repo, &[]), Vec::<String>::new());
}

#[test]
fn the_default_time_of_the_configuration_counts() {
    let edited = STRICT.replace("Send", "Send now");
    let watches = "test \"w\"\n  step \"s\"\n    verifyNot text:\"A\"\n    verify text:\"B\" timeout:1s\n";
    let base = vec![
        ("e2e/aite.config.json", "{}"),
        ("e2e/a.aite", STRICT),
        ("e2e/w.aite", watches),
        ("other/b.aite", STRICT),
    ];
    let compared = |config: &str, a: &str| {
        let mut new = base.clone();
        new[0].1 = config;
        new[1].1 = a;
        findings(&Repo::with_branches(&base, &new), &[])
    };
    let slow = r#"{"timeout": "1m"}"#;
    let config = "e2e/aite.config.json:1";
    assert_eq!(compared(slow, &edited), ["e2e/a.aite:4 more-time"]);
    assert_eq!(compared(slow, STRICT), [format!("{config} more-time")]);
    assert_eq!(
        compared(r#"{"timeout": "1s"}"#, STRICT),
        [format!("{config} less-time")]
    );
    assert_eq!(compared(r#"{"timeout": "10s"}"#, STRICT), Vec::<String>::new());

    // Without its own configuration a folder has the one around it.
    let old = vec![
        ("aite.config.json", slow),
        ("e2e/aite.config.json", "{}"),
        ("e2e/a.aite", STRICT),
        ("a.aite", STRICT),
    ];
    let new = vec![
        ("aite.config.json", slow),
        ("e2e/a.aite", STRICT),
        ("a.aite", STRICT),
    ];
    let repo = Repo::with_branches(&old, &new);
    assert_eq!(findings(&repo, &[]), [format!("{config} more-time")]);
    let (_, words) = said(&repo.guard(&["--base", "main"]));
    assert!(
        words.contains("was  timeout 10s for 1 verify in 1 script"),
        "{words}"
    );
}

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

#[test]
fn the_files_on_disk_are_compared_when_asked() {
    let repo = Repo::with_branches(&vec![("s/a.aite", STRICT)], &vec![("s/a.aite", STRICT)]);
    repo.write("s/a.aite", LOOSE);
    assert_eq!(findings(&repo, &[]), Vec::<String>::new());
    assert_eq!(findings(&repo, &["--worktree"]), ["s/a.aite:4 looser-match"]);
    repo.remove("s/a.aite");
    assert_eq!(findings(&repo, &["--worktree"]), ["s/a.aite:1 script-deleted"]);
    // An untracked file is where it went.
    repo.write("s/b.aite", STRICT);
    assert_eq!(findings(&repo, &["--worktree"]), Vec::<String>::new());
}

#[cfg(unix)]
#[test]
fn links_are_followed_inside_the_repository_only() {
    use std::os::unix::fs::symlink;
    let repo = Repo::with_branches(
        &vec![("s/a.aite", STRICT), ("s/b.aite", LOOSE)],
        &vec![("s/b.aite", LOOSE)],
    );
    let link = |to: &str| {
        let _ = fs::remove_file(repo.path().join("s/a.aite"));
        symlink(to, repo.path().join("s/a.aite")).unwrap();
        repo.commit("link");
    };
    for (to, expected) in [
        ("b.aite", vec!["s/a.aite:4 looser-match"]),
        ("/etc/hostname", vec!["s/a.aite:1 script-deleted"]),
        ("nowhere.aite", vec!["s/a.aite:1 script-deleted"]),
        ("a.aite", vec!["s/a.aite:1 script-deleted"]),
    ] {
        link(to);
        assert_eq!(findings(&repo, &[]), expected, "{to}");
        assert_eq!(findings(&repo, &["--worktree"]), expected, "{to} on disk");
    }
}

#[test]
fn neither_configuration_nor_variables_change_the_answer() {
    let repo = Repo::with_branches(&vec![("s/a.aite", STRICT)], &vec![("s/b.aite", LOOSE)]);
    repo.write(".git/trap", "#!/bin/sh\necho trapped >&2; exit 1\n");
    for (key, value) in [
        ("diff.renames", "false"),
        ("diff.noprefix", "true"),
        ("diff.relative", "true"),
        ("diff.external", ".git/trap"),
        ("color.ui", "always"),
        ("core.pager", ".git/trap"),
        ("core.fsmonitor", ".git/trap"),
    ] {
        repo.git(&["config", key, value]);
    }
    let other = Repo::empty();
    let mut command = repo.guard_command(&["--base", "main", "--format", "json"]);
    command
        .env("GIT_DIR", other.path().join(".git"))
        .env("GIT_EXTERNAL_DIFF", "false");
    command
        .env("GIT_LITERAL_PATHSPECS", "1")
        .current_dir(repo.path().join("s"));
    let output = command.output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["findings"][0]["newFile"], "s/b.aite");
}

#[test]
fn sha256_repositories_are_compared() {
    let repo = Repo::empty_with(&["--object-format=sha256"]);
    repo.write("a.aite", STRICT);
    repo.commit("old");
    repo.git(&["checkout", "--quiet", "-b", "mr"]);
    repo.write("a.aite", LOOSE);
    repo.commit("new");
    assert_eq!(findings(&repo, &[]), ["a.aite:4 looser-match"]);
}

#[test]
fn what_main_did_meanwhile_does_not_count() {
    let repo = Repo::with_branches(&vec![("a.aite", STRICT)], &vec![("a.aite", STRICT)]);
    repo.git(&["checkout", "--quiet", "main"]);
    repo.write(
        "a.aite",
        &STRICT.replace("verify", "verify url~:\"/x\"\n    verify"),
    );
    repo.commit("main goes on");
    repo.git(&["checkout", "--quiet", "mr"]);
    assert_eq!(findings(&repo, &[]), Vec::<String>::new());
}

#[test]
fn what_cannot_be_compared_ends_with_3_and_advice() {
    let repo = Repo::with_branches(&vec![("a.aite", STRICT)], &vec![("a.aite", LOOSE)]);
    let check = |output: &Output, words: &[&str]| {
        let (code, said) = said(output);
        assert_eq!(code, 3, "{said}");
        for word in words {
            assert!(said.contains(word), "{word:?} is not in: {said}");
        }
    };
    check(
        &repo.guard(&["--base", "origin/nowhere"]),
        &["origin/nowhere", "git fetch origin nowhere"],
    );

    let shallow = Repo::clone_of(&repo, &["--depth", "1", "--branch", "mr"]);
    check(
        &shallow.guard(&["--base", "origin/main"]),
        &["shallow", "--unshallow"],
    );

    repo.git(&["checkout", "--quiet", "--orphan", "alone"]);
    repo.commit("alone");
    check(&repo.guard(&["--base", "main"]), &["no common commit"]);
    repo.git(&["checkout", "--quiet", "mr"]);

    check(
        &Repo::empty().guard(&["--base", "main"]),
        &["HEAD does not exist"],
    );

    let mut nowhere = repo.guard_command(&["--base", "main"]);
    let outside = tempfile::tempdir().unwrap();
    check(
        &nowhere.current_dir(outside.path()).output().unwrap(),
        &["no git repository"],
    );

    let mut without_git = repo.guard_command(&["--base", "main"]);
    check(
        &without_git.env("PATH", outside.path()).output().unwrap(),
        &["git is not installed"],
    );

    let blob = repo.git(&["rev-parse", "main:a.aite"]);
    fs::remove_file(repo.path().join(".git/objects").join(&blob[..2]).join(&blob[2..])).unwrap();
    check(&repo.guard(&["--base", "main"]), &["a.aite"]);
}

#[test]
fn a_file_that_is_no_script_by_its_size_is_not_read() {
    let huge = format!("{STRICT}# {}\n", "x".repeat(9 * 1024 * 1024));
    let repo = Repo::with_branches(&vec![("a.aite", STRICT)], &vec![("a.aite", &huge)]);
    for args in [&["--base", "main"][..], &["--base", "main", "--worktree"]] {
        let (code, words) = said(&repo.guard(args));
        assert_eq!(code, 3);
        assert!(words.contains("a.aite has 94"), "{words}");
    }
}

#[test]
fn wrong_usage_ends_with_2() {
    let repo = Repo::empty();
    for args in [
        &[][..],
        &["--base", "--all"],
        &["--base="],
        &["--base", "main", "--format", "xml"],
        &["--bsae", "main"],
    ] {
        assert_eq!(said(&repo.guard(args)).0, 2, "{args:?}");
    }
}

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

    let schema: Value = serde_json::from_str(include_str!("../../docs/schema/guard.schema.json")).unwrap();
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
            include_str!("../src/command/init/gitlab.yml"),
            "CI_MERGE_REQUEST_TARGET_BRANCH_NAME",
        ),
        (include_str!("../src/command/init/github.yml"), "GITHUB_BASE_REF"),
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
