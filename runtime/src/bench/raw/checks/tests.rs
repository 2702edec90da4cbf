//! Every kind of check, holding and not.

use serde_json::{Value, json};

use super::*;

fn record() -> Record {
    let mut record = Record::default();
    record
        .saved
        .keep_value("value", json!({"result": {"type": "number", "value": 3}}));
    record
        .saved
        .keep_value("text", json!({"result": {"type": "string", "value": "a 3 c"}}));
    record
        .saved
        .keep_value("none", json!({"result": {"type": "undefined"}}));
    record.saved.keep(
        "doc",
        json!({"n": 1, "yes": true, "s": "héllo", "list": [1, "x", {"a": 1, "b": 2}],
            "rows": [{"id": 1, "in": {"tags": ["p", "q"]}}, {"id": 2, "in": {"tags": []}}, {"id": 3}, {"id": 3}]}),
    );
    record
        .saved
        .keep("body", json!({"body": "aGk=", "base64Encoded": true}));
    record
        .saved
        .keep("plain", json!({"body": "hi", "base64Encoded": false}));
    record.observed.push("Page.loadEventFired".into());
    record
        .unsupported
        .insert("Foo.bar".into(), "Foo.bar wasn't found".into());
    record.publish();
    record
}

/// A check as tasks write it: `name`, `path`, `min` and `max` have places of their own.
fn check(kind: &str, written: Value) -> Check {
    let text = |name: &str| written.get(name).and_then(Value::as_str).map(Into::into);
    let number = |name: &str| written.get(name).and_then(Value::as_u64);
    let comparison = match (written.get("match"), written.get("expected")) {
        (Some(matching), expected) => Comparison::Member {
            matching: matching.clone(),
            path: text("contains_path").unwrap_or_default(),
            expected: expected.cloned().unwrap_or_default(),
        },
        (None, Some(expected)) => Comparison::Expected(expected.clone()),
        (None, None) if number("min").or(number("max")).is_some() => Comparison::Range {
            min: number("min"),
            max: number("max"),
        },
        (None, None) => Comparison::None,
    };
    Check {
        kind: kind.into(),
        label: text("label"),
        subject: text("name"),
        path: text("path"),
        method: text("method"),
        step: None,
        comparison,
    }
}

fn holds(kind: &str, written: Value) -> bool {
    rows(&[check(kind, written)], &record())[0].holds()
}

