//! Driver programs that keep their contract, and those that break it.

mod adapters;

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::Arc;

use aite_compiler::import::{Around, task};
use aite_compiler::ir::{Kind, Program, Task};
use serde_json::{Value, json};

use super::*;
use crate::bench::judge::{EngineAfter, judge};
use crate::bench::outcome::{Class, Life, Origin, Outcome, ProcessKind, Status};

/// A driver of one line of shell would not do: Node is what runs probes.
const STUB: &str = include_str!("tests/stub.js");
const TOOL: &str = include_str!("tests/tool.js");

struct DataSet {
    folder: tempfile::TempDir,
    fixtures: Fixtures,
}

impl DataSet {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        fs::create_dir(root.join("fixtures")).unwrap();
        fs::write(root.join("stub.js"), STUB).unwrap();
        fs::write(
            root.join("fixtures/expected_answers.json"),
            r#"{"t": {"expected": "42"}}"#,
        )
        .unwrap();
        let fixtures = Fixtures::start(&root.join("fixtures"), []).unwrap();
        Self { folder, fixtures }
    }

    fn artifacts(&self) -> PathBuf {
        let path = self.folder.path().join("attempt");
        fs::create_dir_all(&path).unwrap();
        path
    }

    /// What becomes of a task whose driver is the stub in this mode.
    async fn outcome(&self, mode: &str, changes: Value) -> Outcome {
        judge(self.drive(mode, changes).await, &alive())
    }

    async fn drive(&self, mode: &str, changes: Value) -> Result<Report, Trouble> {
        let program = program(mode, changes);
        let artifacts = self.artifacts();
        let work = Work {
            program: &program,
            task: task_of(&program),
            run_id: "run",
            attempt: 1,
            seed: "s/1",
            session: "run-t-chrome-1-s/1",
            data_set: self.folder.path(),
            folder: &artifacts,
            fixtures: Some(&self.fixtures),
        };
        drive(&work, &endpoint(), &Toolbox::new(Vec::new())).await
    }
}

fn alive() -> EngineAfter {
    EngineAfter {
        is_moli: false,
        exit: None,
    }
}

fn endpoint() -> Endpoint {
    Endpoint {
        name: "chrome".into(),
        port: 9224,
        websocket: None,
        product: "Chrome/1".into(),
        user_agent: "UA".into(),
        live_product: "Chrome/1".into(),
    }
}

fn program(mode: &str, changes: Value) -> Program {
    let mut json = json!({
        "task_id": "t", "task_version": 1, "title": "t", "description": "d", "layer": "L1", "subset_id": "s",
        "features": [], "tags": ["version.v0_4"], "artifact_profile": "l1_standard",
        "scene": {"kind": "self_hosted_fixture", "url": "/page?seed={seed}&{{x}}"},
        "driver": {"kind": "node_cdp_probe", "script": "stub.js", "env": {"MODE": mode}},
        "grader": {"kind": "inline_assertions", "checks": []},
        "timeouts": {"task_ms": 20000},
    });
    for (name, value) in changes.as_object().unwrap() {
        json[name] = value.clone();
    }
    task("t.json", Arc::from(json.to_string()), &Around::NOTHING).program
}

fn task_of(program: &Program) -> &Task {
    match &program.kind {
        Kind::Task(task) => task,
        Kind::Script => panic!("a task was read"),
    }
}

fn server_graded(layer: &str) -> Value {
    json!({
        "layer": layer,
        "grader": {"kind": "server_side", "endpoint": "/__grade__/expected_answer", "checks": []},
    })
}

