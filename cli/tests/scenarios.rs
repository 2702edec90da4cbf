//! The scenarios of the repository: enough of them, of many kinds, each graded by the server and each on a page that exists.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

fn tasks() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/tasks")
}

fn scenarios() -> Vec<Value> {
    let mut paths: Vec<PathBuf> = fs::read_dir(tasks().join("scenarios"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let read = |path: &PathBuf| serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    paths.iter().map(read).collect()
}

fn text<'a>(scenario: &'a Value, pointer: &str) -> &'a str {
    scenario
        .pointer(pointer)
        .and_then(Value::as_str)
        .unwrap_or_default()
}

#[test]
fn the_readme_counts_them() {
    let scenarios = scenarios();
    let families: BTreeSet<&str> = scenarios.iter().map(|it| text(it, "/family")).collect();
    let counted = format!("{} scenarios of {} families", scenarios.len(), families.len());
    let readme = fs::read_to_string(tasks().join("README.md")).unwrap();
    assert!(
        readme.contains(&counted),
        "scripts/tasks/README.md does not say {counted:?}"
    );
}

#[test]
fn the_server_decides_every_one() {
    for scenario in scenarios() {
        let id = text(&scenario, "/scenario_id");
        assert!(!scenario["expected_answer"]["expected"].is_null(), "{id}");
        let saves = |step: &&Value| step["save_as"] == "answer";
        assert!(
            scenario["steps"]
                .as_array()
                .unwrap()
                .iter()
                .any(|step| saves(&step)),
            "{id}"
        );
    }
}

#[test]
fn none_pauses_and_none_says_the_same_twice() {
    let scenarios = scenarios();
    let descriptions: BTreeSet<&str> = scenarios.iter().map(|it| text(it, "/description")).collect();
    assert_eq!(descriptions.len(), scenarios.len());
    for scenario in &scenarios {
        let pauses = |step: &Value| step["op"] == "wait_ms";
        assert!(
            !scenario["steps"].as_array().unwrap().iter().any(pauses),
            "{}",
            text(scenario, "/scenario_id")
        );
    }
}

#[test]
fn every_page_is_opened_by_a_scenario_or_by_another_page() {
    let folder = tasks().join("fixtures/scenarios");
    let pages = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let pages: Vec<PathBuf> = pages
        .filter(|path| path.extension().is_some_and(|it| it == "html"))
        .collect();
    let mut texts: Vec<(PathBuf, String)> = Vec::new();
    for path in &pages {
        texts.push((path.clone(), fs::read_to_string(path).unwrap()));
    }
    let opened: BTreeSet<String> = scenarios()
        .iter()
        .map(|it| text(it, "/scene/url").to_owned())
        .collect();
    let routes = fs::read_to_string(folder.join("routes.fragment.json")).unwrap();
    for path in pages {
        let name = path.file_name().unwrap().to_str().unwrap();
        let is_linked = texts
            .iter()
            .any(|(other, text)| *other != path && text.contains(name));
        let is_opened = opened.contains(&format!("/fixtures/scenarios/{name}"));
        assert!(is_opened || is_linked || routes.contains(name), "{name}");
    }
}
