//! `resource_summary.json`: what engines cost on what all of them pass.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::statistics;
use crate::bench::recorded::Recorded;

/// The schema of the summary.
const SCHEMA: &str = "abb_resource_summary/1";
/// Fewer attempts each are no comparison.
const LEAST_ATTEMPTS: u64 = 5;
/// More missing metrics are counted by the reasons, not named.
const MOST_NAMED: usize = 100;

/// What is compared; the last two are in `fixture_traffic`.
const METRICS: [&str; 11] = [
    "cpu_total_ms",
    "cpu_user_ms",
    "cpu_system_ms",
    "avg_cores",
    "pss_baseline_bytes",
    "pss_peak_bytes",
    "pss_end_bytes",
    "pss_peak_delta_bytes",
    "process_count_peak",
    "fixture_app_rx_body_bytes",
    "fixture_app_tx_body_bytes",
];
const COLD_METRICS: [&str; 3] = ["ready_ms", "launch_cpu_ms", "launch_peak_pss_bytes"];

type Attempt<'a> = (&'a str, u64);

/// Rows by attempt and engine.
struct Matrix<'a> {
    engines: Vec<&'a str>,
    attempts: BTreeMap<Attempt<'a>, BTreeMap<&'a str, &'a Value>>,
}

impl<'a> Matrix<'a> {
    fn of(run: &'a Recorded) -> Self {
        let names = run.record["selected_engines"].as_array().into_iter().flatten();
        let mut attempts: BTreeMap<Attempt<'a>, BTreeMap<&str, &Value>> = BTreeMap::new();
        for row in &run.rows {
            let task = row["task_id"].as_str().unwrap_or_default();
            let attempt = row["attempt"].as_u64().unwrap_or_default();
            let engine = row["engine"].as_str().unwrap_or_default();
            attempts.entry((task, attempt)).or_default().insert(engine, row);
        }
        Self {
            engines: names.filter_map(Value::as_str).collect(),
            attempts,
        }
    }

    fn all_pass(&self, rows: &BTreeMap<&str, &Value>) -> bool {
        !self.engines.is_empty()
            && self
                .engines
                .iter()
                .all(|engine| rows.get(engine).is_some_and(|row| row["status"] == "pass"))
    }

