//! Scores from small runs.

use serde_json::{Value, json};

use super::*;

fn record() -> Value {
    json!({
        "run_id": "r", "bench_id": "b", "bench_version": "1", "harness_version": "0", "score_eligible": true,
        "selected_engines": ["chrome", "moli", "lightpanda"], "k_runs": 1,
        "l2_semantic_capability_map": {"schema_version": 1, "path": "m.json", "sha256": "x", "capabilities": [
            {"capability_id": "web.a", "title": "A", "selected_task_ids": ["a1", "a2", "a3", "a4"], "probes": [
                {"task_id": "a1", "role": "semantic_probe"}, {"task_id": "a2", "role": "semantic_probe"},
                {"task_id": "a3", "role": "driver_cross_check"}, {"task_id": "a4", "role": "diagnostic"}]},
            {"capability_id": "web.b", "title": "B", "selected_task_ids": ["b1"], "probes": [
                {"task_id": "b1", "role": "semantic_probe"}, {"task_id": "b2", "role": "semantic_probe"}]},
        ]},
    })
}

fn row(layer: &str, task: &str, engine: &str, status: &str) -> Value {
    let failure = match status {
        "pass" => Value::Null,
        "crash" => json!({"class": "infra", "origin": "engine_process"}),
        _ => json!({"class": "cdp_semantic"}),
    };
    json!({
        "layer": layer, "subset_id": format!("{}.x", layer.to_lowercase()), "task_id": task, "engine": engine,
        "attempt": 1, "status": status, "driver": "raw_cdp", "score_included": engine != "chrome",
        "failure": failure, "chrome_gate": {"required": layer == "L2"},
    })
}

#[test]
fn rows_are_counted_by_subset_and_engine() {
    let rows = [
        row("L1", "t", "chrome", "pass"),
        row("L1", "t", "moli", "fail"),
        row("L1", "u", "moli", "crash"),
        row("L1", "u", "chrome", "pass"),
    ];
    let scores = of(&record(), &rows);
    assert_eq!(
        scores["layers"]["L1"],
        json!({
            "by_subset": {"l1.x": {"total": 4, "pass": 2, "pass_rate": 0.5}},
            "by_engine": {
                "chrome": {"total": 2, "pass": 2, "pass_rate": 1.0},
                "moli": {"total": 2, "pass": 0, "pass_rate": 0.0},
            },
        })
    );
    let axis = &scores["evaluation_axes"][PROTOCOL_AXIS];
    assert_eq!(axis["by_engine"], scores["layers"]["L1"]["by_engine"]);
    assert_eq!(scores["failure_classes"], json!({"cdp_semantic": 1, "infra": 1}));
    assert_eq!(scores["failure_origins"], json!({"engine_process": 1}));
    assert_eq!(
        scores["chrome_baseline"],
        json!({"passed_tasks": 0, "failed_tasks": 0})
    );
}

#[test]
fn probes_of_a_capability_are_one_verdict() {
    let rows = [
        row("L2", "a1", "chrome", "pass"),
        row("L2", "a2", "chrome", "pass"),
        row("L2", "a1", "moli", "pass"),
        row("L2", "a2", "moli", "fail"),
        row("L2", "a1", "lightpanda", "pass"),
        row("L2", "a2", "lightpanda", "pass"),
        row("L2", "a3", "moli", "pass"),
        row("L2", "a4", "moli", "pass"),
        row("L2", "b1", "chrome", "pass"),
        row("L2", "b1", "moli", "pass"),
        row("L2", "b1", "lightpanda", "pass"),
    ];
    let scores = of(&record(), &rows);
    let semantic = &scores["layers"]["L2"]["semantic_correctness"];
    let of_engine = |name: &str| {
        let verdicts = &semantic["by_engine"][name];
        ["total", "pass", "scored_total", "scored_pass", "missing"].map(|it| verdicts[it].as_u64().unwrap())
    };
    assert_eq!(
        of_engine("chrome"),
        [1, 1, 0, 0, 1],
        "chrome is not scored; web.b was asked for in part"
    );
    assert_eq!(
        of_engine("moli"),
        [1, 0, 1, 0, 1],
        "cross-checks and diagnostics are in no denominator"
    );
    assert_eq!(of_engine("lightpanda"), [1, 1, 1, 1, 1]);
    assert_eq!(semantic["complete_selection_capabilities"], 1);
    assert_eq!(semantic["capabilities"]["web.b"]["complete_selection"], false);
    assert_eq!(semantic["driver_cross_checks"]["row_count"], 1);
    assert_eq!(semantic["diagnostics"]["task_count"], 1);
    let pair = &semantic["pairwise"]["moli__lightpanda"];
    assert_eq!(pair["right_only"], 1);
    let tasks = &scores["layers"]["L2"]["candidate_pairwise"]["moli__lightpanda"];
    let counts = ["both_pass", "left_only", "right_only", "both_fail", "missing"];
    assert_eq!(counts.map(|it| tasks[it].as_u64().unwrap()), [2, 0, 1, 0, 2]);
    assert_eq!(
        scores["chrome_baseline"],
        json!({"passed_tasks": 3, "failed_tasks": 0})
    );
}

#[test]
fn a_missing_row_is_a_missing_verdict() {
    let rows = [row("L2", "a1", "moli", "pass")];
    let scores = of(&record(), &rows);
    let moli = &scores["layers"]["L2"]["semantic_correctness"]["by_engine"]["moli"];
    assert_eq!((&moli["total"], &moli["missing"]), (&json!(0), &json!(2)));
}

#[test]
fn what_our_own_runtime_did_is_counted_apart() {
    let tasks = [row("L1", "t", "chrome", "pass"), row("L2", "a1", "moli", "fail")];
    let without = of(&record(), &tasks);
    assert_eq!(without["other_drivers"], Value::Null);
    let mut ours = [row("L1", "t", "moli", "pass"), row("L2", "a1", "moli", "crash")];
    for row in &mut ours {
        row["driver"] = json!("aite");
        row["task_driver"] = json!("framework_playwright");
    }
    let mut with = of(&record(), &[tasks.as_slice(), ours.as_slice()].concat());
    let apart = with["other_drivers"]["aite"].take();
    with.as_object_mut().unwrap().remove("other_drivers");
    assert_eq!(with, without, "nothing else is counted differently");
    assert_eq!(apart["by_engine"]["moli"]["total"], 2);
    assert_eq!(apart["by_task_driver"]["framework_playwright"]["pass"], 1);
    assert_eq!(apart["by_subset"]["l2.x"]["pass"], 0);
}
