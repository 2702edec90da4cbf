//! The guard ends, and soon, whatever the scripts say.

use std::fmt::Write;
use std::sync::Arc;

use aite_compiler::guard::{DEFAULT_TIMEOUT, Finding, Now, Rule, Version, compare};
use aite_compiler::lower::{Compiled, SourceError, Sources, compile};

struct Library(String);

impl Sources for Library {
    fn read(&self, _: &str) -> Result<Arc<str>, SourceError> {
        Ok(self.0.as_str().into())
    }
}

fn compiled(body: &str) -> Compiled {
    let library = Library("test \"lib\"\nstep \"s\"\nverify text:\"A\"\n".to_owned());
    let compiled = compile(
        "t.aite",
        format!("test \"t\"\nstep \"s\"\n{body}").into(),
        &library,
    );
    assert!(!compiled.has_errors(), "{:?}", compiled.diagnostics.first());
    compiled
}

fn changed(old: &str, new: &str) -> Vec<Finding> {
    let [old, new] = [old, new].map(compiled);
    let version = |side| Version {
        program: side,
        default_timeout: DEFAULT_TIMEOUT,
    };
    compare(version(&old.program), Now::Version(version(&new.program)))
}

/// Each line doubles what the one before holds.
fn doubling(first: &str) -> String {
    let mut body = format!("set v0 \"{first}\"\n");
    for n in 1..200 {
        writeln!(body, "set v{n} \"${{v{0}}}${{v{0}}}\"", n - 1).unwrap();
    }
    body + "verify text:\"${v199}\"\n"
}

#[test]
fn values_that_double_with_every_line_are_compared_all_the_same() {
    assert_eq!(changed(&doubling("a"), &doubling("a")), []);
    let rules: Vec<Rule> = changed(&doubling("a"), &doubling("b"))
        .iter()
        .map(|finding| finding.rule)
        .collect();
    assert_eq!(rules.len(), 1, "{rules:?}");
    // A name that was captured doubles too.
    let captures: String = (1..200).fold("capture c0 css:\"a\"\n".to_owned(), |mut body, n| {
        writeln!(body, "capture c{n} css:\"${{c{0}}}${{c{0}}}\"", n - 1).unwrap();
        body
    });
    let verify = "click text:\"A\"\nverify css:\"a\" text:\"${c199}\"\n";
    assert_eq!(
        changed(&format!("{captures}{verify}"), &format!("{captures}{verify}")),
        []
    );
}

#[test]
fn many_verifies_of_one_thing_are_told_apart() {
    let times = |range: std::ops::Range<usize>| -> String {
        range.fold(String::new(), |mut body, ms| {
            writeln!(body, "verify text:\"A\" timeout:{ms}ms").unwrap();
            body
        })
    };
    let count = 10_000;
    assert_eq!(changed(&times(1..count), &times(1..count)), []);
    assert_eq!(
        changed(&times(2..count + 1), &times(1..count)),
        [],
        "each has a little less time"
    );
    assert_eq!(
        changed(&times(1..count), &times(2..count + 1)).len(),
        1,
        "the first has no counterpart in time"
    );
}

#[test]
fn many_dropped_includes_are_one_finding_each() {
    let findings = changed(&"run lib.aite\n".repeat(10_000), "press Tab\n");
    assert_eq!(findings.len(), 10_000);
    assert!(
        findings
            .iter()
            .all(|finding| finding.was.text == "run lib.aite with 1 verify")
    );
}