#[test]
fn each_kind_holds_and_does_not() {
    let cases = [
        ("no_error", json!({}), true),
        ("value_equals", json!({"expected": 3}), true),
        ("value_equals", json!({"expected": 3.0}), true),
        ("value_equals", json!({"expected": "3"}), false),
        ("value_equals", json!({"name": "missing", "expected": 3}), false),
        ("value_type", json!({"expected": "number"}), true),
        ("value_type", json!({"expected": "string"}), false),
        ("value_type", json!({"name": "missing"}), false),
        ("value_truthy", json!({}), true),
        ("value_truthy", json!({"name": "none"}), false),
        ("value_contains", json!({"name": "text", "expected": "3 c"}), true),
        ("value_contains", json!({"name": "text", "expected": 3}), true),
        ("value_contains", json!({"name": "text", "expected": "z"}), false),
        ("value_contains", json!({"expected": "3"}), false),
        ("value_equals_3", json!({}), true),
        ("value_equals_3", json!({"name": "text"}), false),
        ("result_type_number", json!({}), true),
        ("result_type_number", json!({"name": "text"}), false),
        ("event_observed", json!({"method": "Page.loadEventFired"}), true),
        ("event_observed", json!({"method": "Page.frameNavigated"}), false),
        ("event_observed", json!({"name": "doc"}), true),
        ("event_observed", json!({"name": "missing"}), false),
        ("unsupported_observed", json!({"method": "Foo.bar"}), true),
        ("unsupported_observed", json!({"method": "Foo.baz"}), false),
        (
            "saved_path_equals",
            json!({"name": "doc", "path": "n", "expected": true}),
            true,
        ),
        (
            "saved_path_equals",
            json!({"name": "doc", "path": "missing"}),
            true,
        ),
        (
            "saved_path_equals",
            json!({"name": "doc", "path": "n", "expected": 2}),
            false,
        ),
        (
            "saved_path_equals",
            json!({"path": "result.value", "expected": 3}),
            true,
        ),
        ("saved_path_truthy", json!({"name": "doc", "path": "yes"}), true),
        ("saved_path_truthy", json!({"name": "doc", "path": "no"}), false),
        (
            "saved_path_contains",
            json!({"name": "doc", "path": "s", "expected": "ell"}),
            false,
        ),
        (
            "saved_path_contains",
            json!({"name": "doc", "path": "s", "expected": "éll"}),
            true,
        ),
        (
            "saved_path_one_of",
            json!({"name": "doc", "path": "n", "expected": [0, 1]}),
            true,
        ),
        (
            "saved_path_one_of",
            json!({"name": "doc", "path": "n", "expected": [2]}),
            false,
        ),
        (
            "saved_path_one_of",
            json!({"name": "doc", "path": "n", "expected": 1}),
            false,
        ),
        (
            "array_length",
            json!({"name": "doc", "path": "list", "expected": 3}),
            true,
        ),
        (
            "array_length",
            json!({"name": "doc", "path": "list", "expected": 2}),
            false,
        ),
        (
            "array_length",
            json!({"name": "doc", "path": "list", "min": 3, "max": 3}),
            true,
        ),
        (
            "array_length",
            json!({"name": "doc", "path": "list", "min": 4}),
            false,
        ),
        (
            "array_length",
            json!({"name": "doc", "path": "list", "max": 2}),
            false,
        ),
        (
            "array_length",
            json!({"name": "doc", "path": "s", "expected": 5}),
            true,
        ),
        (
            "array_length",
            json!({"name": "doc", "path": "n", "min": 0}),
            false,
        ),
        (
            "array_contains",
            json!({"name": "doc", "path": "list", "expected": "x"}),
            true,
        ),
        (
            "array_contains",
            json!({"name": "doc", "path": "list", "expected": {"a": 1}}),
            true,
        ),
        (
            "array_contains",
            json!({"name": "doc", "path": "list", "expected": {"a": 2}}),
            false,
        ),
        (
            "array_contains",
            json!({"name": "doc", "path": "s", "expected": "h"}),
            false,
        ),
        (
            "saved_body_text_equals",
            json!({"name": "body", "expected": "hi"}),
            true,
        ),
        (
            "saved_body_text_equals",
            json!({"name": "plain", "expected": "hi"}),
            true,
        ),
        (
            "saved_body_text_equals",
            json!({"name": "plain", "expected": "ho"}),
            false,
        ),
        (
            "saved_body_text_equals",
            json!({"name": "doc", "expected": null}),
            false,
        ),
        (
            "saved_path_equals",
            json!({"name": "__events_observed__", "path": "0", "expected": "Page.loadEventFired"}),
            true,
        ),
        (
            "saved_path_equals",
            json!({"name": "__unsupported__", "path": "Foo", "expected": null}),
            true,
        ),
        ("eval_no_exception", json!({}), true),
        ("eval_has_exception", json!({}), false),
        ("made_up", json!({"expected": 3}), false),
    ];
    for (kind, written, expected) in cases {
        assert_eq!(holds(kind, written.clone()), expected, "{kind} {written}");
    }
}

#[test]
fn one_element_is_meant_whatever_its_place() {
    let with = |matching: Value, expected: Value| {
        let written = json!({"name": "doc", "path": "rows", "match": matching, "contains_path": "in.tags",
            "expected": expected});
        holds("array_match_contains", written)
    };
    assert!(with(json!({"id": 1}), json!("q")));
    assert!(!with(json!({"id": 1}), json!("r")));
    assert!(!with(json!({"id": 2}), json!("p")));
    assert!(!with(json!({"id": 3}), json!("p")), "two are meant");
    assert!(!with(json!({"id": 4}), json!("p")), "none is meant");
}

#[test]
fn exceptions_are_counted() {
    let record = Record {
        exceptions: 1,
        ..record()
    };
    let rows = rows(
        &[
            check("eval_no_exception", json!({})),
            check("eval_has_exception", json!({})),
        ],
        &record,
    );
    assert_eq!([rows[0].holds(), rows[1].holds()], [false, true]);
}

#[test]
fn a_row_is_named_by_its_label() {
    let rows = rows(
        &[
            check("no_error", json!({"label": "all went well"})),
            check("no_error", json!({})),
        ],
        &record(),
    );
    assert_eq!(
        [rows[0].name.as_str(), rows[1].name.as_str()],
        ["all went well", "no_error"]
    );
}
