//! What a measured run tells of what its engines cost.

use std::fs;
use std::time::Duration;

use aite_runtime::bench::resources::{Mode, Profile, summarise};
use serde_json::{Value, json};

use super::set::{Set, question, read_json};
use super::stand_in::Script;

fn lines(path: &std::path::Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn profile(mode: Mode) -> Profile {
    Profile {
        mode,
        interval: Duration::from_millis(10),
        ..Profile::default()
    }
}

#[tokio::test]
async fn a_measured_run_tells_what_engines_cost() {
    let set = Set::new([("chrome", Script::default()), ("moli", Script::default())]);
    let mut plan = set.plan(vec![question("t"), question("u")]);
    plan.attempts = 2;
    plan.resources = profile(Mode::Baseline);
    let plain = set.run(&plan, "a").await;
    plan.resources = Profile {
        calibration: Some(plain.folder.clone()),
        ..profile(Mode::Engine)
    };
    let run = set.run(&plan, "b").await;
    for row in run.rows() {
        let resource = &row["resource"];
        assert!(resource["pss_peak_bytes"].as_u64() > Some(0), "{resource}");
        assert_eq!(resource["fixture_traffic"]["available"], true);
        let looks = lines(
            &run.folder
                .join(row["artifact_dir"].as_str().unwrap())
                .join("resource.jsonl"),
        );
        assert_eq!(
            (&looks[0]["phase"], &looks[looks.len() - 1]["phase"]),
            (&json!("baseline"), &json!("end"))
        );
        assert_eq!(resource["sample_count"], looks.len());
    }
    assert_eq!(plain.rows()[0].get("resource"), None);
    let first =
        |rows: &[Value]| -> Vec<Value> { rows.iter().step_by(2).map(|row| row["engine"].clone()).collect() };
    let order = first(&run.rows());
    assert_eq!(order, first(&plain.rows()), "both take the same turns");
    assert!(
        order[0] == order[2] && order[0] != order[1],
        "engines take turns: {order:?}"
    );
    assert_eq!(lines(&run.folder.join("cold_start.jsonl")).len(), 2);
    summarise(&run.folder, &plan.resources).unwrap();
    let summary = read_json(&run.folder.join("resource_summary.json"));
    assert_eq!(summary["all_pass_intersection"]["attempts"], 4);
    assert_eq!(summary["observer_effect"]["complete_pairing"], true);
    let reasons = summary["ineligibility_reasons"].to_string();
    assert!(
        reasons.contains("k>=5") && reasons.contains("host telemetry"),
        "{reasons}"
    );
    assert!(
        fs::read_to_string(run.folder.join("resource-card.md"))
            .unwrap()
            .contains("| moli | 4 of 4 |")
    );
}
