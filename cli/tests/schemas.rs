//! The JSON that aite prints and keeps is as `docs/schema/` says.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn json(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// Every value is valid, or the test says which is not and why.
fn assert_valid(schema: &str, values: impl IntoIterator<Item = Value>) {
    let schema = json(&root().join("docs/schema").join(format!("{schema}.schema.json")));
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let mut seen = 0;
    for value in values {
        seen += 1;
        let errors: Vec<String> = validator
            .iter_errors(&value)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{errors:#?}\n{value:#}");
    }
    assert!(seen > 0, "nothing was validated");
}

fn aite(arguments: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_aite"))
        .args(arguments)
        .current_dir(root())
        .output()
        .unwrap();
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn parsed_trees() {
    let cases = json(&root().join("fixtures/language/cases.json"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("case.aite");
    let trees = cases.as_array().unwrap().iter().map(|case| {
        fs::write(&file, case["input"].as_str().unwrap()).unwrap();
        aite(&["parse", file.to_str().unwrap()])
    });
    assert_valid("parse", trees);
}

#[test]
fn diagnostics() {
    assert_valid(
        "check",
        [aite(&["check", "--format", "json", "fixtures/cli/check"])],
    );
}

#[test]
fn stored_events() {
    let logs = fs::read_dir(root().join("fixtures/cli/report")).unwrap();
    let events = logs.flat_map(|log| {
        let text = fs::read_to_string(log.unwrap().path()).unwrap();
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect::<Vec<Value>>()
    });
    assert_valid("events", events);
}

#[test]
fn runs_folded_from_events() {
    let logs = fs::read_dir(root().join("fixtures/cli/report")).unwrap();
    let runs = logs.map(|log| {
        let text = fs::read_to_string(log.unwrap().path()).unwrap();
        let events: Vec<_> = text
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let run = aite_runtime::report::RunJson::replay(&events).unwrap();
        serde_json::from_slice(&run.to_bytes()).unwrap()
    });
    assert_valid("run", runs);
}

#[test]
fn suites() {
    let results = tempfile::tempdir().unwrap();
    let mut suite = aite_runtime::report::Suite::create(results.path(), Some("nightly".into())).unwrap();
    let first = json(suite.path());
    suite.finish(None).unwrap();
    assert_valid("suite", [first, json(suite.path())]);
}
