//! Ways to weaken a script without looking like it: in its bytes, in its name, and in what git is told about it.

use std::os::unix::fs::symlink;

use super::repo::Repo;
use super::{STRICT, said};

/// A repository with one script, whose branch `mr` an attack then changes.
fn repo() -> Repo {
    let files = vec![
        ("scripts/a.aite", STRICT),
        (
            "scripts/b.aite",
            "test \"b\"\n  step \"s\"\n    verify text:\"x\"\n",
        ),
    ];
    Repo::with_branches(&files, &files)
}

fn edit(repo: &Repo, from: &str, to: &str) {
    repo.write("scripts/a.aite", &STRICT.replace(from, to));
}

/// A name, what is done, and the rule that finds it; `""` where it is harmless.
type Attack = (&'static str, fn(&Repo), &'static str);

const WITHOUT: &str = "test \"t\"\n  step \"s\"\n    click text:\"Send\"\n";

const ATTACKS: [Attack; 26] = [
    (
        "a letter of another alphabet",
        |repo| edit(repo, "1 MALL", "1 \u{41c}ALL"),
        "expectation-changed",
    ),
    (
        "a line end that pages do not take for a space",
        |repo| edit(repo, "1 MALL", "1\u{85}MALL"),
        "expectation-changed",
    ),
    (
        "a letter without width",
        |repo| edit(repo, "MALLB", "MALL\u{200b}B"),
        "expectation-changed",
    ),
    (
        "a verb that only looks like one",
        |repo| edit(repo, "verify", "ver\u{456}fy"),
        "no-longer-parses",
    ),
    (
        "a space that does not break",
        |repo| edit(repo, "1 MALL", "1\u{a0}MALL"),
        "",
    ),
    ("other line ends", |repo| edit(repo, "\n", "\r\n"), ""),
    (
        "a mark at the beginning",
        |repo| edit(repo, "test \"t\"", "\u{feff}test \"t\""),
        "",
    ),
    (
        "line ends that are none",
        |repo| edit(repo, "\n", "\r"),
        "no-longer-parses",
    ),
    (
        "behind a comment",
        |repo| edit(repo, "verify", "# verify"),
        "removed",
    ),
    (
        "in a string that swallows it",
        |repo| edit(repo, "\"Send\"\n    verify", "\"Send\\\\n verify"),
        "no-longer-parses",
    ),
    (
        "a header with more time",
        |repo| edit(repo, "  step", "  timeout 5m\n  step"),
        "more-time",
    ),
    (
        "a configuration with more time",
        |repo| repo.write("scripts/aite.config.json", r#"{"timeout": "5m"}"#),
        "more-time",
    ),
    (
        "another name for the label",
        |repo| {
            repo.write("aite.config.json", r#"{"allowWeakerLabel": "fine"}"#);
            repo.write("scripts/a.aite", WITHOUT);
        },
        "removed",
    ),
    (
        "git shows no difference",
        |repo| {
            repo.write(".gitattributes", "*.aite -diff binary linguist-generated\n");
            repo.write("scripts/a.aite", WITHOUT);
        },
        "removed",
    ),
    (
        "git shows another text",
        |repo| {
            repo.write(".gitattributes", "*.aite diff=hide\n");
            repo.git(&["config", "diff.hide.textconv", "true"]);
            repo.git(&["config", "diff.external", "true"]);
            repo.write("scripts/a.aite", WITHOUT);
        },
        "removed",
    ),
    (
        "git ignores it",
        |repo| {
            repo.write(".gitignore", "*.aite\n");
            repo.git(&["rm", "--quiet", "--cached", "scripts/a.aite"]);
        },
        "script-deleted",
    ),
    (
        "a replaced object",
        |repo| {
            let old = repo.git(&["rev-parse", "main:scripts/a.aite"]);
            repo.write("scripts/a.aite", WITHOUT);
            repo.commit("weaker");
            let new = repo.git(&["rev-parse", "HEAD:scripts/a.aite"]);
            repo.git(&["replace", &old, &new]);
        },
        "removed",
    ),
    (
        "a link to another script",
        |repo| {
            repo.remove("scripts/a.aite");
            symlink("b.aite", repo.path().join("scripts/a.aite")).unwrap();
        },
        "target-changed|expectation-changed|removed",
    ),
    (
        "a link out of the repository",
        |repo| {
            repo.remove("scripts/a.aite");
            symlink("/etc/hostname", repo.path().join("scripts/a.aite")).unwrap();
        },
        "script-deleted",
    ),
    (
        "a link to a file of another kind, which is weaker",
        |repo| {
            repo.remove("scripts/a.aite");
            repo.write("a.txt", WITHOUT);
            symlink("../a.txt", repo.path().join("scripts/a.aite")).unwrap();
        },
        "removed",
    ),
    (
        "another ending",
        |repo| drop(repo.git(&["mv", "scripts/a.aite", "scripts/a.aite.bak"])),
        "script-deleted",
    ),
    (
        "an ending in capitals",
        |repo| drop(repo.git(&["mv", "scripts/a.aite", "scripts/a.AITE"])),
        "script-deleted",
    ),
    (
        "a hidden folder",
        |repo| {
            std::fs::create_dir(repo.path().join(".old")).unwrap();
            repo.git(&["mv", "scripts/a.aite", ".old/a.aite"]);
        },
        "script-deleted",
    ),
    (
        "a name with line ends and quotes",
        |repo| {
            repo.remove("scripts/a.aite");
            repo.write("scripts/a\n\t\"b.aite", WITHOUT);
        },
        "removed",
    ),
    (
        "a new script instead",
        |repo| {
            repo.remove("scripts/a.aite");
            repo.write(
                "scripts/z.aite",
                "test \"fresh\"\n  step \"q\"\n    verify text:\"q\"\n",
            );
        },
        "script-deleted",
    ),
    (
        "a commit that is merged over it",
        |repo| {
            repo.write("scripts/a.aite", WITHOUT);
            repo.commit("weaker");
            repo.git(&["checkout", "--quiet", "main"]);
            repo.write("other", "1");
            repo.commit("other");
            repo.git(&["checkout", "--quiet", "mr"]);
            repo.git(&["merge", "--quiet", "--strategy", "ours", "main"]);
        },
        "removed",
    ),
];

#[test]
fn every_trick_is_found_and_nothing_else() {
    let mut wrong = Vec::new();
    for (name, attack, rules) in ATTACKS {
        let repo = repo();
        attack(&repo);
        repo.commit("attack");
        let (code, words) = said(&repo.guard(&["--base", "main", "--label", "fine"]));
        let is_found = rules.split('|').any(|rule| words.contains(&format!(": {rule}:")));
        if code != i32::from(!rules.is_empty()) || (!rules.is_empty() && !is_found) {
            wrong.push(format!("{name}: {code} {words}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
