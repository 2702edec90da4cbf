//! `aite bench run --driver aite`: page steps by our own runtime, on the data set of the repository and a real Chromium.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn aite(runs: &Path, arguments: &[&str]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut command = Command::new(env!("CARGO_BIN_EXE_aite"));
    command.current_dir(root).args(["bench", "run", "--manifest"]);
    command
        .args(["scripts/tasks/manifest.json", "--driver", "aite", "--out"])
        .arg(runs);
    command.args(arguments).output().expect("aite starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_scenario_is_performed_once_and_other_tasks_are_left_out() {
    let runs = tempfile::tempdir().expect("a folder");
    let output = aite(runs.path(), &["--dry-run", "--score-mode", "independent"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("left out: not made of page steps"));
    let plan: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(plan["score_eligible"], false);
    let tasks = plan["tasks"].as_array().expect("tasks");
    let scenarios = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/tasks/scenarios");
    assert_eq!(tasks.len(), fs::read_dir(scenarios).expect("scenarios").count());
    for task in tasks {
        let id = task["task_id"].as_str().expect("an id");
        assert!(id.ends_with("__aite") && task["driver"] == "aite", "{task}");
    }
}

#[test]
fn tasks_of_the_protocol_alone_are_refused() {
    let runs = tempfile::tempdir().expect("a folder");
    let output = aite(runs.path(), &["--task", "browser_names_itself"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("the driver aite performs page steps"));
}

#[test]
fn the_rows_are_graded_alike_and_counted_apart() {
    let runs = tempfile::tempdir().expect("a folder");
    let task = "sc_cookie_of_the_driver_is_there__pw";
    let output = aite(
        runs.path(),
        &[
            "--task",
            task,
            "--score-mode",
            "independent",
            "--run-id",
            "r",
            "--quiet",
        ],
    );
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let row = fs::read_to_string(runs.path().join("r/results.jsonl")).expect("a row");
    let row: Value = serde_json::from_str(row.trim()).expect("one row");
    assert_eq!(row["task_id"], "sc_cookie_of_the_driver_is_there__aite");
    assert_eq!(
        (&row["status"], &row["failure"]),
        (&Value::from("pass"), &Value::Null)
    );
    assert_eq!(
        (&row["driver"], &row["score_included"]),
        (&Value::from("aite"), &Value::from(false))
    );
    let scores = fs::read_to_string(runs.path().join("r/scores.json")).expect("scores");
    let scores: Value = serde_json::from_str(&scores).expect("JSON");
    assert_eq!(scores["other_drivers"]["aite"]["by_engine"]["chrome"]["pass"], 1);
    assert_eq!(scores["layers"]["L1"]["by_engine"], serde_json::json!({}));
    let card = fs::read_to_string(runs.path().join("r/scorecard.md")).expect("a card");
    assert!(
        card.contains("Driver aite by engine") && card.contains("Not for scores"),
        "{card}"
    );
}