#[tokio::test]
async fn a_broken_contract_is_never_the_engines_failure() {
    let data = DataSet::new();
    let timeout = json!({"timeouts": {"task_ms": 300}});
    for (mode, changes, status, class, origin, says) in [
        (
            "dirty",
            json!({}),
            Status::Infra,
            Class::ScriptError,
            None,
            "not a single JSON object",
        ),
        (
            "two",
            json!({}),
            Status::Infra,
            Class::ScriptError,
            None,
            "not a single JSON object",
        ),
        (
            "list",
            json!({}),
            Status::Infra,
            Class::ScriptError,
            None,
            "not a single JSON object",
        ),
        (
            "silent",
            json!({}),
            Status::Infra,
            Class::ScriptError,
            None,
            "script reported failure",
        ),
        (
            "exit",
            json!({}),
            Status::Infra,
            Class::ScriptError,
            Some(Origin::DriverProcess),
            "script exited with code 7",
        ),
        (
            "killed",
            json!({}),
            Status::Infra,
            Class::ScriptError,
            Some(Origin::DriverProcess),
            "script exited with code -9",
        ),
        (
            "unsupported",
            json!({}),
            Status::Unsupported,
            Class::EngineUnsupported,
            None,
            "no such thing",
        ),
        (
            "failed",
            json!({}),
            Status::Infra,
            Class::ScriptError,
            None,
            "it broke",
        ),
        (
            "hang",
            timeout.clone(),
            Status::Timeout,
            Class::Infra,
            Some(Origin::TaskTimeout),
            "0.3s",
        ),
        (
            "stubborn",
            timeout,
            Status::Timeout,
            Class::Infra,
            Some(Origin::TaskTimeout),
            "0.3s",
        ),
    ] {
        let outcome = data.outcome(mode, changes).await;
        let failure = outcome.failure.unwrap();
        assert_eq!(
            (outcome.status, failure.class, failure.origin),
            (status, class, origin),
            "{mode}: {}",
            failure.detail
        );
        assert!(failure.detail.contains(says), "{mode}: {}", failure.detail);
        let process = failure.process.map(|process| (process.kind, process.state));
        let expected = match origin {
            Some(Origin::DriverProcess) => Some((ProcessKind::Driver, Life::Exited)),
            Some(Origin::TaskTimeout) => Some((ProcessKind::Driver, Life::TimedOut)),
            _ => None,
        };
        assert_eq!(process, expected, "{mode}");
    }
}

#[tokio::test]
async fn a_driver_that_checks_for_itself_reports_rows_that_pass() {
    let data = DataSet::new();
    for (mode, status, detail) in [
        ("pass", Status::Pass, None),
        ("fail", Status::Fail, Some("script-reported checks failed")),
        ("no-rows", Status::Fail, Some("script reported no checks")),
        ("odd-rows", Status::Fail, Some("script-reported checks failed")),
    ] {
        let outcome = data.outcome(mode, json!({})).await;
        assert_eq!(outcome.status, status, "{mode}");
        let failure = outcome.failure.map(|failure| (failure.class, failure.detail));
        let expected = detail.map(|detail| (Class::CdpSemantic, detail.to_owned()));
        assert_eq!(failure, expected, "{mode}");
        if mode == "pass" {
            assert_eq!(outcome.answer, "42");
            assert_eq!(outcome.counters.cdp_call_count, 3);
        }
    }
}

#[tokio::test]
async fn the_server_decides_and_in_the_second_layer_the_drivers_rows_too() {
    let data = DataSet::new();
    for (mode, layer, status, rows) in [
        ("pass", "L1", Status::Pass, 1),
        // The right answer, and a row that failed.
        ("fail", "L1", Status::Pass, 1),
        ("fail", "L2", Status::Fail, 2),
        ("pass", "L2", Status::Pass, 2),
        ("no-rows", "L2", Status::Pass, 1),
        // Rows that pass, and no answer.
        ("claims", "L1", Status::Fail, 1),
        ("claims", "L2", Status::Fail, 2),
    ] {
        let outcome = data.outcome(mode, server_graded(layer)).await;
        assert_eq!(outcome.status, status, "{mode} {layer}");
        assert_eq!(outcome.grade.checks.len(), rows, "{mode} {layer}");
    }
    let unknown = json!({"grader": {"kind": "server_side", "endpoint": "/__grade__/other", "checks": []}});
    let outcome = data.outcome("pass", unknown).await;
    assert_eq!(outcome.status, Status::Infra);
}

