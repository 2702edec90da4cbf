//! Goldens of the diagnostics: `fixtures/diagnostics/NAME.aite` and what is said about it in `NAME.golden`.
//!
//! `UPDATE_GOLDENS=1 cargo test -p aite-compiler --test diagnostics` writes the goldens anew.
#![allow(clippy::disallowed_methods, reason = "a test reads its fixtures")]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use aite_compiler::diagnostic::{Code, Diagnostic, Fix, REGISTRY};
use aite_compiler::source::{LineIndex, Span};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/diagnostics")
}

fn scripts() -> Vec<PathBuf> {
    let entries = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let mut scripts: Vec<PathBuf> = entries
        .filter(|path| path.extension().is_some_and(|it| it == "aite"))
        .collect();
    scripts.sort();
    scripts
}

#[test]
fn every_script_is_told_what_its_golden_says() {
    let update = env::var_os("UPDATE_GOLDENS").is_some();
    let mut differing = Vec::new();
    for path in scripts() {
        let text = fs::read_to_string(&path).unwrap();
        let shown = report(&text);
        let golden = path.with_extension("golden");
        if update {
            fs::write(&golden, &shown).unwrap();
        } else if fs::read_to_string(&golden).unwrap_or_default() != shown {
            differing.push(format!("{}\n{shown}", golden.display()));
        }
    }
    assert!(
        differing.is_empty(),
        "rewrite with UPDATE_GOLDENS=1 if this is right:\n{}",
        differing.join("\n")
    );
}

#[test]
fn every_fix_removes_what_it_fixes() {
    for path in scripts() {
        let text = fs::read_to_string(&path).unwrap();
        for error in aite_compiler::check(&text).1 {
            let Some(fix) = &error.fix else { continue };
            let fixed = apply(&text, fix);
            let left = aite_compiler::check(&fixed).1;
            let same = |other: &&Diagnostic| {
                (other.code, &other.message, other.span.start)
                    == (error.code, &error.message, error.span.start)
            };
            let still = left.iter().find(same);
            assert!(
                still.is_none(),
                "{}: {still:?} is still there after:\n{fixed}",
                path.display()
            );
        }
    }
}

#[test]
fn every_code_of_a_single_file_has_a_golden() {
    let seen: BTreeSet<Code> = scripts()
        .iter()
        .flat_map(|path| aite_compiler::check(&fs::read_to_string(path).unwrap()).1)
        .map(|error| error.code)
        .collect();
    let told_elsewhere = [Code::E006, Code::E011];
    for row in REGISTRY.iter().filter(|row| row.name.starts_with('E')) {
        assert!(
            seen.contains(&row.code) || told_elsewhere.contains(&row.code),
            "no golden for {}",
            row.name
        );
    }
}

fn report(text: &str) -> String {
    let lines = LineIndex::new(text);
    let mut out = String::new();
    for error in aite_compiler::check(text).1 {
        assert!(
            text.get(error.span.start..error.span.end).is_some(),
            "span off: {error:?}"
        );
        writeln!(out, "{} {}", error.code, error.message).unwrap();
        marked(
            &mut out,
            text,
            &lines,
            error.span,
            error.label.as_deref().unwrap_or(""),
        );
        for related in &error.related {
            marked(&mut out, text, &lines, related.span, &related.message);
        }
        if let Some(help) = &error.help {
            writeln!(out, "  help: {help}").unwrap();
        }
        if let Some(fix) = &error.fix {
            writeln!(out, "  fix: {}", fix.title).unwrap();
            let fixed = apply(text, fix);
            for (old, new) in changed_lines(text, &fixed) {
                writeln!(out, "   -{old}\n   +{new}").unwrap();
            }
        }
        out.push('\n');
    }
    out
}

/// The line of a span with carets under it.
fn marked(out: &mut String, text: &str, lines: &LineIndex, span: Span, label: &str) {
    let line = lines.line(span.start);
    let whole = lines.line_span(line).unwrap();
    let source = text[whole.start..whole.end].trim_end();
    let before = text[whole.start..span.start].chars().count();
    let under = text[span.start..span.end.min(whole.end)].chars().count().max(1);
    let gutter = format!("{line:>4} | ");
    writeln!(out, "{gutter}{source}").unwrap();
    let marks = format!(
        "{}{}{} {label}",
        " ".repeat(gutter.len()),
        " ".repeat(before),
        "^".repeat(under)
    );
    writeln!(out, "{}", marks.trim_end()).unwrap();
}

fn apply(text: &str, fix: &Fix) -> String {
    let mut fixed = String::new();
    let mut at = 0;
    for edit in &fix.edits {
        fixed.push_str(&text[at..edit.span.start]);
        fixed.push_str(&edit.text);
        at = edit.span.end;
    }
    fixed.push_str(&text[at..]);
    fixed
}

/// What differs between two texts: the lines after the common beginning and before the common end.
fn changed_lines(old: &str, new: &str) -> Vec<(String, String)> {
    let (old, new): (Vec<_>, Vec<_>) = (old.lines().collect(), new.lines().collect());
    let same_start = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let same_end = old
        .iter()
        .rev()
        .zip(new.iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    let same_end = same_end.min(old.len().min(new.len()) - same_start);
    let (old, new) = (
        &old[same_start..old.len() - same_end],
        &new[same_start..new.len() - same_end],
    );
    (0..old.len().max(new.len()))
        .map(|at| {
            let line = |lines: &[&str]| lines.get(at).map_or(String::new(), |line| (*line).to_owned());
            (line(old), line(new))
        })
        .collect()
}
