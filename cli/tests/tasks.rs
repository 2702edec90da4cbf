//! The data set of the repository is valid, and a page of it cannot talk the server into anything.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

fn aite(arguments: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_aite"))
        .args(arguments)
        .current_dir(root())
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].concat();
    (
        output.status.success(),
        String::from_utf8_lossy(&text).into_owned(),
    )
}

#[test]
fn every_task_is_valid() {
    let (valid, said) = aite(&["bench", "validate", "--manifest", "scripts/tasks/manifest.json"]);
    assert!(valid, "{said}");
}

/// The tasks of a subset, as `bench list` tells them.
fn tasks_of(subset: &str) -> Vec<Value> {
    let manifest = "scripts/tasks/manifest.json";
    let (listed, said) = aite(&[
        "bench",
        "list",
        "tasks",
        "--json",
        "--subset",
        subset,
        "--manifest",
        manifest,
    ]);
    assert!(listed, "{said}");
    serde_json::from_str(&said).unwrap()
}

/// What the features of tasks begin with: `cdp.page`, `web.css`.
fn areas(tasks: &[Value]) -> BTreeSet<String> {
    let features = tasks.iter().flat_map(|task| task["features"].as_array().unwrap());
    features
        .map(|feature| feature.as_str().unwrap().split('.').take(2))
        .map(|names| names.collect::<Vec<_>>().join("."))
        .collect()
}

#[test]
fn protocol_tasks_are_many_and_of_most_domains() {
    let tasks = tasks_of("l1.protocol");
    let domains = areas(&tasks);
    assert!(tasks.len() >= 120, "{}", tasks.len());
    assert!(domains.len() >= 30, "{domains:?}");
    assert!(domains.contains("cdp.web_authn"), "{domains:?}");
}

#[test]
fn platform_probes_are_many_and_the_server_grades_each() {
    let tasks = tasks_of("l2.platform");
    let areas = areas(&tasks);
    assert!(tasks.len() >= 60, "{}", tasks.len());
    assert!(areas.len() >= 20, "{areas:?}");
    let others: Vec<_> = tasks
        .iter()
        .filter(|task| task["grader"] != "server_side")
        .collect();
    assert!(others.is_empty(), "{others:?}");
}

/// A page and its scripts are all that a probe may see: what is expected of it stands in none of them.
#[test]
fn no_page_has_its_own_answer() {
    let fixtures = root().join("scripts/tasks/fixtures");
    let read = |path: &str| std::fs::read_to_string(fixtures.join(path)).unwrap();
    let answers: BTreeMap<String, Value> = serde_json::from_str(&read("expected_answers.json")).unwrap();
    for (task, answer) in &answers {
        let expected = answer["expected"].as_str().unwrap();
        let page = fixtures.join(format!("platform/{task}.html"));
        let page = std::fs::read_to_string(page).unwrap_or_default();
        assert!(!page.contains(expected), "{task} says {expected}");
    }
    assert!(answers.len() >= 60, "{}", answers.len());
}

#[test]
fn every_page_has_an_address() {
    let fixtures = root().join("scripts/tasks/fixtures");
    let routes = std::fs::read_to_string(fixtures.join("routes.json")).unwrap();
    let routes: BTreeMap<String, String> = serde_json::from_str(&routes).unwrap();
    let routed: BTreeSet<_> = routes.values().cloned().collect();
    let mut there = BTreeSet::new();
    for folder in ["platform", "protocol"] {
        for entry in std::fs::read_dir(fixtures.join(folder)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            if !name.ends_with(".headers.json") {
                there.insert(format!("{folder}/{name}"));
            }
        }
    }
    assert_eq!(routed, there);
}

#[test]
fn chrome_passes_a_task_of_each_kind() {
    let out = tempfile::tempdir().unwrap();
    let (ran, said) = aite(&[
        "bench",
        "run",
        "--manifest",
        "scripts/tasks/manifest.json",
        "--task",
        "fetch_is_answered_by_the_client",
        "--task",
        "signed_message",
        "--task",
        "indexeddb_inventory",
        "--out",
        out.path().to_str().unwrap(),
    ]);
    assert!(ran, "{said}");
    assert!(said.contains("3 of 3 pass"), "{said}");
}
