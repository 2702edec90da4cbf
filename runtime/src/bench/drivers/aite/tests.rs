use std::collections::BTreeMap;

use aite_compiler::ir::{Check, Comparison};
use serde_json::{Value, json};

use super::checks;
use super::pattern::matches;
use super::saved::{Record, evaluated, text};
use crate::page::Evaluated;

fn check(kind: &str) -> Check {
    Check {
        kind: kind.into(),
        label: None,
        subject: Some("it".into()),
        path: None,
        method: None,
        step: None,
        comparison: Comparison::None,
    }
}

fn expecting(kind: &str, expected: Value) -> Check {
    Check {
        comparison: Comparison::Expected(expected),
        ..check(kind)
    }
}

fn of_step(kind: &str, step: Option<u64>) -> Check {
    Check { step, ..check(kind) }
}

fn record(value: Option<&str>) -> Record {
    Record {
        saved: value
            .map(|value| ("it".to_owned(), value.to_owned()))
            .into_iter()
            .collect::<BTreeMap<_, _>>(),
        outcomes: vec![Ok(()), Err("no".into())],
    }
}

fn holds(check: Check, record: &Record) -> bool {
    let fill = |text: &str| text.replace("{fixture_host}", "h:1");
    checks::judge(&[check], record, &fill)
        .iter()
        .all(|row| row.holds())
}

#[test]
fn checks_compare_texts() {
    let cases = [
        (expecting("saved_equals", json!("7")), "7", "70"),
        (expecting("saved_equals", json!(7)), "7", "7.0"),
        (expecting("saved_equals", json!(true)), "true", "True"),
        (expecting("saved_contains", json!("b")), "abc", "ac"),
        (
            expecting("saved_contains", json!("//{fixture_host}/")),
            "http://h:1/x",
            "http://h:2/x",
        ),
        (expecting("saved_not_contains", json!("b")), "ac", "abc"),
        (check("saved_truthy"), "x", "false"),
        (check("saved_truthy"), "0", "ERROR: gone"),
    ];
    for (check, right, wrong) in cases {
        assert!(holds(check.clone(), &record(Some(right))), "{check:?} {right}");
        assert!(!holds(check.clone(), &record(Some(wrong))), "{check:?} {wrong}");
        assert!(!holds(check.clone(), &record(None)), "{check:?} without a value");
    }
}

#[test]
fn checks_look_at_steps_and_files_and_alternatives() {
    let record = record(Some("x"));
    assert!(holds(of_step("step_ok", Some(0)), &record) && !holds(of_step("step_ok", Some(1)), &record));
    assert!(
        holds(of_step("step_fails", Some(1)), &record) && !holds(of_step("step_fails", Some(0)), &record)
    );
    // A step that did not run neither succeeded nor failed.
    for kind in ["step_ok", "step_fails"] {
        assert!(!holds(of_step(kind, Some(2)), &record) && !holds(of_step(kind, None), &record));
    }
    let any = |checks| Check {
        comparison: Comparison::AnyOf(checks),
        ..check("any_of")
    };
    let (right, wrong) = (
        expecting("saved_equals", json!("x")),
        expecting("saved_equals", json!("y")),
    );
    assert!(holds(any(vec![wrong.clone(), right]), &record));
    assert!(
        !holds(any(vec![wrong]), &record)
            && !holds(any(Vec::new()), &record)
            && !holds(check("any_of"), &record)
    );
    let file = tempfile::NamedTempFile::new().unwrap();
    let of_file = Check {
        path: Some(file.path().to_string_lossy().into_owned()),
        ..check("file_nonempty")
    };
    assert!(!holds(of_file.clone(), &record));
    std::fs::write(file.path(), "x").unwrap();
    assert!(holds(of_file, &record));
    assert!(!holds(check("no_such_kind"), &record));
}

#[test]
fn values_are_texts_as_script_writes_them() {
    for (value, expected) in [
        (json!("a"), "a"),
        (json!(3), "3"),
        (json!(null), "null"),
        (json!({"b": 1, "a": [true]}), r#"{"b":1,"a":[true]}"#),
    ] {
        assert_eq!(text(&value), expected);
    }
    for (written, expected) in [
        ("-0", "0"),
        ("10n", "10"),
        ("NaN", "NaN"),
        ("undefined", "undefined"),
        ("function", "function"),
    ] {
        assert_eq!(
            evaluated(Evaluated::Other(written.into())),
            Ok(expected.to_owned())
        );
    }
    assert_eq!(
        evaluated(Evaluated::Threw("Error: x".into())),
        Err("Error: x".into())
    );
}

#[test]
fn patterns_of_addresses() {
    let address = "http://127.0.0.1:1/a/b.png?x=1";
    for right in [
        "**",
        "**/b.png*",
        "**/a/**",
        "http://*/a/b.png?x=1",
        "/a/",
        "**/*.png?x=1",
    ] {
        assert!(matches(address, right), "{right}");
    }
    for wrong in ["**/c.png", "*/b.png*", "http://*/b.png?x=1", "/c/", "**/b.png"] {
        assert!(!matches(address, wrong), "{wrong}");
    }
}
