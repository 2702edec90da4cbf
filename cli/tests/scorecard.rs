//! The scorecard as a person uses it: a run that was written by hand, its report, and a script in a real Chromium.

use std::fs;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};

const SCRIPT: &str = r##"test "a scorecard leads from its numbers to what is behind them"
  start  https://scorecard.test/scorecard.html

  step "everything that did not pass"
    verify role:status  text:"3 attempts"
  step "a number leads to its attempts"
    click  role:link name:"1 crash"
    verify role:status  text:"1 of 3 attempts"
    verify label:"Status"  value:"crash"
    verify css:"#rows"  text~:"the engine went away"
    verifyNot css:"#rows"  text~:"expected 3, got 2"  timeout:0.2s
  step "texts are looked for in the evidence too"
    click  role:button name:"Show all"
    type   label:"Text"  "probe.refused"
    verify role:status  text:"1 of 3 attempts"
  step "the evidence is one click away"
    click  css:"#rows tr:not([hidden]) summary"
    verify text:"Probe.refused: not here (-32601)"
    click  role:link name:"cdp.jsonl"
"##;

fn row(task: &str, status: &str, detail: &str) -> Value {
    json!({
        "run_id": "r", "layer": "L1", "subset_id": "l1.raw_cdp", "task_id": task, "engine": "moli", "attempt": 1,
        "status": status, "failure": {"class": "cdp_semantic", "detail": detail}, "artifact_dir": format!("artifacts/{task}"),
    })
}

/// A run with an attempt that failed, one that crashed, and one that would like to be more than text.
fn run(folder: &Path) -> PathBuf {
    let run = folder.join("run");
    let write = |name: &str, text: String| {
        let path = run.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    let record = json!({"run_id": "r", "selected_engines": ["moli"], "k_runs": 1, "expected_result_rows": 3,
        "completion_status": "completed"});
    write("run_manifest.json", record.to_string());
    let hostile = "</script><script>document.body.textContent = 'gone'</script>";
    let rows = [
        row("failed", "fail", "inline assertions failed"),
        row("crashed", "crash", "the engine went away"),
        row("hostile", "unsupported", hostile),
    ];
    write("results.jsonl", rows.map(|row| format!("{row}\n")).concat());
    let check = json!({"name": "value_equals", "status": "fail", "evidence": {"expected": 3, "value": 2}});
    write(
        "artifacts/failed/grader.json",
        json!({"checks": [check]}).to_string(),
    );
    let refused = json!({"method": "Probe.refused", "error": {"message": "not here", "code": -32601}});
    write("artifacts/hostile/cdp.jsonl", format!("{refused}\n"));
    run
}

fn aite(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_aite"));
    command.current_dir(folder).args(arguments).output().unwrap()
}

fn all(output: &Output) -> String {
    let [out, err] = [&output.stdout, &output.stderr].map(|it| String::from_utf8_lossy(it));
    format!("{out}{err}")
}

#[test]
fn a_person_finds_the_evidence_behind_a_number() {
    let folder = tempfile::tempdir().unwrap();
    let run = run(folder.path());
    let reported = aite(
        folder.path(),
        &["bench", "report", "--run", run.to_str().unwrap()],
    );
    assert_eq!(reported.status.code(), Some(0), "{}", all(&reported));
    fs::write(folder.path().join("aite.config.json"), "{}").unwrap();
    fs::create_dir(folder.path().join("scripts")).unwrap();
    fs::write(folder.path().join("scripts/scorecard.aite"), SCRIPT).unwrap();
    let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
        .and_then(|listener| listener.local_addr())
        .unwrap()
        .port();
    let origin = format!("https://scorecard.test=http://127.0.0.1:{port}");
    let tested = aite(
        folder.path(),
        &[
            "run",
            "scripts/scorecard.aite",
            "--serve",
            "run",
            "--origin",
            &origin,
            "--color",
            "never",
        ],
    );
    assert_eq!(tested.status.code(), Some(0), "{}", all(&tested));
}
