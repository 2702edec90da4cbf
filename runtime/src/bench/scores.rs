//! `scores.json`: rows and the record of their run → numbers.

mod semantic;
mod tally;

use serde_json::{Map, Value, json};

use super::drivers::aite;
use super::manifest;
use super::row::{PROTOCOL_AXIS, SEMANTIC_AXIS};
use tally::{Tally, by, pairs};

/// The scores of a run.
pub fn of(record: &Value, rows: &[Value]) -> Value {
    let (ours, rows): (Vec<Value>, Vec<Value>) = rows.iter().cloned().partition(is_of_aite);
    let mut scores = of_tasks(record, &rows);
    if let (Some(scores), false) = (scores.as_object_mut(), ours.is_empty()) {
        let ours: Vec<&Value> = ours.iter().collect();
        let mut of_aite = stats(&ours);
        of_aite["by_task_driver"] = by(&ours, "task_driver");
        scores.insert("other_drivers".into(), json!({aite::NAME: of_aite}));
    }
    scores
}

/// Whether a task was performed by our own runtime: that says nothing of the driver that the task is about.
pub(super) fn is_of_aite(row: &Value) -> bool {
    row["driver"] == aite::NAME
}

fn of_tasks(record: &Value, rows: &[Value]) -> Value {
    let layer = |name: &str| -> Vec<&Value> { rows.iter().filter(|row| row["layer"] == name).collect() };
    let (first, second) = (layer("L1"), layer("L2"));
    let semantic = semantic::of(record, &second);
    let mut layers = Map::new();
    layers.insert("L1".into(), stats(&first));
    let mut l2 = stats(&second);
    l2["candidate_pairwise"] = candidate_pairs(record, &second);
    l2["semantic_correctness"] = semantic.clone();
    layers.insert("L2".into(), l2);
    let mut semantic_axis = json!({"source_layer": "L2"});
    if let (Some(axis), Value::Object(semantic)) = (semantic_axis.as_object_mut(), semantic) {
        axis.extend(semantic);
    }
    let mut protocol_axis = json!({
        "source_layer": "L1",
        "unit": "task_attempt",
        "question": "Does the engine do what clients of the protocol expect?",
    });
    if let (Some(axis), Value::Object(stats)) = (protocol_axis.as_object_mut(), stats(&first)) {
        axis.extend(stats);
    }
    let baseline = baseline(rows);
    json!({
        "run_id": record["run_id"],
        "bench_id": record["bench_id"],
        "bench_version": record["bench_version"],
        "harness_version": record["harness_version"],
        "score_eligible": record["score_eligible"],
        "layers": layers,
        "evaluation_axes": {PROTOCOL_AXIS: protocol_axis, SEMANTIC_AXIS: semantic_axis},
        "chrome_baseline": baseline,
        "chrome_gate": baseline,
        "failure_classes": counts(rows, "class"),
        "failure_origins": counts(rows, "origin"),
        "provenance": {"run_manifest": manifest::FILE},
    })
}

fn stats(rows: &[&Value]) -> Value {
    json!({
        "by_subset": by(rows, "subset_id"),
        "by_engine": by(rows, "engine"),
    })
}

/// What every two candidates have in common, by task and attempt.
fn candidate_pairs(record: &Value, rows: &[&Value]) -> Value {
    let selected = record["selected_engines"].as_array();
    let names = selected.into_iter().flatten().filter_map(Value::as_str);
    let candidates: Vec<&str> = names.filter(|name| *name != "chrome").collect();
    pairs(
        &candidates,
        rows.iter().map(|row| {
            let key = (
                row["task_id"].to_string(),
                row["attempt"].as_u64().unwrap_or_default(),
            );
            (
                row["engine"].as_str().unwrap_or_default(),
                key,
                row["status"] == "pass",
            )
        }),
    )
}

/// How Chrome did where the others waited for it.
fn baseline(rows: &[Value]) -> Value {
    let mut tally = Tally::default();
    let asked = |row: &&Value| row["engine"] == "chrome" && row["chrome_gate"]["required"] == true;
    for row in rows.iter().filter(asked) {
        tally.add(row["status"] == "pass");
    }
    json!({"passed_tasks": tally.pass, "failed_tasks": tally.total - tally.pass})
}

fn counts(rows: &[Value], of: &str) -> Value {
    let mut counts: Map<String, Value> = Map::new();
    for name in rows.iter().filter_map(|row| row["failure"][of].as_str()) {
        let count = counts.get(name).and_then(Value::as_u64).unwrap_or_default();
        counts.insert(name.into(), json!(count + 1));
    }
    Value::Object(counts)
}

#[cfg(test)]
mod tests;
