//! Whether figures are a comparison: every gate alone closes it.

use serde_json::{Value, json};

use super::*;

fn row(task: &str, engine: &str, attempt: u64, status: &str) -> Value {
    json!({
        "task_id": task, "engine": engine, "attempt": attempt, "status": status, "duration_ms": 100,
        "resource": {
            "cpu_total_ms": 40.0, "cpu_user_ms": 30.0, "cpu_system_ms": 10.0, "avg_cores": 0.4,
            "pss_baseline_bytes": 100, "pss_peak_bytes": if engine == "chrome" { 300 } else { 30 }, "pss_end_bytes": 100,
            "pss_peak_delta_bytes": 200, "process_count_peak": 3, "process_count_end": 3, "collection_wall_ms": 105.0,
            "quality_flags": ["baseline_end_only"],
            "fixture_traffic": {"available": true, "fixture_app_rx_body_bytes": 0, "fixture_app_tx_body_bytes": 9},
        },
    })
}

fn run(mode: &str) -> Recorded {
    let attempts = 1..=5;
    let rows = attempts.flat_map(|attempt| {
        [
            row("t", "chrome", attempt, "pass"),
            row("t", "lightpanda", attempt, "pass"),
        ]
    });
    let task = json!({"task_id": "t", "sha256": "0", "layer": "L1", "subset_id": "s", "driver": "raw_cdp", "tags": ["family.x", "version.v0_1"]});
    Recorded {
        record: json!({
            "run_id": "r", "selected_engines": ["chrome", "lightpanda"], "k_runs": 5, "score_mode": "independent", "seed": "s",
            "runner": {"jobs": 1, "version": "1"}, "resolved_tasks": [task],
            "resource_profile": {"mode": mode, "engine_order": "balanced_rotation"},
        }),
        rows: rows.collect(),
        notices: Vec::new(),
    }
}

fn summary_of(run: &Recorded, plain: &Recorded, host: &Value) -> Value {
    let calibration = calibration::of(run, plain, 10.0);
    let cold = [json!({"engine": "chrome", "ready_ms": 300})];
    summary::of(run, Some(host), Some(&calibration), &cold)
}

fn quiet() -> Value {
    json!({"polluted": false, "flags": [], "sample_count": 2})
}

#[test]
fn a_run_that_meets_every_condition_is_a_comparison() {
    let summary = summary_of(&run("engine"), &run("baseline"), &quiet());
    assert_eq!(summary["ineligibility_reasons"], json!([]));
    assert_eq!(summary["resource_comparison_eligible"], true);
    assert_eq!(
        summary["by_engine"]["chrome"]["metrics"]["pss_peak_bytes"]["median"],
        300.0
    );
    assert_eq!(
        summary["by_engine"]["lightpanda"]["leak_curve"]["pss_end_slope_bytes_per_attempt"],
        0.0
    );
    assert_eq!(
        summary["stratified"]["family"]["family.x"]["intersection_attempts"],
        5
    );
    assert_eq!(
        summary["cold_start"]["by_engine"]["chrome"]["metrics"]["ready_ms"]["median"],
        300.0
    );
    assert_eq!(
        summary["quality_flags_by_engine"]["chrome"]["baseline_end_only"],
        5
    );
    let card = card::of(&summary);
    assert!(
        card.contains(
            "| chrome | 5 of 5 | 0.0 (0.0) | 40.0 (40.0) | 3.0 (3.0) | 0.0 (0.0) | 300.0 (300.0) |"
        ),
        "{card}"
    );
}

