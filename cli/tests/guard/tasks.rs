//! Benchmark tasks in a real repository.

use std::fs;
use std::path::Path;

use super::findings;
use super::repo::{Files, Repo};

fn text(path: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/tasks/data-set");
    fs::read_to_string(folder.join(path)).unwrap()
}

const TASK: &str = "tasks/raw/cart_empty_001.json";
const SCENARIO: &str = "tasks/scenarios/cart_add.scenario.json";
const REGISTRY: &str = "fixtures/expected_answers.json";

#[track_caller]
fn says(old: &Files<'_>, new: &Files<'_>, expected: &[&str]) {
    assert_eq!(findings(&Repo::with_branches(old, new), &[]), expected);
}

#[test]
fn a_weakened_task_is_found_where_it_stands() {
    let old = text(TASK);
    for (from, to, expected) in [
        (
            "\"expected\": 0",
            "\"expected\": 1",
            "t.json:46 expectation-changed",
        ),
        ("\"value_equals\"", "\"value_truthy\"", "t.json:46 looser-match"),
        (
            "\"kind\": \"no_error\"",
            "\"kind\": \"eval_no_exception\"",
            "t.json:50 kind-changed",
        ),
        (
            "\"method\": \"Runtime.enable\"",
            "\"method\": \"Runtime.enable\", \"optional\": true",
            "t.json:23 step-optional",
        ),
        (
            "\"expression\": \"0\"",
            "\"expression\": \"'0'\"",
            "t.json:46 capture-changed",
        ),
        (
            "\"purpose.smoke\"",
            "\"purpose.diagnostic\"",
            "t.json:12 diagnostic-tag",
        ),
        ("\"task_ms\": 10000", "\"task_ms\": 20000", "t.json:56 more-time"),
        ("\"inline_assertions\"", "\"always\"", "t.json:1 no-longer-parses"),
    ] {
        let new = old.replace(from, to);
        assert_ne!(old, new, "{from}");
        says(&vec![("t.json", &old)], &vec![("t.json", &new)], &[expected]);
    }
    says(&vec![("t.json", &old)], &vec![], &["t.json:1 task-deleted"]);
}

#[test]
fn a_step_that_must_fail_demands_more_than_one_that_may() {
    let task = text("tasks/playwright/sc_cart_add__pw.json");
    let with = |word: &str| {
        task.replacen(
            "\"op\": \"click\"",
            &format!("\"op\": \"click\", \"{word}\": true"),
            1,
        )
    };
    let (fails, optional) = (with("expect_fail"), with("optional"));
    let step = "t.json:35 step-optional";
    says(&vec![("t.json", &task)], &vec![("t.json", &optional)], &[step]);
    says(&vec![("t.json", &fails)], &vec![("t.json", &optional)], &[step]);
    says(&vec![("t.json", &optional)], &vec![("t.json", &fails)], &[]);
    // Beside a field that nobody knows, it is for each driver to say what they mean.
    let unknown = optional.replacen("\"optional\"", "\"later\": 1, \"optional\"", 1);
    says(
        &vec![("t.json", &task)],
        &vec![("t.json", &unknown)],
        &["t.json:1 step-optional"],
    );
    says(
        &vec![("t.json", &unknown)],
        &vec![("t.json", &unknown.replace("Adds", "It adds"))],
        &[],
    );
}

#[test]
fn a_task_that_moved_or_was_written_otherwise_is_followed() {
    let old = text(TASK);
    let value: serde_json::Value = serde_json::from_str(&old).unwrap();
    let compact = value.to_string();
    says(&vec![("a/t.json", &old)], &vec![("b/u.json", &compact)], &[]);
    let weak = compact.replace("\"expected\":0", "\"expected\":1");
    says(
        &vec![("a/t.json", &old)],
        &vec![("b/u.json", &weak)],
        &["a/t.json:46 expectation-changed"],
    );
    says(
        &vec![("a/t.json", &old)],
        &vec![("a/t.txt", &old)],
        &["a/t.json:1 task-deleted"],
    );
}

#[test]
fn other_json_files_are_let_alone() {
    says(
        &vec![
            ("package.json", "{\"a\": 1}"),
            ("broken.json", "{"),
            ("gone.json", "[]"),
        ],
        &vec![("package.json", "{\"a\": 2}"), ("broken.json", "}")],
        &[],
    );
}

#[test]
fn expected_answers_are_compared_wherever_they_are() {
    let old = text(REGISTRY);
    let looser = old.replacen("\"equals\"", "\"contains\"", 1);
    says(
        &vec![(REGISTRY, &old)],
        &vec![(REGISTRY, &looser)],
        &["fixtures/expected_answers.json:2 looser-match"],
    );
    let other = old.replacen("\"kept\"", "\"lost\"", 1);
    says(
        &vec![(REGISTRY, &old)],
        &vec![(REGISTRY, &other)],
        &["fixtures/expected_answers.json:2 expectation-changed"],
    );
    let without = "{}";
    says(
        &vec![(REGISTRY, &old)],
        &vec![(REGISTRY, without)],
        &[
            "fixtures/expected_answers.json:2 removed",
            "fixtures/expected_answers.json:6 removed",
        ],
    );
    // In another registry they are where they went.
    says(
        &vec![(REGISTRY, &old)],
        &vec![
            (REGISTRY, without),
            ("fixtures/x/expected_answers.fragment.json", &old),
        ],
        &[],
    );
    // A registry that says something else of a task overrules one that nobody touched.
    let fragment = "fixtures/x/expected_answers.fragment.json";
    says(
        &vec![(REGISTRY, &old)],
        &vec![(REGISTRY, &old), (fragment, &looser)],
        &["fixtures/expected_answers.json:1 looser-match"],
    );
    says(
        &vec![(REGISTRY, &old)],
        &vec![(REGISTRY, &old), (fragment, &old)],
        &[],
    );
}

#[test]
fn scenarios_are_compared_as_the_tasks_that_they_become() {
    let old = text(SCENARIO);
    let file = "s/cart_add.scenario.json";
    let no_puppeteer = old
        .replace("\"playwright\",\n    \"puppeteer\"", "\"playwright\"")
        .replace(
            "\"driver_skips\": {",
            "\"driver_skips\": {\n    \"puppeteer\": \"cannot\",",
        );
    assert!(no_puppeteer.contains("cannot"));
    says(
        &vec![(file, &old)],
        &vec![(file, &no_puppeteer)],
        &["s/cart_add.scenario.json:1 task-deleted"],
    );
    let unread = old.replace("\"kind\": \"saved_equals\"", "\"kind\": \"saved_truthy\"");
    says(
        &vec![(file, &old)],
        &vec![(file, &unread)],
        &["s/cart_add.scenario.json:34 looser-match"],
    );
    says(
        &vec![(file, &old)],
        &vec![(file, &old.replace("badge says 1", "badge is 1"))],
        &[],
    );
}
