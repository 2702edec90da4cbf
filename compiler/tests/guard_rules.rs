//! The cases of fixtures/guard/rules.diff: what the guard says of one change of a script.

use std::collections::BTreeMap;
use std::sync::Arc;

use aite_compiler::guard::{DEFAULT_TIMEOUT, Now, Version, compare};
use aite_compiler::lower::{Compiled, SourceError, Sources, compile};

const CASES: &str = include_str!("../../fixtures/guard/rules.diff");

/// The words that begin a header line.
const HEADERS: [&str; 6] = ["timeout", "needs", "posts", "spends", "covers", "start"];

#[derive(Default)]
struct Case {
    title: String,
    expected: String,
    old: Files,
    new: Files,
}

/// The scripts of one side by path; the first one has no path.
#[derive(Default)]
struct Files(BTreeMap<String, (Vec<String>, Vec<String>)>);

impl Files {
    fn add(&mut self, path: &str, line: &str) {
        let (headers, commands) = self.0.entry(path.to_owned()).or_default();
        let word = line.split_whitespace().next().unwrap_or_default();
        match HEADERS.contains(&word) {
            true => headers.push(line.to_owned()),
            false => commands.push(line.to_owned()),
        }
    }

    fn text(&self, path: &str) -> Option<String> {
        let (headers, commands) = self.0.get(path)?;
        let commands = match commands.is_empty() {
            true => "press Tab".to_owned(),
            false => commands.join("\n"),
        };
        Some(format!(
            "test \"t\"\n{}\nstep \"s\"\n{commands}\n",
            headers.join("\n")
        ))
    }

    fn compiled(&self, title: &str) -> Compiled {
        let text = self
            .text("")
            .unwrap_or_else(|| "test \"t\"\nstep \"s\"\npress Tab".to_owned());
        let compiled = compile("main.aite", text.into(), self);
        assert!(!compiled.has_errors(), "{title}: {:?}", compiled.diagnostics);
        compiled
    }
}

impl Sources for Files {
    fn read(&self, path: &str) -> Result<Arc<str>, SourceError> {
        self.text(path).map(Arc::from).ok_or(SourceError::NotFound)
    }
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut case = Case::default();
    let mut path = String::new();
    for line in CASES.lines() {
        match line.split_at_checked(2) {
            Some(("##", title)) => title.trim().clone_into(&mut case.title),
            Some(("@ ", to)) => to.clone_into(&mut path),
            Some(("- ", command)) => case.old.add(&path, command),
            Some(("+ ", command)) => case.new.add(&path, command),
            Some(("  ", command)) => {
                case.old.add(&path, command);
                case.new.add(&path, command);
            }
            Some(("= ", expected)) => {
                expected.clone_into(&mut case.expected);
                cases.push(std::mem::take(&mut case));
                path.clear();
            }
            _ => assert!(line.is_empty() || line.starts_with('#'), "{line}"),
        }
    }
    cases
}

#[test]
fn rules() {
    let cases = cases();
    assert!(cases.len() > 100, "{} cases", cases.len());
    let mut wrong = Vec::new();
    for case in &cases {
        let old = case.old.compiled(&case.title);
        let new = case.new.compiled(&case.title);
        let [old, new] = [&old, &new].map(|side| Version {
            program: &side.program,
            default_timeout: DEFAULT_TIMEOUT,
        });
        let findings = compare(old, Now::Version(new));
        let rules: Vec<&str> = findings.iter().map(|finding| finding.rule.id()).collect();
        let said = if rules.is_empty() {
            "fine".to_owned()
        } else {
            rules.join(" ")
        };
        if said != case.expected {
            wrong.push(format!(
                "{}: {said}, not {}\n  {findings:#?}",
                case.title, case.expected
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
