//! Every dependency has a licence that goes with MIT and Apache-2.0.

mod house;

use house::Metadata;

/// Permissive, or weak copyleft by file; nothing that would bind the binary.
const ALLOWED: [&str; 14] = [
    "MIT",
    "MIT-0",
    "Apache-2.0",
    // Relaxes Apache-2.0 further for linking.
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "Zlib",
    "0BSD",
    "CC0-1.0",
    "Unlicense",
    // Unicode tables, and the root certificates' data licence.
    "Unicode-3.0",
    "CDLA-Permissive-2.0",
    // Binds changed files of its own only.
    "MPL-2.0",
];

#[test]
fn every_dependency_may_be_used() {
    let metadata = Metadata::read();
    assert!(metadata.packages.len() > 50, "the tree was read");
    for package in &metadata.packages {
        let (name, version) = (&package.name, &package.version);
        let licence = package
            .license
            .as_deref()
            .unwrap_or_else(|| panic!("{name} {version} names no licence"));
        assert!(
            allows(licence),
            "{name} {version} is under {licence}, which is not on the list"
        );
    }
}

#[test]
fn nothing_of_ours_is_published_by_accident() {
    let metadata = Metadata::read();
    for id in &metadata.workspace_members {
        let package = metadata.package(id);
        assert_eq!(
            package.license.as_deref(),
            Some("MIT OR Apache-2.0"),
            "{}",
            package.name
        );
        assert_eq!(
            package.publish.as_deref(),
            Some([].as_slice()),
            "{}",
            package.name
        );
    }
}

#[test]
fn expressions_are_understood() {
    assert!(allows("MIT"));
    assert!(allows("GPL-3.0 OR MIT"));
    assert!(allows("MIT/Apache-2.0"));
    assert!(allows("(MIT OR Apache-2.0) AND Unicode-3.0"));
    assert!(allows("Apache-2.0 WITH LLVM-exception OR GPL-2.0"));
    assert!(!allows("GPL-3.0"));
    assert!(!allows("MIT AND GPL-3.0"));
    assert!(!allows("(MIT OR Apache-2.0) AND (GPL-3.0 OR AGPL-3.0)"));
    assert!(!allows(""));
}

/// Whether an SPDX expression leaves a choice that is allowed. AND binds tighter than OR.
fn allows(expression: &str) -> bool {
    let spaced = expression
        .replace('/', " OR ")
        .replace('(', " ( ")
        .replace(')', " ) ");
    let mut words = spaced.split_whitespace().peekable();
    any(&mut words)
}

type Words<'a> = std::iter::Peekable<std::str::SplitWhitespace<'a>>;

fn any(words: &mut Words) -> bool {
    let mut allowed = all(words);
    while words.next_if_eq(&"OR").is_some() {
        allowed |= all(words);
    }
    allowed
}

fn all(words: &mut Words) -> bool {
    let mut allowed = one(words);
    while words.next_if_eq(&"AND").is_some() {
        allowed &= one(words);
    }
    allowed
}

fn one(words: &mut Words) -> bool {
    let Some(word) = words.next() else { return false };
    if word == "(" {
        let allowed = any(words);
        return words.next() == Some(")") && allowed;
    }
    let exception = words.next_if_eq(&"WITH").and_then(|_| words.next());
    let name = exception.map_or_else(|| word.to_owned(), |exception| format!("{word} WITH {exception}"));
    ALLOWED.contains(&name.as_str())
}