#[tokio::test]
async fn a_probe_is_told_everything_in_variables() {
    let data = DataSet::new();
    let driver = json!({
        "kind": "node_cdp_probe", "script": "stub.js",
        "env": {"MODE": "told", "SPEC": {"at": "{artifact_dir}", "of": ["{seed}", "{fixture_url}"]}, "TEXT": "{session}"},
    });
    let report = data.drive("", json!({ "driver": driver })).await.unwrap();
    let told = report.answer;
    let base = data.fixtures.base_url();
    let folder = data.artifacts();
    let folder = folder.to_str().unwrap();
    for (name, value) in [
        ("BROWSER_WS", ""),
        ("CDP_PORT", "9224"),
        ("TASK_URL", &format!("{base}/page?seed=s%2F1&{{x}}")),
        ("TASK_URL_PRELOADED", "0"),
        ("TASK_ID", "t"),
        ("RUN_ID", "run"),
        ("ENGINE", "chrome"),
        ("ATTEMPT", "1"),
        ("SEED", "s/1"),
        ("ARTIFACT_DIR", folder),
        ("TEXT", "run-t-chrome-1-s/1"),
        ("AGENT_BROWSER_IDLE_TIMEOUT_MS", "15000"),
    ] {
        assert_eq!(told[name], value, "{name}");
    }
    let spec: Value = serde_json::from_str(told["SPEC"].as_str().unwrap()).unwrap();
    assert_eq!(spec, json!({"at": folder, "of": ["s/1", "{fixture_url}"]}));
    assert_eq!(told["AGENT_BROWSER_NAMESPACE"].as_str().unwrap().len(), 13);
    for proxy in PROXIES {
        assert_eq!(told[proxy], Value::Null);
    }
}

#[tokio::test]
async fn what_a_program_said_and_left_is_kept() {
    let data = DataSet::new();
    let _ = data.outcome("dirty", json!({})).await;
    let read = |name: &str| fs::read_to_string(data.artifacts().join(name)).unwrap();
    assert!(read("stdout.log").starts_with("hello"));
    assert_eq!(read("stderr.log"), "to stderr\n");
    let sweep: Value = serde_json::from_str(&read("target_cleanup.json")).unwrap();
    assert_eq!(sweep["closed"], json!([]));
}

#[tokio::test]
async fn nothing_of_a_program_outlives_it() {
    let data = DataSet::new();
    for (mode, changes) in [
        ("parent", json!({})),
        ("hanging-parent", json!({"timeouts": {"task_ms": 2000}})),
    ] {
        let _ = data.outcome(mode, changes).await;
        assert!(!child_lives(&data), "{mode}");
    }
}

/// Whether what the program has started is there, and more than a number.
fn child_lives(data: &DataSet) -> bool {
    let child = fs::read_to_string(data.artifacts().join("child")).unwrap();
    fs::read_to_string(format!("/proc/{child}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

#[tokio::test]
async fn the_helper_of_the_agent_browser_tool_is_ended_and_its_folder_removed() {
    let data = DataSet::new();
    let bin = data.folder.path().join("node_modules/.bin");
    fs::create_dir_all(&bin).unwrap();
    fs::write(bin.join("agent-browser"), TOOL).unwrap();
    fs::set_permissions(bin.join("agent-browser"), Permissions::from_mode(0o755)).unwrap();
    let named = json!({"task_id": "with_helper", "timeouts": {"task_ms": 2000}});
    let outcome = data.outcome("helper", named).await;
    assert_eq!(outcome.status, Status::Timeout);
    assert!(!child_lives(&data));
    let run = PathBuf::from(fs::read_to_string(data.artifacts().join("run")).unwrap());
    assert!(!run.parent().unwrap().exists());
}

#[tokio::test]
async fn a_driver_that_is_not_there_yet_has_no_way_to_the_engine() {
    let data = DataSet::new();
    let driver = json!({"kind": "thin_rod", "steps": [{"op": "new_page"}], "checks": []});
    let outcome = data.outcome("", json!({ "driver": driver })).await;
    let failure = outcome.failure.unwrap();
    assert_eq!(
        (outcome.status, failure.origin),
        (Status::Unsupported, Some(Origin::BindingCatalog))
    );
}

#[tokio::test]
async fn packages_that_are_not_installed_are_asked_for() {
    let data = DataSet::new();
    let driver = json!({"kind": "framework_playwright", "steps": [{"op": "new_page"}], "checks": []});
    let program = program("", json!({ "driver": driver }));
    let artifacts = data.artifacts();
    let work = Work {
        program: &program,
        task: task_of(&program),
        run_id: "run",
        attempt: 1,
        seed: "s",
        session: "x",
        data_set: data.folder.path(),
        folder: &artifacts,
        fixtures: Some(&data.fixtures),
    };
    let endpoint = Endpoint {
        websocket: Some("ws://127.0.0.1:1/".into()),
        ..endpoint()
    };
    let toolbox = Toolbox::new(vec![data.folder.path().into()]);
    let Err(Trouble::Other(detail)) = drive(&work, &endpoint, &toolbox).await else {
        panic!("it cannot run");
    };
    assert!(
        detail.contains("playwright-core is not installed; run npm ci in /"),
        "{detail}"
    );
}
