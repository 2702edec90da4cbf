//! The pages of the codes say what is so: a bad example has its code, a good one has no error and not the code. What
//! is said about the bad ones is in `fixtures/diagnostics/pages.golden`.
//!
//! `UPDATE_GOLDENS=1 cargo test -p aite-compiler --test pages` writes the golden anew.
#![allow(clippy::disallowed_methods, reason = "a test reads its fixtures")]

#[path = "pages/data_set.rs"]
mod data_set;

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::{env, fs};

use aite_compiler::diagnostic::{Code, Diagnostic, REGISTRY, Row, Severity};
use aite_compiler::explain::explain;
use aite_compiler::lower::{NoSources, compile};
use aite_compiler::project::{CheckFolder, Config, CustomChecks, Entry, problems as of_project, read_config};
use aite_compiler::source::LineIndex;

/// A fenced block: the words behind its fence and its text.
struct Block<'p> {
    label: &'p str,
    text: String,
}

fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(label) = line.strip_prefix("```") {
            let inside = lines.by_ref().take_while(|line| !line.starts_with("```"));
            let text = inside.map(|line| format!("{line}\n")).collect();
            blocks.push(Block { label, text });
        }
    }
    blocks
}

/// Everything that can be said about a script in a project.
fn problems(code: Code, script: &str, config: &Config, checks: &CheckFolder) -> Vec<Diagnostic> {
    let compiled = compile("page.aite", Arc::from(script), &NoSources);
    let of_project = of_project(&compiled, config, &CustomChecks::judge(checks));
    let mut problems = compiled.diagnostics;
    // Pages of other codes call checks without their files.
    problems.extend(
        of_project
            .into_iter()
            .filter(|found| found.diagnostic.code != Code::E011 || matches!(code, Code::E011 | Code::W007)),
    );
    problems.into_iter().map(|found| found.diagnostic).collect()
}

/// A bad or a good example and what is said about it.
struct Example {
    is_bad: bool,
    text: String,
    found: Vec<Diagnostic>,
}

fn entry(text: &str) -> Entry {
    Entry::File(text.as_bytes().into())
}

fn examples(row: &Row) -> Vec<Example> {
    // The profile that the pages use where profiles are not what they are about.
    let mut config = read_config(r#"{"profiles": {"anna": {}}}"#).0;
    let mut checks = CheckFolder::default();
    let mut examples = Vec::new();
    for Block { label, text } in blocks(explain(row.code)) {
        let found = match label {
            "json config" => {
                config = read_config(&text).0;
                continue;
            }
            "ts check" => {
                let (comment, _) = text.split_once('\n').unwrap();
                let file = comment.strip_prefix("// scripts/checks/").unwrap().to_owned();
                checks.files.insert(file, entry(&text));
                continue;
            }
            "json allowlist" => {
                checks.list = Some(entry(&text));
                continue;
            }
            "aite bad" | "aite good" => problems(row.code, &text, &config, &checks),
            "json bad" | "json good" => read_config(&text).1,
            other => {
                let what = other.split(' ').nth(1).unwrap_or_default();
                let Some((text, found)) = data_set::read(what, &text) else {
                    panic!("{}: a block labelled {other}", row.name);
                };
                let is_bad = label.ends_with("bad");
                examples.push(Example { is_bad, text, found });
                continue;
            }
        };
        let is_bad = label.ends_with("bad");
        examples.push(Example { is_bad, text, found });
    }
    examples
}

#[test]
fn every_code_has_a_page_that_is_right() {
    for row in REGISTRY {
        let headline = format!("# {}: {}\n", row.name, row.title);
        assert!(explain(row.code).starts_with(&headline), "{}: headline", row.name);
        let examples = examples(&row);
        for Example { is_bad, text, found } in &examples {
            let has_code = found.iter().any(|problem| problem.code == row.code);
            let has_error = found.iter().any(|problem| problem.severity == Severity::Error);
            assert_eq!(has_code, *is_bad, "{}: {found:?}\n{text}", row.name);
            assert!(*is_bad || !has_error, "{}: {found:?}\n{text}", row.name);
        }
        let bad = examples.iter().filter(|example| example.is_bad).count();
        assert!(
            bad > 0 && bad < examples.len(),
            "{}: a bad and a good example",
            row.name
        );
    }
}

#[test]
fn the_bad_examples_are_told_what_the_golden_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/diagnostics/pages.golden");
    let mut told = String::new();
    for row in REGISTRY {
        for example in examples(&row).iter().filter(|example| example.is_bad) {
            report(&mut told, &row, example);
        }
    }
    if env::var_os("UPDATE_GOLDENS").is_some() {
        fs::write(&path, &told).unwrap();
    }
    assert_eq!(
        told,
        fs::read_to_string(&path).unwrap(),
        "rewrite with UPDATE_GOLDENS=1 if this is right"
    );
}

/// The code's own diagnostics of an example, with what their carets are under.
fn report(out: &mut String, row: &Row, example: &Example) {
    let lines = LineIndex::new(&example.text);
    for problem in example.found.iter().filter(|problem| problem.code == row.code) {
        let span = problem.span;
        let under = example.text.get(span.start..span.end).unwrap_or_default();
        writeln!(
            out,
            "{} {}: {}",
            row.name,
            lines.line(span.start),
            problem.message
        )
        .unwrap();
        writeln!(out, "  under: {}", under.lines().next().unwrap_or_default()).unwrap();
        for (what, words) in [("label", &problem.label), ("help", &problem.help)] {
            words
                .iter()
                .for_each(|words| writeln!(out, "  {what}: {words}").unwrap());
        }
        for edit in problem.fix.iter().flat_map(|fix| &fix.edits) {
            writeln!(
                out,
                "  fix: {:?} -> {:?}",
                &example.text[edit.span.start..edit.span.end],
                edit.text
            )
            .unwrap();
        }
    }
}