    /// Attempts that pass on every engine: whoever fails early must not look thrifty.
    fn intersection(&self) -> Vec<Attempt<'a>> {
        let passing = self.attempts.iter().filter(|(_, rows)| self.all_pass(rows));
        passing.map(|(attempt, _)| *attempt).collect()
    }

    fn rows(&self, attempts: &[Attempt<'a>], engine: &str) -> Vec<&'a Value> {
        let row = |attempt: &Attempt<'a>| self.attempts.get(attempt)?.get(engine).copied();
        attempts.iter().filter_map(row).collect()
    }
}

/// Makes the summary. `host` is `host_summary.json`, `calibration` what looking cost, `cold` the lines of
/// `cold_start.jsonl`.
pub(super) fn of(run: &Recorded, host: Option<&Value>, calibration: Option<&Value>, cold: &[Value]) -> Value {
    let matrix = Matrix::of(run);
    let shared = matrix.intersection();
    let missing = missing(&matrix, &shared);
    let reasons = reasons(run, &matrix, &shared, &missing, host, calibration);
    let per_engine = |make: &dyn Fn(&str) -> Value| -> Value {
        matrix
            .engines
            .iter()
            .map(|engine| ((*engine).to_owned(), make(engine)))
            .collect()
    };
    let record = &run.record;
    json!({
        "schema": SCHEMA,
        "run_id": record["run_id"],
        "engines": matrix.engines,
        "resource_comparison_eligible": reasons.is_empty(),
        "ineligibility_reasons": reasons,
        "comparison_contract": {
            "scope": "warm engine_scope attempts",
            "population": "same task_id+attempt where every selected engine passes",
            "functional_score_combined": false,
            "engine_order": record["resource_profile"]["engine_order"],
        },
        "all_pass_intersection": {
            "attempts": shared.len(),
            "keys": shared.iter().map(|(task, attempt)| json!({"task_id": task, "attempt": attempt})).collect::<Vec<_>>(),
        },
        "excluded": {
            "task_attempts": matrix.attempts.len() - shared.len(),
            "status_by_engine": per_engine(&|engine| excluded(&matrix, engine)),
        },
        "functional_outcomes": per_engine(&|engine| outcomes(run, engine)),
        "quality_flags_by_engine": per_engine(&|engine| flags(run, engine)),
        "by_engine": per_engine(&|engine| measured(&matrix.rows(&shared, engine))),
        "stratified": stratified(run, &matrix, &shared),
        "cold_start": {
            "separate_from_warm_aggregation": true,
            "by_engine": per_engine(&|engine| cold_of(cold, engine)),
        },
        "host_quality": host,
        "observer_effect": calibration,
        "missing_intersection_metrics": missing.iter().take(MOST_NAMED).collect::<Vec<_>>(),
        "provenance": {
            "jobs": record["runner"]["jobs"],
            "browser_reuse": record["runner"]["browser_reuse"],
            "k_runs": record["k_runs"],
            "sample_interval_ms": record["resource_profile"]["sample_interval_ms"],
            "host": record["host"],
            "engines": record["engines"],
        },
    })
}

fn metric(row: &Value, name: &str) -> Option<f64> {
    let resource = &row["resource"];
    match name.starts_with("fixture_") {
        true => resource["fixture_traffic"][name].as_f64(),
        false => resource[name].as_f64(),
    }
}

fn metrics(rows: &[&Value]) -> Value {
    let of = |name: &str| {
        let values: Vec<f64> = rows.iter().filter_map(|row| metric(row, name)).collect();
        (name.to_owned(), statistics::of(&values))
    };
    METRICS.into_iter().map(of).collect()
}

fn measured(rows: &[&Value]) -> Value {
    let slope = |name| {
        statistics::slope(
            &rows
                .iter()
                .filter_map(|row| metric(row, name))
                .collect::<Vec<_>>(),
        )
    };
    json!({
        "intersection_attempts": rows.len(),
        "metrics": metrics(rows),
        "leak_curve": {
            "pss_end_slope_bytes_per_attempt": slope("pss_end_bytes"),
            "process_count_end_slope_per_attempt": slope("process_count_end"),
        },
    })
}

/// Measurements that an attempt of the intersection lacks.
fn missing(matrix: &Matrix<'_>, shared: &[Attempt<'_>]) -> Vec<String> {
    let mut missing = Vec::new();
    for engine in &matrix.engines {
        for ((task, attempt), row) in shared.iter().zip(matrix.rows(shared, engine)) {
            let lacks = METRICS.into_iter().filter(|name| metric(row, name).is_none());
            missing.extend(lacks.map(|name| format!("{task}#{attempt}:{engine}:{name}")));
        }
    }
    missing
}

/// Why the figures are no comparison of engines.
fn reasons(
    run: &Recorded,
    matrix: &Matrix<'_>,
    shared: &[Attempt<'_>],
    missing: &[String],
    host: Option<&Value>,
    calibration: Option<&Value>,
) -> Vec<&'static str> {
    let record = &run.record;
    let is_selected = |row: &Value| {
        row["engine"]
            .as_str()
            .is_some_and(|engine| matrix.engines.contains(&engine))
    };
    [
        (
            record["resource_profile"]["mode"] != "engine",
            "engine resource profile not enabled",
        ),
        (
            matrix.engines.len() < 2,
            "resource comparison requires at least two selected engines",
        ),
        (
            !run.rows.iter().all(is_selected),
            "a row is of an engine that was not selected",
        ),
        (
            record["runner"]["jobs"] != 1,
            "resource comparison requires jobs=1",
        ),
        (
            record["k_runs"]
                .as_u64()
                .is_none_or(|attempts| attempts < LEAST_ATTEMPTS),
            "resource comparison requires k>=5",
        ),
        (
            record["score_mode"] != "independent",
            "resource comparison requires independent mode for balanced engine order",
        ),
        (shared.is_empty(), "all-pass intersection is empty"),
        (
            !missing.is_empty(),
            "one or more intersection resource metrics are unavailable",
        ),
        (
            !host.is_some_and(is_quiet),
            "host telemetry pollution gate failed",
        ),
        (calibration.is_none(), "profiler on/off calibration is missing"),
        (
            calibration.is_some_and(|calibration| calibration["acceptable"] != true),
            "profiler observer effect exceeds the configured gate",
        ),
    ]
    .into_iter()
    .filter_map(|(holds, reason)| holds.then_some(reason))
    .collect()
}

