//! What looking costs: the same attempts with and without the sampler (A and B). A comparison of engines counts only
//! when looking changed next to nothing.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::{Map, Value, json};

use super::statistics::{median, percentile};
use crate::bench::recorded::Recorded;

/// Verdicts that may differ, of all: a flaky task is no effect of the sampler.
const MOST_MISMATCHES: f64 = 0.01;

/// Pairs of attempts.
#[derive(Debug, Default)]
struct Pairs {
    matched: usize,
    mismatches: usize,
    /// How much longer the attempt took, in percent.
    durations: Vec<f64>,
    /// How much longer attempt and looks took together, in percent.
    walls: Vec<f64>,
}

impl Pairs {
    fn add(&mut self, measured: &Value, plain: &Value) {
        self.matched += 1;
        self.mismatches += usize::from(measured["status"] != plain["status"]);
        let Some(before) = plain["duration_ms"].as_f64().filter(|before| *before > 0.0) else {
            return;
        };
        let longer = |now: &Value| now.as_f64().map(|now| (now / before - 1.0) * 100.0);
        self.durations.extend(longer(&measured["duration_ms"]));
        self.walls
            .extend(longer(&measured["resource"]["collection_wall_ms"]));
    }

    #[expect(clippy::cast_precision_loss, reason = "counts of attempts")]
    fn mismatch_rate(&self) -> Option<f64> {
        (self.matched > 0).then(|| self.mismatches as f64 / self.matched as f64)
    }

    fn is_acceptable(&self, most_percent: f64) -> bool {
        let within = |deltas: &[f64]| {
            deltas.len() == self.matched && median(deltas).is_some_and(|it| it <= most_percent)
        };
        within(&self.durations)
            && within(&self.walls)
            && self.mismatch_rate().is_some_and(|rate| rate <= MOST_MISMATCHES)
    }

    fn json(&self) -> Map<String, Value> {
        let json = json!({
            "matched_attempts": self.matched,
            "duration_pairs": self.durations.len(),
            "median_duration_delta_pct": median(&self.durations),
            "p95_duration_delta_pct": percentile(&self.durations, 95.0),
            "collection_wall_pairs": self.walls.len(),
            "median_collection_wall_delta_pct": median(&self.walls),
            "p95_collection_wall_delta_pct": percentile(&self.walls, 95.0),
            "status_mismatches": self.mismatches,
            "status_mismatch_rate": self.mismatch_rate(),
        });
        match json {
            Value::Object(json) => json,
            _ => Map::new(),
        }
    }
}

/// Compares a measured run with one of the same tasks that was not.
pub(super) fn of(measured: &Recorded, plain: &Recorded, most_percent: f64) -> Value {
    let key = |row: &Value| {
        (
            row["task_id"].to_string(),
            row["engine"].to_string(),
            row["attempt"].as_u64(),
        )
    };
    let others: HashMap<_, &Value> = plain.rows.iter().map(|row| (key(row), row)).collect();
    let mut all = Pairs::default();
    let mut engines: BTreeMap<&str, Pairs> = BTreeMap::new();
    for row in &measured.rows {
        if let Some(other) = others.get(&key(row)) {
            all.add(row, other);
            engines
                .entry(row["engine"].as_str().unwrap_or("unknown"))
                .or_default()
                .add(row, other);
        }
    }
    let selected: BTreeSet<&str> = measured.record["selected_engines"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let complete = all.matched == measured.rows.len() && selected == engines.keys().copied().collect();
    let checks = same_conditions(&measured.record, &plain.record);
    let mismatches: Vec<&str> = checks
        .iter()
        .filter(|(_, same)| !same)
        .map(|(name, _)| *name)
        .collect();
    let acceptable = complete
        && mismatches.is_empty()
        && !engines.is_empty()
        && all.is_acceptable(most_percent)
        && engines.values().all(|pairs| pairs.is_acceptable(most_percent));
    let by_engine = engines.iter().map(|(name, pairs)| {
        let mut json = pairs.json();
        json.insert("acceptable".into(), json!(pairs.is_acceptable(most_percent)));
        ((*name).to_owned(), Value::Object(json))
    });
    let mut json = all.json();
    for (key, value) in [
        ("profiled_attempts", json!(measured.rows.len())),
        ("complete_pairing", json!(complete)),
        ("by_engine", Value::Object(by_engine.collect())),
        (
            "provenance_checks",
            checks
                .iter()
                .map(|(name, same)| ((*name).to_owned(), json!(same)))
                .collect(),
        ),
        ("provenance_mismatches", json!(mismatches)),
        ("max_observer_effect_pct", json!(most_percent)),
        ("acceptable", json!(acceptable)),
    ] {
        json.insert(key.into(), value);
    }
    Value::Object(json)
}

/// What has to be the same in both runs, and whether it is.
fn same_conditions(measured: &Value, plain: &Value) -> Vec<(&'static str, bool)> {
    let same = |pointer: &str| measured.pointer(pointer) == plain.pointer(pointer);
    let tasks = |record: &Value| {
        let tasks = record["resolved_tasks"].as_array().into_iter().flatten();
        let mut tasks: Vec<_> = tasks
            .map(|task| (task["task_id"].to_string(), task["sha256"].to_string()))
            .collect();
        tasks.sort();
        tasks
    };
    let mode = |record: &Value, mode: &str| record["resource_profile"]["mode"] == mode;
    vec![
        ("corpus", tasks(measured) == tasks(plain)),
        ("seed", same("/seed")),
        ("k_runs", same("/k_runs")),
        ("selected_engines", same("/selected_engines")),
        ("score_mode", same("/score_mode")),
        ("jobs", same("/runner/jobs")),
        ("browser_reuse", same("/runner/browser_reuse")),
        ("engine_pins", same("/engines")),
        ("runner_version", same("/runner/version")),
        ("host_provenance", same("/host")),
        ("balanced_order", same("/resource_profile/engine_order")),
        (
            "profile_modes",
            mode(measured, "engine") && mode(plain, "baseline"),
        ),
    ]
}
