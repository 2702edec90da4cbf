//! Truth table C: the answer alone proves nothing, and neither does what a page says of itself.

use serde_json::{Value, json};

use super::*;
use crate::bench::outcome::{CheckStatus, Class, Grade};

const SEED: &str = "752da0971fb3";

fn right() -> String {
    expected_count(SEED).to_string()
}

fn rows(grade: &Grade) -> Vec<(&str, bool)> {
    let rows = grade.checks.iter();
    rows.map(|row| (row.name.as_str(), row.status == CheckStatus::Pass))
        .collect()
}

fn graded(answer: &str, events: &[&str]) -> Grade {
    let events: Vec<_> = events.iter().map(|event| (*event).to_owned()).collect();
    inventory(SEED, answer, &events)
}

#[test]
fn the_seed_decides_the_count() {
    // 10 + the first byte of the SHA-256 modulo 90.
    for (seed, count) in [("", 57), ("seed-a", 54), ("seed-b", 14), (SEED, 39)] {
        assert_eq!(expected_count(seed), count, "{seed:?}");
    }
    let all: std::collections::BTreeSet<_> = (0..2000)
        .map(|number| expected_count(&number.to_string()))
        .collect();
    assert_eq!(all.first().zip(all.last()), Some((&10, &99)));
    assert_eq!(all.len(), 90, "every count comes up");
}

#[test]
fn each_row_of_the_inventory_can_fail_alone() {
    let right = right();
    let both = ["idb_write", "idb_read"];
    for (answer, events, failing) in [
        (right.as_str(), &both[..], None),
        (
            right.as_str(),
            &["idb_read"][..],
            Some("indexeddb_write_observed"),
        ),
        (
            right.as_str(),
            &["idb_write"][..],
            Some("indexeddb_read_observed"),
        ),
        ("7", &both[..], Some("answer_matches_seed")),
        ("", &both[..], Some("answer_matches_seed")),
    ] {
        let grade = graded(answer, events);
        let expected: Vec<_> = [
            "answer_matches_seed",
            "indexeddb_write_observed",
            "indexeddb_read_observed",
        ]
        .map(|name| (name, Some(name) != failing))
        .into();
        assert_eq!(rows(&grade), expected, "{answer} {events:?}");
        assert_eq!(grade.ok, failing.is_none());
        let class = grade.failure.map(|failure| failure.class);
        assert_eq!(class, failing.map(|_| Class::CdpSemantic));
    }
}

#[test]
fn a_right_answer_without_events_fails() {
    let grade = graded(&right(), &[]);
    assert!(!grade.ok);
    let expected = [
        ("answer_matches_seed", true),
        ("indexeddb_write_observed", false),
        ("indexeddb_read_observed", false),
    ];
    assert_eq!(rows(&grade), expected);
}

#[test]
fn events_with_other_names_are_no_evidence() {
    for events in [["idb_write ", "IDB_READ"], ["indexeddb_write_observed", "true"]] {
        assert!(!graded(&right(), &events).ok, "{events:?}");
    }
}

fn registry() -> Answers {
    let entries = json!({
        "_comment": "entries that are no objects are comments",
        "same": {"mode": "equals", "expected": "a b"},
        "plain": {"expected": 3, "oracle": "ignored"},
        "part": {"mode": "contains", "expected": "needle"},
        "parts": {"mode": "contains_all", "expected": ["one", 2]},
        "single": {"mode": "contains_all", "expected": "one"},
        "odd": {"mode": "matches", "expected": "x"},
        "bare": {"mode": "equals"},
    });
    Answers::new(entries.as_object().unwrap())
}

#[test]
fn answers_are_compared_as_their_entry_says() {
    let answers = registry();
    for (task, answer, row, ok) in [
        ("same", "a b", "answer_equals_expected", true),
        ("same", " a b", "answer_equals_expected", false),
        ("same", "A B", "answer_equals_expected", false),
        ("plain", "3", "answer_equals_expected", true),
        ("plain", "3.0", "answer_equals_expected", false),
        ("part", "hay needle hay", "answer_contains", true),
        ("part", "needl", "answer_contains", false),
        ("parts", "2 and one", "answer_contains_all", true),
        ("parts", "one", "answer_contains_all", false),
        ("single", "someone", "answer_contains_all", true),
    ] {
        let grade = answers.grade(task, answer);
        assert_eq!(rows(&grade), [(row, ok)], "{task} {answer:?}");
        let class = grade.failure.map(|failure| failure.class);
        assert_eq!(class, (!ok).then_some(Class::CdpSemantic), "{task} {answer:?}");
    }
}

#[test]
fn an_unusable_entry_blames_nobody_but_the_data_set() {
    let answers = registry();
    for (task, says) in [
        ("missing", "no expected answer"),
        ("_comment", "no expected answer"),
        ("odd", "the modes are equals, contains and contains_all"),
        ("bare", "no member \"expected\""),
    ] {
        let grade = answers.grade(task, "");
        assert_eq!(rows(&grade), [("expected_answer_registered", false)], "{task}");
        let failure = grade.failure.unwrap();
        assert_eq!(failure.class, Class::Infra, "{task}");
        assert!(failure.detail.contains(says), "{}", failure.detail);
    }
    assert_eq!(answers.len(), 7);
}

#[test]
fn answers_that_are_no_text_are_written_in_one_way() {
    let text = |payload: Value| {
        let submission: Submission = serde_json::from_value(payload).unwrap();
        submission.answer_text()
    };
    assert_eq!(text(json!({})), "");
    assert_eq!(text(json!({"answer": null})), "None");
    assert_eq!(text(json!({"answer": true})), "True");
    assert_eq!(text(json!({"answer": 12})), "12");
    assert_eq!(text(json!({"answer": "12"})), "12");
    assert_eq!(text(json!({"answer": ["a", 1]})), "[\"a\",1]");
}