/// A machine that nobody looked at is not known to be quiet.
fn is_quiet(host: &Value) -> bool {
    host["polluted"] == false && host["sample_count"].as_u64() > Some(0)
}

fn counted<'a>(names: impl Iterator<Item = &'a str>) -> Value {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for name in names {
        *counts.entry(name).or_default() += 1;
    }
    json!(counts)
}

fn excluded(matrix: &Matrix<'_>, engine: &str) -> Value {
    let others = matrix.attempts.values().filter(|rows| !matrix.all_pass(rows));
    counted(others.map(|rows| {
        rows.get(engine)
            .and_then(|row| row["status"].as_str())
            .unwrap_or("missing")
    }))
}

#[expect(clippy::cast_precision_loss, reason = "counts of attempts")]
fn outcomes(run: &Recorded, engine: &str) -> Value {
    let rows: Vec<&Value> = run.rows.iter().filter(|row| row["engine"] == engine).collect();
    let passed = rows.iter().filter(|row| row["status"] == "pass").count();
    json!({
        "attempts": rows.len(),
        "pass": passed,
        "pass_rate": (!rows.is_empty()).then(|| passed as f64 / rows.len() as f64),
        "status_counts": counted(rows.iter().filter_map(|row| row["status"].as_str())),
    })
}

fn flags(run: &Recorded, engine: &str) -> Value {
    let rows = run.rows.iter().filter(|row| row["engine"] == engine);
    let flags = rows
        .filter_map(|row| row["resource"]["quality_flags"].as_array())
        .flatten();
    counted(flags.filter_map(Value::as_str))
}

fn cold_of(cold: &[Value], engine: &str) -> Value {
    let starts: Vec<&Value> = cold.iter().filter(|start| start["engine"] == engine).collect();
    let of = |name: &str| {
        let values: Vec<f64> = starts.iter().filter_map(|start| start[name].as_f64()).collect();
        (name.to_owned(), statistics::of(&values))
    };
    json!({"samples": starts.len(), "metrics": COLD_METRICS.into_iter().map(of).collect::<Value>()})
}

/// The same figures by layer, subset, driver and family.
fn stratified(run: &Recorded, matrix: &Matrix<'_>, shared: &[Attempt<'_>]) -> Value {
    let tasks = run.record["resolved_tasks"].as_array().into_iter().flatten();
    let tasks: BTreeMap<&str, &Value> = tasks
        .filter_map(|task| Some((task["task_id"].as_str()?, task)))
        .collect();
    let mut strata = Map::new();
    for (name, member) in [
        ("layer", "layer"),
        ("subset", "subset_id"),
        ("driver", "driver"),
        ("family", "tags"),
    ] {
        let mut groups: BTreeMap<String, Vec<Attempt<'_>>> = BTreeMap::new();
        for attempt in shared {
            for value in values_of(tasks.get(attempt.0).map(|task| &task[member])) {
                groups.entry(value).or_default().push(*attempt);
            }
        }
        let groups = groups.into_iter().map(|(value, attempts)| {
            let engines = matrix.engines.iter().map(|engine| {
                let rows = matrix.rows(&attempts, engine);
                ((*engine).to_owned(), json!({"metrics": metrics(&rows)}))
            });
            let group =
                json!({"intersection_attempts": attempts.len(), "by_engine": engines.collect::<Value>()});
            (value, group)
        });
        strata.insert(name.into(), groups.collect());
    }
    Value::Object(strata)
}

/// A text, or the families among tags.
fn values_of(value: Option<&Value>) -> BTreeSet<String> {
    let tags = value
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str);
    let families: BTreeSet<String> = tags
        .filter(|tag| tag.starts_with("family."))
        .map(str::to_owned)
        .collect();
    match value.and_then(Value::as_str) {
        Some(text) => [text.to_owned()].into(),
        None if families.is_empty() => ["unclassified".to_owned()].into(),
        None => families,
    }
}
