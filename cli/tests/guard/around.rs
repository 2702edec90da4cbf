//! What is around a script: the scripts that it runs, the configuration.

use super::repo::Repo;
use super::{STRICT, findings, said};

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

/// A run looks for its configuration from where it is started, so a configuration that comes between a script and its
/// project changes nothing for runs that are started where they always were.
#[test]
fn a_configuration_that_comes_between_hides_nothing() {
    let lib = "test \"l\"\n  step \"s\"\n    verify text:\"1 MALLBUCKS\"\n";
    let empty = "test \"l\"\n  step \"s\"\n    click text:\"Send\"\n";
    let runs = "test \"t\"\n  step \"s\"\n    click text:\"Send\"\n    run lib.aite\n";
    let base = vec![("s/a.aite", STRICT), ("lib.aite", empty)];
    let repo = Repo::with_branches(
        &base,
        &vec![
            ("s/a.aite", runs),
            ("lib.aite", empty),
            ("s/aite.config.json", "{}"),
            ("s/lib.aite", lib),
        ],
    );
    assert_eq!(findings(&repo, &[]), ["s/a.aite:4 removed"]);

    // The time of the project around it grows, and the nearer one keeps the old.
    let repo = Repo::with_branches(
        &base,
        &vec![
            ("s/a.aite", STRICT),
            ("lib.aite", empty),
            ("s/aite.config.json", "{}"),
            ("aite.config.json", r#"{"timeout": "1m"}"#),
        ],
    );
    assert_eq!(findings(&repo, &[]), ["aite.config.json:1 more-time"]);

    // A part of the repository becomes a project of its own.
    let repo = Repo::with_branches(
        &vec![("s/a.aite", &runs.replace("lib", "s/lib")), ("s/lib.aite", lib)],
        &vec![
            ("s/a.aite", runs),
            ("s/lib.aite", lib),
            ("s/aite.config.json", "{}"),
        ],
    );
    assert_eq!(findings(&repo, &[]), Vec::<String>::new());

    // The nearer configuration goes, and `run` means another script.
    let repo = Repo::with_branches(
        &vec![
            ("s/a.aite", runs),
            ("s/lib.aite", lib),
            ("lib.aite", empty),
            ("s/aite.config.json", "{}"),
        ],
        &vec![("s/a.aite", runs), ("s/lib.aite", lib), ("lib.aite", empty)],
    );
    assert_eq!(findings(&repo, &[]), ["s/a.aite:4 removed"]);
}
