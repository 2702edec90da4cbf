//! Files that move, vanish, are links, or have odd names.

use std::fs;

use super::repo::Repo;
use super::{LOOSE, STRICT, findings, said};

#[test]
fn files_are_followed_and_losing_one_is_found() {
    let cases = [
        ("a.aite", "b/c.aite", STRICT, vec![]),
        ("a.aite", "b/c.aite", LOOSE, vec!["a.aite:4 looser-match"]),
        ("a.aite", "a.txt", STRICT, vec!["a.aite:1 script-deleted"]),
        ("x/a.aite", ".x/a.aite", STRICT, vec!["x/a.aite:1 script-deleted"]),
        ("x/a.aite", "x/.a.aite", STRICT, vec!["x/a.aite:1 script-deleted"]),
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

/// A script may be a link to a file that is no script by its name; what it says is compared all the same.
#[cfg(unix)]
#[test]
fn what_a_link_leads_to_is_compared() {
    let repo = Repo::empty();
    repo.write("parts/strict.txt", STRICT);
    std::os::unix::fs::symlink("parts/strict.txt", repo.path().join("a.aite")).unwrap();
    repo.commit("old");
    repo.git(&["checkout", "--quiet", "-b", "mr"]);
    repo.write("parts/strict.txt", LOOSE);
    repo.commit("new");
    assert_eq!(findings(&repo, &[]), ["a.aite:4 looser-match"]);
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
