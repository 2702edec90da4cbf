//! Every page says what is so: its bad examples have the code, its good ones have no error and not the code.

use std::sync::Arc;

use super::explain;
use crate::diagnostic::{Code, Diagnostic, REGISTRY, Severity};
use crate::lower::{NoSources, compile};
use crate::project::{Config, missing_profiles, read_config, unknown_checks};

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
fn problems(code: Code, script: &str, config: &Config) -> Vec<Diagnostic> {
    let compiled = compile("page.aite", Arc::from(script), &NoSources);
    let (program, origins) = (&compiled.program, &compiled.origins);
    let mut problems: Vec<Diagnostic> = compiled
        .diagnostics
        .iter()
        .map(|found| found.diagnostic.clone())
        .collect();
    problems.extend(missing_profiles(program, origins, config));
    if code == Code::E011 {
        problems.extend(unknown_checks(
            program,
            origins,
            &["session-check", "balance-at-least"],
        ));
    }
    problems
}

#[test]
fn every_code_has_a_page_that_is_right() {
    for row in REGISTRY {
        let page = explain(row.code);
        assert!(
            page.starts_with(&format!("# {}: {}\n", row.name, row.title)),
            "{}: headline",
            row.name
        );
        let mut config = default_config();
        let (mut bad, mut good) = (0, 0);
        for block in blocks(page) {
            let found = match block.label {
                "json config" => {
                    config = read_config(&block.text).0;
                    continue;
                }
                "aite bad" | "aite good" => problems(row.code, &block.text, &config),
                "json bad" | "json good" => read_config(&block.text).1,
                other => panic!("{}: a block labelled {other}", row.name),
            };
            let has_code = found.iter().any(|problem| problem.code == row.code);
            if block.label.ends_with("bad") {
                bad += 1;
                assert!(has_code, "{}: this should have it\n{}", row.name, block.text);
            } else {
                good += 1;
                let errors: Vec<_> = found
                    .iter()
                    .filter(|found| found.severity == Severity::Error)
                    .collect();
                assert!(
                    !has_code && errors.is_empty(),
                    "{}: {errors:?}\n{}",
                    row.name,
                    block.text
                );
            }
        }
        assert!(
            bad > 0 && good > 0,
            "{}: needs a bad and a good example",
            row.name
        );
    }
}

/// The profile that the pages use where profiles are not what they are about.
fn default_config() -> Config {
    read_config(r#"{"profiles": {"anna": {}}}"#).0
}
