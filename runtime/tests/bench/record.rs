//! What a run says of itself, and events that steps wait for.

use serde_json::json;

use super::set::{Set, changed, question};
use super::stand_in::{Act, Script};

#[tokio::test]
async fn a_run_says_what_it_is_made_of_and_no_path_of_this_machine() {
    let set = Set::new([("moli", Script::default())]);
    let mut plan = set.plan(vec![question("a")]);
    plan.arguments = vec!["bench".into(), "run".into()];
    let run = set.run(&plan, "r").await;
    let record = run.json("run_manifest.json");
    for (member, expected) in [
        ("selected_engines", json!(["moli"])),
        ("selected_layers", json!(["L1"])),
        ("enabled_subsets", json!(["l1.raw_cdp"])),
        ("score_mode", json!("independent")),
        ("score_eligible", json!(false)),
        ("expected_result_rows", json!(1)),
        ("k_runs", json!(1)),
        ("seed", json!("seed")),
    ] {
        assert_eq!(record[member], expected, "{member}");
    }
    assert_eq!(
        record["chrome_baseline_policy"]["ineligibility_reasons"],
        json!(["partial engine set"])
    );
    let task = &record["resolved_tasks"][0];
    assert_eq!(
        json!([
            task["scene"],
            task["driver"],
            task["grader"],
            task["chrome_baseline"]
        ]),
        json!(["about_blank", "raw_cdp", "inline_assertions", "off"])
    );
    let home = set.folder.path().to_str().expect("a path");
    for row in run.rows().iter().chain([&record]) {
        assert!(!row.to_string().contains(home), "{row}");
    }
}

#[tokio::test]
async fn the_machine_is_watched_meanwhile_and_no_verdict_hangs_on_it() {
    let set = Set::new([("moli", Script::default())]);
    let mut plan = set.plan(vec![question("a")]);
    let unwatched = set.run(&plan, "unwatched").await;
    plan.telemetry = Some(std::time::Duration::from_secs(2));
    let watched = set.run(&plan, "watched").await;
    assert_eq!(watched.rows()[0]["status"], unwatched.rows()[0]["status"]);
    for (run, enabled) in [(&unwatched, false), (&watched, true)] {
        let (record, summary) = (run.json("run_manifest.json"), run.json("host_summary.json"));
        assert_eq!(record["host_telemetry"]["enabled"], enabled);
        assert_eq!(record["host_telemetry"]["summary"], summary);
        assert_eq!(
            summary["sample_count"].as_u64().is_some_and(|count| count >= 2),
            enabled
        );
    }
}

#[tokio::test]
async fn events_are_found_whenever_they_came() {
    let tell = |method: &str, params| Act::Tell(method.into(), params);
    let script = Script::new([(
        "Probe.ask",
        vec![
            tell("Probe.early", json!({"n": 1})),
            tell("Probe.early", json!({"n": 2})),
            Act::Answer(json!({})),
            tell("Probe.late", json!({"deep": {"a": 1, "b": 2}})),
        ],
    )]);
    let set = Set::new([("moli", script)]);
    let steps = json!([
        {"method": "Probe.ask"},
        {"wait_for_event": "Probe.late", "match": {"deep": {"b": 2}}, "timeout_ms": 2000, "session": "page"},
        {"wait_for_event": "Probe.early", "match": {"n": 2}, "timeout_ms": 2000, "save_result_as": "value"},
        {"wait_for_event": "Probe.early", "match": {"n": 2}, "timeout_ms": 50, "optional": true},
    ]);
    let checks = json!([
        {"kind": "event_observed", "method": "Probe.late"},
        {"kind": "saved_path_equals", "path": "n", "expected": 2},
    ]);
    let task = changed(
        "a",
        &json!({
            "driver": {"kind": "raw_cdp", "steps": steps},
            "grader": {"kind": "inline_assertions", "checks": checks},
        }),
    );
    let missing = json!([{"wait_for_event": "Probe.never", "timeout_ms": 50}]);
    let missing = changed("b", &json!({"driver": {"kind": "raw_cdp", "steps": missing}}));
    let rows = set.run(&set.plan(vec![task, missing]), "r").await.rows();
    assert_eq!(rows[0]["status"], "pass", "{}", rows[0]);
    assert_eq!(
        (&rows[1]["status"], &rows[1]["failure"]["class"]),
        (&json!("fail"), &json!("cdp_semantic"))
    );
    let detail = "Probe.never: wait_for_event timeout: Probe.never not observed within 0.05s";
    assert_eq!(rows[1]["failure"]["detail"], detail);
}

#[tokio::test]
async fn what_a_task_expects_to_be_missing_may_be_missing() {
    let script = Script::new([("Probe.old", vec![Act::Refuse("gone for good".into())])]);
    let set = Set::new([("moli", script)]);
    let task = |id: &str, step| {
        changed(
            id,
            &json!({
                "driver": {"kind": "raw_cdp", "steps": [step]},
                "grader": {"kind": "inline_assertions",
                    "checks": [{"kind": "unsupported_observed", "method": "Probe.old"}]},
            }),
        )
    };
    let plan = set.plan(vec![
        task("a", json!({"method": "Probe.old", "expect_unsupported": true})),
        task("b", json!({"method": "Probe.old", "optional": true})),
        task("c", json!({"method": "Probe.old"})),
    ]);
    let rows = set.run(&plan, "r").await.rows();
    let verdicts: Vec<_> = rows
        .iter()
        .map(|row| json!([row["status"], row["cdp_error_count"]]))
        .collect();
    // A refusal that ends an attempt leaves no counters.
    assert_eq!(
        verdicts,
        [json!(["pass", 1]), json!(["fail", 1]), json!(["fail", 0])]
    );
}
