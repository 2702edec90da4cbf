use std::collections::HashMap;
use std::sync::Arc;

use super::{Compiled, MAX_INCLUDED_LINES, MAX_LEVELS, SourceError, Sources, compile};
use crate::diagnostic::Severity;
use crate::ir::{Condition, OpKind, PageOp, Text, Within};

/// A project in memory.
struct Project(HashMap<String, String>);

impl Sources for Project {
    fn read(&self, path: &str) -> Result<Arc<str>, SourceError> {
        let text = self.0.get(path).ok_or(SourceError::NotFound)?;
        Ok(Arc::from(text.as_str()))
    }
}

/// A script that is nothing but these commands.
fn script(commands: &[&str]) -> String {
    format!("test \"t\"\nstep \"s\"\n{}\n", commands.join("\n"))
}

fn compile_project(main: &str, others: &[(&str, String)]) -> Compiled {
    let others = others
        .iter()
        .map(|(path, text)| ((*path).to_owned(), text.clone()));
    compile("main.aite", Arc::from(main), &Project(others.collect()))
}

/// `file:line: code message` of every diagnostic of this severity.
fn told(compiled: &Compiled, severity: Severity) -> Vec<String> {
    let shown = compiled
        .diagnostics
        .iter()
        .filter(|found| found.diagnostic.severity == severity);
    shown
        .map(|found| {
            let before = &compiled.texts[found.file][..found.diagnostic.span.start];
            let line = before.matches('\n').count() + 1;
            let (file, diagnostic) = (&compiled.origins.files[found.file], &found.diagnostic);
            format!("{file}:{line}: {} {}", diagnostic.code, diagnostic.message)
        })
        .collect()
}

fn errors(compiled: &Compiled) -> Vec<String> {
    told(compiled, Severity::Error)
}

/// The operations as `verb file:line`.
fn places(compiled: &Compiled) -> Vec<String> {
    let ops = &compiled.origins.ops;
    assert_eq!(
        ops.len(),
        compiled.program.ops().count(),
        "one origin for each operation"
    );
    ops.iter()
        .map(|op| {
            format!(
                "{} {}:{}",
                op.verb, compiled.origins.files[op.place.file], op.place.line
            )
        })
        .collect()
}

#[test]
fn an_include_comes_before_what_it_includes() {
    let main = script(&["click text:\"a\"", "run ./sub//b.aite", "verify text:\"z\""]);
    let b = script(&["click text:\"b\"", "run c.aite", "click text:\"d\""]);
    let compiled = compile_project(
        &main,
        &[("sub/b.aite", b), ("c.aite", script(&["click text:\"c\""]))],
    );
    assert_eq!(errors(&compiled), [""; 0]);
    let expected = [
        "click main.aite:3",
        "run main.aite:4",
        "click sub/b.aite:3",
        "run sub/b.aite:4",
        "click c.aite:3",
        "click sub/b.aite:5",
        "verify main.aite:5",
    ];
    assert_eq!(places(&compiled), expected);
    let texts = compiled.program.ops().filter_map(|op| match &op.kind {
        OpKind::Page(PageOp::Click { target, .. }) => target.text.as_ref().and_then(Text::as_literal),
        _ => None,
    });
    assert_eq!(texts.collect::<Vec<_>>(), ["a", "b", "c", "d"]);
}

#[test]
fn an_include_sees_what_was_set_before_and_keeps_its_own() {
    let main = script(&[
        "set a \"1\"",
        "run b.aite",
        "set late \"2\"",
        "type css:\"i\" \"${inner}\"",
        "run b.aite",
    ]);
    let b = script(&[
        "type css:\"i\" \"${a} ${late}\"",
        "set inner \"3\"",
        "type css:\"i\" \"${inner}\"",
    ]);
    let compiled = compile_project(&main, &[("b.aite", b)]);
    let expected = [
        "main.aite:6: E007 ${inner} is used before it is set (capture or set it first)",
        "b.aite:3: E007 ${late} is used before it is set (capture or set it first)",
    ];
    assert_eq!(errors(&compiled), expected);
}

#[test]
fn a_variable_of_one_include_is_not_seen_by_the_next() {
    let main = script(&["run b.aite", "run c.aite"]);
    let others = [
        ("b.aite", script(&["set x \"1\""])),
        ("c.aite", script(&["type css:\"i\" \"${x}\""])),
    ];
    let compiled = compile_project(&main, &others);
    assert_eq!(
        errors(&compiled),
        ["c.aite:3: E007 ${x} is used before it is set (capture or set it first)"]
    );
}

