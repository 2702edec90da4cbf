//! Truth table A from end to end: what an engine does → status, class and origin of the row.

use serde_json::{Value, json};

use super::set::{Set, changed};
use super::stand_in::{Act, Script};

/// What becomes of the question when the engine does this.
async fn row(engine: &'static str, script: Script) -> Value {
    let set = Set::new([(engine, script)]);
    // Long enough for whatever is not silence.
    let time = json!({"timeouts": {"task_ms": 2000, "hard_kill_ms": 45000}});
    let plan = set.plan(vec![changed("t", &time)]);
    let run = set.run(&plan, "r").await;
    run.ended.as_ref().expect("a failing task is a result");
    let mut rows = run.rows();
    assert_eq!(rows.len(), 1);
    let row = rows.remove(0);
    let grade = run.json(&format!("artifacts/L1/l1.raw_cdp/t/{engine}/1/grader.json"));
    assert_eq!(grade["ok"], row["status"] == "pass", "{grade}");
    row
}

fn asked(acts: Vec<Act>) -> Script {
    Script::new([("Probe.ask", acts)])
}

/// `[status, class, origin, state of the process, kernel_workitem]`
fn verdict(row: &Value) -> Value {
    let failure = &row["failure"];
    json!([
        row["status"],
        failure["class"],
        failure["origin"],
        failure["process"]["state"],
        failure["kernel_workitem"]
    ])
}

#[tokio::test]
async fn what_an_engine_does_is_what_its_row_says() {
    let answer = |value: Value| Act::Answer(json!({"result": {"type": "number", "value": value}}));
    let refuse = |sentence: &str| Act::Refuse(sentence.into());
    let cases = [
        (
            "lightpanda",
            vec![answer(json!(3))],
            json!(["pass", null, null, null, null]),
        ),
        (
            "lightpanda",
            vec![answer(json!(2))],
            json!(["fail", "cdp_semantic", null, null, false]),
        ),
        (
            "lightpanda",
            vec![refuse("'Probe.ask' wasn't found")],
            json!(["unsupported", "engine_unsupported", null, null, false]),
        ),
        (
            "lightpanda",
            vec![refuse("Invalid parameters")],
            json!(["fail", "cdp_semantic", null, null, false]),
        ),
        (
            "moli",
            vec![refuse("Invalid parameters")],
            json!(["fail", "cdp_semantic", null, null, true]),
        ),
        (
            "moli",
            vec![refuse("Unknown method")],
            json!(["unsupported", "engine_unsupported", null, null, false]),
        ),
        (
            "moli",
            vec![answer(json!(2))],
            json!(["fail", "cdp_semantic", null, null, false]),
        ),
        (
            "lightpanda",
            vec![],
            json!(["timeout", "infra", "task_timeout", "running", false]),
        ),
        (
            "lightpanda",
            vec![Act::Tell("Probe.noise".into(), json!({}))],
            json!(["timeout", "infra", "task_timeout", "running", false]),
        ),
        (
            "lightpanda",
            vec![Act::Die],
            json!(["crash", "infra", "client_transport", "running", false]),
        ),
        (
            "lightpanda",
            vec![Act::Cut],
            json!(["crash", "infra", "client_transport", "running", false]),
        ),
        (
            "lightpanda",
            vec![Act::Abort],
            json!(["crash", "infra", "engine_process", "exited", false]),
        ),
        (
            "lightpanda",
            vec![Act::Exit(3)],
            json!(["crash", "infra", "engine_process", "exited", false]),
        ),
    ];
    for (engine, acts, expected) in cases {
        let said = format!("{engine} {acts:?}");
        let row = row(engine, asked(acts)).await;
        assert_eq!(verdict(&row), expected, "{said}: {row}");
    }
}

#[tokio::test]
async fn the_end_of_an_engine_is_told_with_its_signal() {
    let row = row("obscura", asked(vec![Act::Abort])).await;
    let process = &row["failure"]["process"];
    let evidence = ["kind", "returncode", "signal", "signal_name"].map(|it| process[it].clone());
    assert_eq!(evidence, [json!("engine"), json!(-6), json!(6), json!("SIGABRT")]);
    assert!(process["core_dumped"].is_boolean(), "{process}");
    assert_eq!(
        row["failure"]["secondary_status"],
        json!(null),
        "it is the first failure"
    );
}

#[tokio::test]
async fn an_engine_that_ends_after_it_has_passed_has_crashed() {
    let row = row("moli", Script::new([("Target.closeTarget", vec![Act::Abort])])).await;
    assert_eq!(
        verdict(&row),
        json!(["crash", "infra", "engine_process", "exited", false])
    );
    assert_eq!(row["failure"]["secondary_status"], "pass");
    assert_eq!(
        row["failure"]["detail"],
        "engine process exited while attempt reported pass"
    );
}

#[tokio::test]
async fn an_engine_that_ends_after_it_has_refused_keeps_the_refusal() {
    let script = Script::new([
        ("Probe.ask", vec![Act::Refuse("'Probe.ask' wasn't found".into())]),
        ("Target.closeTarget", vec![Act::Exit(1)]),
    ]);
    let failure = row("moli", script).await["failure"].clone();
    assert_eq!(failure["secondary_status"], "unsupported");
    assert_eq!(failure["secondary_failure"]["class"], "engine_unsupported");
    assert_eq!(failure["origin"], "engine_process");
}

#[tokio::test]
async fn what_chrome_does_not_pass_is_not_tried_on_others() {
    use aite_compiler::ir::Baseline;
    use aite_runtime::bench::score::Mode;
    let wrong = Script::new([("Probe.ask", vec![Act::Refuse("Invalid parameters".into())])]);
    for (baseline, expected) in [
        (Baseline::Required, ["fail", "chrome_gate_fail"]),
        (Baseline::BestEffort, ["fail", "pass"]),
        (Baseline::Off, ["fail", "pass"]),
    ] {
        let set = Set::new([("chrome", wrong.clone()), ("moli", Script::default())]);
        let mut plan = set.plan(vec![super::set::question("t")]);
        plan.mode = Mode::BaselineChecked;
        plan.baseline = Some(baseline);
        let rows = set.run(&plan, "r").await.rows();
        assert_eq!([&rows[0]["status"], &rows[1]["status"]], expected, "{baseline:?}");
        let gate = &rows[1]["chrome_gate"];
        assert_eq!(gate["required"], baseline == Baseline::Required);
        let started = set.engines["moli"].starts().len();
        assert_eq!(
            started,
            usize::from(baseline != Baseline::Required),
            "{baseline:?}"
        );
        if baseline == Baseline::Required {
            assert_eq!(
                *gate,
                json!({"required": true, "status": "fail", "chrome_attempt_ref": "chrome:t:1"})
            );
            assert_eq!(rows[1]["failure"]["class"], "infra");
            assert_eq!(rows[1]["failure"].get("origin"), None);
            assert_eq!(
                (&rows[1]["score_included"], &rows[1]["duration_ms"]),
                (&json!(false), &json!(0))
            );
        }
    }
}
