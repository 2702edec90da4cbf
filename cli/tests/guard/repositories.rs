//! Repositories of every kind, and what cannot be compared.

use std::fs;
use std::process::Output;

use super::repo::Repo;
use super::{LOOSE, STRICT, findings, said};
use serde_json::Value;

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