#[test]
fn the_headers_of_an_include_do_not_count_but_posts_and_spends_do() {
    let main = "test \"t\"\ntimeout 1s\nneeds session a\nstep \"s\"\nrun b.aite\n";
    let headers = "covers J-1\nstart https://b.test/\nneeds session b\ntimeout 9s\nposts\nspends";
    let b = format!("test \"b\"\n{headers}\nstep \"s\"\nclick text:\"b\" on:b\nclick text:\"a\" on:a\n");
    let compiled = compile_project(main, &[("b.aite", b)]);
    let program = &compiled.program;
    assert_eq!(
        (program.covers.len(), &program.start, &program.sessions),
        (0, &None, &vec!["a".to_owned()])
    );
    assert_eq!(program.timeout.map(|time| time.0), Some(1000));
    assert!(program.posts && program.spends);
    let errors = errors(&compiled);
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].starts_with("b.aite:9: E003 on:b"), "{errors:?}");
}

#[test]
fn errors_of_an_included_script_are_told_once_and_there() {
    let main = script(&["run b.aite", "run b.aite"]);
    let compiled = compile_project(
        &main,
        &[("b.aite", script(&["click", "type css:\"i\" \"${x}\""]))],
    );
    let expected = [
        "b.aite:3: E003 click needs a target, for example text:\"Send\"",
        "b.aite:4: E007 ${x} is used before it is set (capture or set it first)",
    ];
    assert_eq!(errors(&compiled), expected);
    assert_eq!(compiled.origins.files, ["main.aite", "b.aite"]);
}

#[test]
fn says_why_a_script_cannot_be_included() {
    let b = script(&["run ./main.aite"]);
    for (path, expected) in [
        (
            "no.aite",
            "main.aite:3: E003 run no.aite: there is no such file in the project (the path starts at the project's root)",
        ),
        (
            "../b.aite",
            "main.aite:3: E003 run ../b.aite leads out of the project's folder (the path starts at its root)",
        ),
        (
            "\"b.aite \"",
            "main.aite:3: E003 run b.aite  needs a path that ends with .aite, for example run shared/sign-in.aite",
        ),
        (
            "b.aite",
            "b.aite:3: E003 run ./main.aite makes a loop: main.aite > b.aite > main.aite (a script cannot run itself)",
        ),
        (
            "main.aite",
            "main.aite:3: E003 run main.aite makes a loop: main.aite > main.aite (a script cannot run itself)",
        ),
    ] {
        let compiled = compile_project(&script(&[&format!("run {path}")]), &[("b.aite", b.clone())]);
        assert_eq!(errors(&compiled), [expected], "{path}");
    }
}

#[test]
fn eight_levels_are_enough() {
    let file = |level: usize| format!("{level}.aite");
    let chain = |depth: usize| -> Vec<(String, String)> {
        let last = (file(depth), script(&["click text:\"end\""]));
        let mut files: Vec<_> = (1..depth)
            .map(|at| (file(at), script(&[&format!("run {}", file(at + 1))])))
            .collect();
        files.push(last);
        files
    };
    for (depth, fits) in [(MAX_LEVELS, true), (MAX_LEVELS + 1, false)] {
        let files = Project(chain(depth).into_iter().collect());
        let compiled = compile("main.aite", Arc::from(script(&["run 1.aite"])), &files);
        assert_eq!(errors(&compiled).is_empty(), fits, "{depth}");
        if !fits {
            let chain =
                "main.aite > 1.aite > 2.aite > 3.aite > 4.aite > 5.aite > 6.aite > 7.aite > 8.aite > 9.aite";
            let expected = format!("8.aite:3: E003 run 9.aite is more than 8 levels deep: {chain}");
            assert_eq!(errors(&compiled), [expected]);
        }
    }
}

