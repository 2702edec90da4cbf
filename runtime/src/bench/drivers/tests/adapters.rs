//! The framework adapters, with stand-ins for the frameworks and for the engine's HTTP answers.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::thread::{self, JoinHandle};

use serde_json::{Value, json};

use super::*;

/// Answers `/json/version` until it is dropped.
struct Http {
    port: u16,
    thread: Option<JoinHandle<()>>,
}

impl Http {
    fn answering(change: impl Fn(&mut Value) + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let mut version = json!({
            "Browser": "Chrome/1", "User-Agent": "UA", "webSocketDebuggerUrl": address(port, ""),
        });
        change(&mut version);
        let body = version.to_string();
        let thread = thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let mut request = [0; 1024];
                if stream.read(&mut request).unwrap_or(0) == 0 {
                    return;
                }
                let length = body.len();
                let _ = write!(
                    stream,
                    "HTTP/1.1 200 OK\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
                );
            }
        });
        Self {
            port,
            thread: Some(thread),
        }
    }
}

impl Drop for Http {
    fn drop(&mut self) {
        // A visitor who says nothing ends it.
        drop(TcpStream::connect(("127.0.0.1", self.port)));
        drop(self.thread.take().map(JoinHandle::join));
    }
}

fn address(port: u16, end: &str) -> String {
    format!("ws://127.0.0.1:{port}/devtools/browser/1{end}")
}

struct Run<'a> {
    http: &'a Http,
    kind: &'a str,
    end: &'a str,
    steps: Value,
    checks: Value,
    task_ms: u64,
}

impl Run<'_> {
    async fn outcome(self) -> Outcome {
        let data = DataSet::new();
        let packages = data.folder.path().join("node_modules");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/bench/drivers/tests/packages");
        std::os::unix::fs::symlink(source, packages).unwrap();
        let driver = json!({"kind": self.kind, "steps": self.steps, "checks": self.checks});
        let changes = json!({"driver": driver, "timeouts": {"task_ms": self.task_ms}});
        let program = program("", changes);
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
            port: self.http.port,
            websocket: Some(address(self.http.port, self.end)),
            ..endpoint()
        };
        let toolbox = Toolbox::new(vec![data.folder.path().into()]);
        judge(drive(&work, &endpoint, &toolbox).await, &alive())
    }
}

fn run<'a>(http: &'a Http, end: &'a str) -> Run<'a> {
    Run {
        http,
        kind: "framework_playwright",
        end,
        steps: json!([{"op": "new_page"}, {"op": "evaluate", "expression": "one", "save_as": "answer"}]),
        checks: json!([{"kind": "saved_equals", "name": "answer", "expected": 1}]),
        task_ms: 20_000,
    }
}

fn rows(outcome: &Outcome) -> Vec<(&str, bool)> {
    let rows = outcome.grade.checks.iter();
    rows.map(|row| (row.name.as_str(), row.holds())).collect()
}

#[tokio::test]
async fn both_frameworks_drive_the_engine_under_test() {
    let http = Http::answering(|_| {});
    let outcome = run(&http, "").outcome().await;
    assert_eq!(outcome.status, Status::Pass, "{outcome:?}");
    assert_eq!(outcome.answer, "1");
    assert_eq!(outcome.counters.cdp_call_count, 2);
    let puppeteer = Run {
        kind: "framework_puppeteer",
        steps: json!([{"op": "user_agent", "save_as": "answer"}]),
        checks: json!([{"kind": "saved_contains", "name": "answer", "expected": "/1 null"}]),
        ..run(&http, "")
    };
    let outcome = puppeteer.outcome().await;
    assert_eq!(outcome.status, Status::Pass, "{outcome:?}");
}

#[tokio::test]
async fn an_engine_that_is_another_is_not_driven() {
    let other = |name: &'static str, value: &'static str| {
        Http::answering(move |version| version[name] = value.into())
    };
    for (http, end, says) in [
        (other("Browser", "Chrome/2"), "", "names the product \"Chrome/2\""),
        (other("User-Agent", "Else"), "", "names the user agent \"Else\""),
        (
            other("webSocketDebuggerUrl", "ws://elsewhere/"),
            "",
            "names the websocket",
        ),
        (
            other("webSocketDebuggerUrl", ""),
            "?other",
            "the framework's connection names the product \"Other/2\"",
        ),
    ] {
        let outcome = run(&http, end).outcome().await;
        let failure = outcome.failure.unwrap();
        assert_eq!(
            (outcome.status, failure.class),
            (Status::Infra, Class::ScriptError),
            "{says}"
        );
        assert!(failure.detail.contains(says), "{}", failure.detail);
    }
}

#[tokio::test]
async fn an_engine_that_refuses_the_framework_fails_every_check() {
    let http = Http::answering(|version| version["webSocketDebuggerUrl"] = "".into());
    let outcome = run(&http, "?refuse").outcome().await;
    let class = outcome.failure.as_ref().map(|failure| failure.class);
    assert_eq!((outcome.status, class), (Status::Fail, Some(Class::CdpSemantic)));
    assert_eq!(
        rows(&outcome),
        [("framework_connect", false), ("saved_equals", false)]
    );
    assert_eq!(outcome.answer, "0/2 checks");
}