#[test]
fn each_gate_alone_closes_it() {
    type Change = fn(&mut Recorded, &mut Recorded, &mut Value);
    let gates: [(&str, Change); 13] = [
        ("engine resource profile not enabled", |run, _, _| {
            run.record["resource_profile"]["mode"] = json!("baseline")
        }),
        ("at least two selected engines", |run, plain, _| {
            for run in [run, plain] {
                run.record["selected_engines"] = json!(["chrome"]);
                run.rows.retain(|row| row["engine"] == "chrome");
            }
        }),
        ("of an engine that was not selected", |run, plain, _| {
            for run in [run, plain] {
                run.rows.push(row("t", "moli", 1, "pass"));
            }
        }),
        ("requires jobs=1", |run, plain, _| {
            for run in [run, plain] {
                run.record["runner"]["jobs"] = json!(2);
            }
        }),
        ("requires k>=5", |run, plain, _| {
            for run in [run, plain] {
                run.record["k_runs"] = json!(4);
            }
        }),
        ("requires independent mode", |run, plain, _| {
            for run in [run, plain] {
                run.record["score_mode"] = json!("baseline_checked");
            }
        }),
        ("intersection is empty", |run, plain, _| {
            for run in [run, plain] {
                for row in run.rows.iter_mut().filter(|row| row["engine"] == "lightpanda") {
                    row["status"] = json!("fail");
                }
            }
        }),
        ("metrics are unavailable", |run, _, _| {
            run.rows[0]["resource"]["pss_peak_bytes"] = Value::Null
        }),
        ("pollution gate failed", |_, _, host| {
            host["polluted"] = json!(true)
        }),
        ("pollution gate failed", |_, _, host| {
            host["sample_count"] = json!(0)
        }),
        ("observer effect exceeds", |run, _, _| {
            for row in &mut run.rows {
                row["duration_ms"] = json!(120);
            }
        }),
        ("observer effect exceeds", |run, _, _| {
            for row in run.rows.iter_mut().filter(|row| row["engine"] == "chrome") {
                row["resource"]["collection_wall_ms"] = json!(130.0);
            }
        }),
        ("observer effect exceeds", |_, plain, _| {
            plain.rows[3]["status"] = json!("fail")
        }),
    ];
    for (reason, change) in gates {
        let (mut measured, mut plain, mut host) = (run("engine"), run("baseline"), quiet());
        change(&mut measured, &mut plain, &mut host);
        let summary = summary_of(&measured, &plain, &host);
        let reasons = summary["ineligibility_reasons"].as_array().unwrap().clone();
        assert_eq!(summary["resource_comparison_eligible"], false, "{reason}");
        assert!(
            reasons.iter().any(|told| told.as_str().unwrap().contains(reason)),
            "{reason}: {reasons:?}"
        );
    }
    let alone = summary::of(&run("engine"), None, None, &[]);
    assert_eq!(
        alone["ineligibility_reasons"],
        json!([
            "host telemetry pollution gate failed",
            "profiler on/off calibration is missing"
        ])
    );
}

#[test]
fn what_differs_between_the_two_runs_is_named() {
    type Change = fn(&mut Value);
    let changes: [(&str, Change); 8] = [
        ("corpus", |record| {
            record["resolved_tasks"][0]["sha256"] = json!("1")
        }),
        ("seed", |record| record["seed"] = json!("other")),
        ("k_runs", |record| record["k_runs"] = json!(6)),
        ("selected_engines", |record| {
            record["selected_engines"] = json!(["chrome"])
        }),
        ("engine_pins", |record| {
            record["engines"] = json!({"chrome": {"sha256": "1"}})
        }),
        ("runner_version", |record| {
            record["runner"]["version"] = json!("2")
        }),
        ("host_provenance", |record| {
            record["host"] = json!({"kernel": "9"})
        }),
        ("profile_modes", |record| {
            record["resource_profile"]["mode"] = json!("off")
        }),
    ];
    for (name, change) in changes {
        let mut plain = run("baseline");
        change(&mut plain.record);
        let calibration = calibration::of(&run("engine"), &plain, 10.0);
        assert_eq!(
            (&calibration["acceptable"], &calibration["provenance_mismatches"]),
            (&json!(false), &json!([name]))
        );
    }
    let mut shorter = run("baseline");
    shorter.rows.pop();
    assert_eq!(
        calibration::of(&run("engine"), &shorter, 10.0)["complete_pairing"],
        false
    );
}

#[test]
fn engines_take_turns() {
    let of = |task, attempt| first_engine(Some("s"), task, 3, attempt, 4);
    let order: Vec<usize> = (0..4)
        .flat_map(|task| (1..=3).map(move |attempt| of(task, attempt)))
        .collect();
    for (before, after) in order.iter().zip(order.iter().skip(1)) {
        assert_eq!((before + 1) % 4, *after);
    }
    // sha256 of nothing begins with e3b0c442.
    assert_eq!(first_engine(None, 0, 1, 1, 4), 0xe3b0_c442_usize % 4);
}
