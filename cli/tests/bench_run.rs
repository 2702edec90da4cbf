//! `aite bench run` and what comes after it, on a small data set and a real Chromium.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

struct Set(tempfile::TempDir);

impl Set {
    fn new() -> Self {
        let set = Self(tempfile::tempdir().expect("a folder"));
        set.write("manifest.json", &manifest());
        set.write(
            "tasks/sum.json",
            &task("sum", json!({"kind": "about_blank"}), "1 + 2", json!(3)),
        );
        let page = json!({"kind": "self_hosted_fixture", "url": "/page"});
        set.write(
            "tasks/title.json",
            &task("title", page.clone(), "document.title", json!("A page")),
        );
        set.write(
            "tasks/wrong.json",
            &task("wrong", page, "document.title", json!("Another")),
        );
        set.write("fixtures/routes.json", &json!({"/page": "page.html"}));
        fs::write(
            set.path("fixtures/page.html"),
            "<!doctype html><title>A page</title>",
        )
        .expect("a page");
        set
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, json: &Value) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, json.to_string()).expect("a file");
    }

    fn aite(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_aite"));
        command.current_dir(self.0.path()).arg("bench").args(arguments);
        command.output().expect("aite starts")
    }

    /// The folder of a run that was made.
    fn run(&self, arguments: &[&str]) -> PathBuf {
        let output = self.aite(&[&["run", "--quiet", "--seed", "s"], arguments].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let said = text(&output.stdout);
        said.trim()
            .strip_prefix("run_dir=")
            .expect("the run's folder")
            .into()
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn manifest() -> Value {
    json!({
        "bench_id": "small", "bench_version": "1", "root_dir": "small", "default_k_runs": 1, "fallback_allowed": false,
        "site": {}, "engines": {"chrome": {"role": "gold_baseline"}},
        "layers": [{"layer_id": "L1", "name": "protocol", "subsets": [
            {"subset_id": "l1.raw_cdp", "driver": "raw_cdp", "task_glob": "tasks/*.json", "chrome_gate": "best_effort"}]}],
    })
}

fn task(id: &str, scene: Value, expression: &str, expected: Value) -> Value {
    json!({
        "task_id": id, "task_version": 1, "title": id, "description": "d", "layer": "L1", "subset_id": "l1.raw_cdp",
        "features": ["cdp.runtime.evaluate"], "tags": ["version.v0_4"], "artifact_profile": "l1_standard", "scene": scene,
        "driver": {"kind": "raw_cdp", "steps": [
            {"method": "Runtime.evaluate", "params": {"expression": expression, "returnByValue": true}, "save_as": "value"}]},
        "grader": {"kind": "inline_assertions", "checks": [{"kind": "value_equals", "expected": expected}]},
        "timeouts": {"task_ms": 20000, "hard_kill_ms": 45000},
    })
}

fn rows(run: &Path) -> Vec<Value> {
    let lines = fs::read_to_string(run.join("results.jsonl")).expect("results");
    lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("a row"))
        .collect()
}

#[test]
fn tasks_become_rows_scores_and_pages_for_people() {
    let set = Set::new();
    let run = set.run(&["--score-mode", "independent"]);
    let verdicts: Vec<_> = rows(&run)
        .iter()
        .map(|row| json!([row["task_id"], row["status"]]))
        .collect();
    assert_eq!(
        verdicts,
        [
            json!(["sum", "pass"]),
            json!(["title", "pass"]),
            json!(["wrong", "fail"])
        ]
    );
    let files = ["scores.json", "scorecard.md", "scorecard.html"].map(|name| run.join(name));
    let read = || files.each_ref().map(|path| fs::read(path).expect("a file"));
    let before = read();
    let again = set.aite(&["report", "--run", run.to_str().expect("a path")]);
    assert_eq!(again.status.code(), Some(0), "{}", text(&again.stderr));
    assert_eq!(read(), before, "the same bytes");
    let inspect = |task: &str| {
        set.aite(&[
            "inspect",
            "--run",
            run.to_str().expect("a path"),
            "--task",
            task,
            "--engine",
            "chrome",
        ])
    };
    let shown = text(&inspect("wrong").stdout);
    assert!(
        shown.starts_with(
            "fail wrong on chrome, attempt 1\n  \
             failure       cdp_semantic: inline assertions failed\n  \
             check         value_equals fail: expected \"Another\", got \"A page\"\n"
        ),
        "{shown}"
    );
    assert!(shown.contains("cdp.jsonl grader.json run.json"), "{shown}");
    let nothing = inspect("nothing");
    assert_eq!(nothing.status.code(), Some(1));
    assert!(text(&nothing.stderr).contains("the run has no attempt 1 of nothing on chrome"));
}

#[test]
fn a_dry_run_says_what_would_be_and_makes_nothing() {
    let set = Set::new();
    let output = set.aite(&[
        "run",
        "--dry-run",
        "--engines",
        "chrome",
        "--task",
        "sum",
        "--k",
        "2",
    ]);
    let plan: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(plan["expected_result_rows"], 2);
    assert_eq!(plan["tasks"][0]["chrome_baseline"], "best_effort");
    assert!(!set.path("runs").exists());
}

#[test]
fn what_cannot_be_meant_is_refused() {
    let set = Set::new();
    for (arguments, expected) in [
        (vec!["run", "--engines", "chrom"], "no engine is called chrom"),
        (vec!["run", "--subset", "l1.raw_cpd"], "did you mean l1.raw_cdp?"),
        (vec!["run", "--task", "nothing"], "nothing"),
        (vec!["run", "--run-id", "../x"], "is no name of a folder"),
        (vec!["run", "--jobs", "0"], "from 1 to 256"),
    ] {
        let output = set.aite(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(
            text(&output.stderr).contains(expected),
            "{}",
            text(&output.stderr)
        );
    }
}

#[test]
fn a_run_is_never_overwritten() {
    let set = Set::new();
    let first = set.run(&["--task", "sum", "--run-id", "mine"]);
    let second = set.run(&["--task", "sum", "--run-id", "mine"]);
    assert_eq!(
        [first, second].map(|run| run.file_name().map(ToOwned::to_owned)),
        [Some("mine".into()), Some("mine_002".into())]
    );
    let refused = set.aite(&[
        "run",
        "--task",
        "sum",
        "--run-id",
        "mine",
        "--run-id-conflict",
        "error",
    ]);
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn the_doctor_starts_engines_and_compares_them_with_their_pins() {
    let set = Set::new();
    let well = set.aite(&["doctor", "--engines", "chrome"]);
    assert!(
        text(&well.stdout).contains("chrome: ready: Chrome/"),
        "{}",
        text(&well.stdout)
    );
    set.write(
        "build_artifacts/active-set.json",
        &json!({"engines": {"chrome": {"sha256_12": "0123456789ab"}}}),
    );
    let other = set.aite(&["doctor", "--engines", "chrome"]);
    assert_eq!(other.status.code(), Some(1));
    assert!(
        text(&other.stdout).contains("0123456789ab is pinned"),
        "{}",
        text(&other.stdout)
    );
}

/// A run that has made three attempts and is at one that takes long.
fn in_the_middle(set: &Set) -> (Child, PathBuf) {
    let mut waits = task("z_waits", json!({"kind": "about_blank"}), "1", json!(1));
    waits["driver"]["steps"] = json!([{"wait_for_event": "Page.never", "timeout_ms": 30000}]);
    set.write("tasks/z_waits.json", &waits);
    let mut child = Command::new(env!("CARGO_BIN_EXE_aite"))
        .current_dir(set.0.path())
        .args(["bench", "run", "--run-id", "r", "--score-mode", "independent"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("aite starts");
    // What does not pass is told at once, and that is the third.
    let said = BufReader::new(child.stderr.as_mut().expect("a pipe"))
        .lines()
        .next();
    let said = said.expect("a line").expect("text");
    assert!(said.contains("wrong on chrome"), "{said}");
    (child, set.path("runs/r"))
}

fn three_rows(run: &Path) -> Vec<Value> {
    let rows = rows(run);
    let made: Vec<_> = rows
        .iter()
        .map(|row| json!([row["task_id"], row["status"]]))
        .collect();
    assert_eq!(
        made,
        [
            json!(["sum", "pass"]),
            json!(["title", "pass"]),
            json!(["wrong", "fail"])
        ]
    );
    rows
}

fn record(run: &Path) -> Value {
    serde_json::from_slice(&fs::read(run.join("run_manifest.json")).expect("a record")).expect("JSON")
}

#[test]
fn an_interrupted_run_keeps_and_scores_what_was_made() {
    let set = Set::new();
    let (child, run) = in_the_middle(&set);
    let id = i32::try_from(child.id()).expect("an id");
    kill_process(Pid::from_raw(id).expect("an id"), Signal::INT).expect("it runs");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
    three_rows(&run);
    let record = record(&run);
    assert_eq!(
        (&record["completion_status"], &record["completed_result_rows"]),
        (&json!("interrupted"), &json!(3))
    );
    let scores: Value =
        serde_json::from_slice(&fs::read(run.join("scores.json")).expect("scores")).expect("JSON");
    assert_eq!(scores["layers"]["L1"]["by_engine"]["chrome"]["total"], 3);
    let place = run.join("artifacts/L1/l1.raw_cdp/z_waits/chrome");
    let left = fs::read_dir(place).map_or(0, Iterator::count);
    assert_eq!(left, 0, "no draft is left");
}

#[test]
fn a_killed_run_keeps_what_was_made_and_leaves_no_engine() {
    let set = Set::new();
    let (mut child, run) = in_the_middle(&set);
    child.kill().expect("it is killed");
    child.wait().expect("it ends");
    let rows = three_rows(&run);
    assert_eq!(
        record(&run)["completion_status"],
        "interrupted",
        "whatever ended it"
    );
    let report = set.aite(&["report", "--run", "runs/r"]);
    assert_eq!(report.status.code(), Some(0), "{}", text(&report.stderr));
    let engine = &rows[0]["run_context"]["browser_pid"];
    while fs::read_to_string(format!("/proc/{engine}/stat")).is_ok_and(|stat| !stat.contains(") Z ")) {
        std::thread::yield_now();
    }
}