#[tokio::test]
async fn who_threw_decides_who_is_blamed() {
    let http = Http::answering(|version| version["webSocketDebuggerUrl"] = "".into());
    let engine = Run {
        steps: json!([{"op": "evaluate", "expression": "crash here"}]),
        ..run(&http, "")
    };
    let outcome = engine.outcome().await;
    let class = outcome.failure.as_ref().map(|failure| failure.class);
    assert_eq!(
        (outcome.status, class),
        (Status::Fail, Some(Class::CdpSemantic)),
        "{outcome:?}"
    );
    assert_eq!(
        rows(&outcome),
        [("framework_connect", true), ("saved_equals", false)]
    );
    let ours = Run {
        steps: json!([{"op": "evaluate", "expression": "never"}]),
        ..run(&http, "?bug")
    };
    let outcome = ours.outcome().await;
    let failure = outcome.failure.unwrap();
    assert_eq!(
        (outcome.status, failure.class, failure.origin),
        (Status::Infra, Class::ScriptError, Some(Origin::DriverProcess))
    );
}

#[tokio::test]
async fn a_step_that_hangs_is_graded_before_the_time_is_over() {
    let http = Http::answering(|_| {});
    let hanging = Run {
        steps: json!([
            {"op": "evaluate", "expression": "never", "save_as": "answer"},
            {"op": "evaluate", "expression": "one"},
        ]),
        checks: json!([{"kind": "step_ok", "step": 0}, {"kind": "step_ok", "step": 1}]),
        // Three seconds are kept for the end.
        task_ms: 5_000,
        ..run(&http, "")
    };
    let outcome = hanging.outcome().await;
    assert_eq!(outcome.status, Status::Fail, "{outcome:?}");
    assert_eq!(outcome.answer, "ERROR: the task's time was over during evaluate");
    let evidence = outcome.grade.checks[2].evidence.to_string();
    assert!(
        evidence.contains("the task's time was over before this step"),
        "{evidence}"
    );
}

#[tokio::test]
async fn without_a_new_page_nothing_goes_on_with_the_old_one() {
    let http = Http::answering(|version| version["webSocketDebuggerUrl"] = "".into());
    let two_pages = Run {
        steps: json!([
            {"op": "new_page"},
            {"op": "new_page"},
            {"op": "evaluate", "expression": "one", "save_as": "answer"},
        ]),
        checks: json!([
            {"kind": "step_ok", "step": 0},
            {"kind": "step_fails", "step": 1},
            {"kind": "saved_equals", "name": "answer", "expected": "ERROR: TargetAlreadyLoaded"},
        ]),
        ..run(&http, "?single")
    };
    let outcome = two_pages.outcome().await;
    assert_eq!(outcome.status, Status::Pass, "{outcome:?}");
}

#[tokio::test]
async fn every_kind_of_check_can_hold_and_fail() {
    let http = Http::answering(|_| {});
    let steps = json!([
        {"op": "new_page"},
        {"op": "text_content", "selector": "#a", "save_as": "text"},
        {"op": "evaluate", "expression": "object", "save_as": "object"},
        {"op": "evaluate", "expression": "nothing", "save_as": "nothing"},
        {"op": "evaluate", "expression": "throws", "save_as": "error"},
        {"op": "hover", "selector": "#a", "save_as": "hover"},
        {"op": "write_file", "path": "{artifact_dir}/file", "content": "x"},
        {"op": "write_file", "path": "{artifact_dir}/empty", "content": ""},
    ]);
    let holding = [
        json!({"kind": "saved_equals", "name": "text", "expected": "text of #a"}),
        json!({"kind": "saved_equals", "name": "object", "expected": "{\"a\":[1]}"}),
        json!({"kind": "saved_equals", "name": "nothing", "expected": "undefined"}),
        json!({"kind": "saved_equals", "name": "error", "expected": "ERROR: the engine said no"}),
        json!({"kind": "saved_contains", "name": "hover", "expected": "ERROR: page.hover is not a function"}),
        json!({"kind": "saved_not_contains", "name": "text", "expected": "#b"}),
        json!({"kind": "saved_truthy", "name": "text"}),
        json!({"kind": "step_ok", "step": 1}),
        json!({"kind": "step_fails", "step": 5}),
        json!({"kind": "file_nonempty", "path": "{artifact_dir}/file"}),
        json!({"kind": "any_of", "checks": [{"kind": "step_ok", "step": 4}, {"kind": "step_ok", "step": 1}]}),
    ];
    let failing = [
        json!({"kind": "saved_equals", "name": "text", "expected": "text of #"}),
        json!({"kind": "saved_equals", "name": "missing", "expected": "undefined"}),
        json!({"kind": "saved_contains", "name": "missing", "expected": ""}),
        json!({"kind": "saved_not_contains", "name": "missing", "expected": "x"}),
        json!({"kind": "saved_not_contains", "name": "text", "expected": "#a"}),
        json!({"kind": "saved_truthy", "name": "nothing"}),
        json!({"kind": "saved_truthy", "name": "error"}),
        json!({"kind": "saved_truthy", "name": "toString"}),
        json!({"kind": "step_ok", "step": 5}),
        json!({"kind": "step_ok", "step": 99}),
        json!({"kind": "step_fails", "step": 1}),
        json!({"kind": "step_fails", "step": 99}),
        json!({"kind": "file_nonempty", "path": "{artifact_dir}/empty"}),
        json!({"kind": "file_nonempty", "path": "{artifact_dir}/missing"}),
        json!({"kind": "any_of", "checks": [{"kind": "step_ok", "step": 4}]}),
        json!({"kind": "any_of", "checks": []}),
        json!({"kind": "guess"}),
    ];
    let checks = holding.iter().chain(&failing).cloned().collect();
    let outcome = Run {
        steps,
        checks,
        ..run(&http, "")
    }
    .outcome()
    .await;
    assert_eq!(outcome.status, Status::Fail);
    let expected = std::iter::repeat_n(true, 1 + holding.len()).chain(failing.iter().map(|_| false));
    for (row, expected) in outcome.grade.checks.iter().zip(expected) {
        assert_eq!(row.holds(), expected, "{row:?}");
    }
    assert_eq!(outcome.grade.checks.len(), 1 + holding.len() + failing.len());
}