#[test]
fn scripts_that_run_each_other_many_times_stay_bounded() {
    let many = |path: &str| script(&[format!("run {path}").as_str()].repeat(40));
    let files = [
        ("1.aite", many("2.aite")),
        ("2.aite", many("3.aite")),
        ("3.aite", many("4.aite")),
        ("4.aite", many("5.aite")),
        ("5.aite", script(&["closeTab"])),
    ];
    let compiled = compile_project(&many("1.aite"), &files);
    let errors = errors(&compiled);
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(
        errors[0].contains("have more than 100000 lines together (main.aite > 1.aite > "),
        "{errors:?}"
    );
    let ops = compiled.program.ops().count();
    assert!(ops <= MAX_INCLUDED_LINES + 40, "{ops}");
    assert_eq!(compiled.origins.ops.len(), ops);
}

#[test]
fn within_is_a_target_when_all_of_it_reads_as_one() {
    for (written, is_target) in [
        ("Review send", false),
        ("role:dialog name:\\\"Review\\\"", true),
        ("css:\\\".box\\\"", true),
        ("role:dialog", true),
        ("label:\\\"a\\\" and more", false),
        ("price: 3", false),
        ("txt:a", false),
        ("label:a # 3", false),
        ("label:a\\nb", false),
        ("text:a text:b", false),
        ("", false),
    ] {
        let compiled = compile_project(
            &script(&[&format!("verify text:\"x\" within:\"{written}\"")]),
            &[],
        );
        assert_eq!(errors(&compiled), [""; 0]);
        let op = compiled.program.ops().next().unwrap();
        let OpKind::Observe(seen) = &op.kind else {
            panic!("{op:?}")
        };
        assert_eq!(
            matches!(seen.within, Some(Within::Target(_))),
            is_target,
            "{written}"
        );
    }
}

#[test]
fn texts_have_holes() {
    let main = script(&["set n \"1\"", "verify text:\"a${n}b\""]);
    let compiled = compile_project(&main, &[]);
    let op = compiled.program.ops().nth(1).unwrap();
    let OpKind::Observe(seen) = &op.kind else {
        panic!("{op:?}")
    };
    let Condition::Text { value, .. } = &seen.condition else {
        panic!("{seen:?}")
    };
    assert_eq!(
        value.fill(|name| (name == "n").then_some("1")),
        Ok("a1b".to_owned())
    );
}

#[test]
fn the_default_profile_needs_no_name() {
    let main = "test \"t\"\nneeds session a\nneeds session b\nstep \"s\"\nclick text:\"x\" on:a\nclick text:\"x\" on:b\n";
    let compiled = compile_project(main, &[]);
    let profiles: Vec<_> = compiled.program.ops().map(|op| op.profile.as_deref()).collect();
    assert_eq!(profiles, [None, Some("b")]);
}

#[test]
fn warns_of_what_is_probably_not_meant() {
    let warnings = |commands: &[&str]| {
        told(
            &compile_project(&script(commands), &[("b.aite", script(&["click text:\"${x}\""]))]),
            Severity::Warning,
        )
    };
    assert_eq!(warnings(&["verify text:\"a\""]), [""; 0]);
    // What the second line was meant to check and to read is not known.
    assert_eq!(warnings(&["set x \"1\"", "verify txt:\"a\""]), [""; 0]);
    let no_verify =
        "main.aite:1: W003 this test has no verify command, so it cannot fail on what the page shows";
    assert_eq!(warnings(&["click text:\"a\""]), [no_verify]);
    assert_eq!(
        warnings(&[
            "sleep 2s",
            "verify text:\"a\" within:\"b\"",
            "drag text:\"a\" index:2 to:text:\"b\""
        ]),
        [
            "main.aite:3: W001 sleep waits a fixed time, whatever the page does",
            "main.aite:5: W002 index:2 depends on the order of the page",
        ]
    );
    assert_eq!(
        warnings(&["set x \"1\"", "capture y css:\"a\"", "verifyNot url~:\"\""]),
        [
            "main.aite:3: W004 x is never read",
            "main.aite:4: W004 y is never read",
            "main.aite:5: W005 every page has the empty text, so this verifyNot cannot pass",
        ]
    );
    assert_eq!(
        warnings(&["set x \"1\"", "run b.aite", "verify text:\"a\""]),
        [""; 0]
    );
    assert_eq!(
        warnings(&["set x \"1\"", "call my-check", "verify text:\"a\""]),
        [""; 0]
    );
    assert_eq!(
        warnings(&[
            "capture x css:\"a\"",
            "verify css:\"a\" number:changed-by from:x equals:1"
        ]),
        [""; 0]
    );
}
