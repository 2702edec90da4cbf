//! `aite run` on a real Chromium: what it prints, keeps and how it ends.

use std::fs;
use std::io::{BufRead, BufReader, Lines};
use std::net::{Ipv4Addr, Ipv6Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Output, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use tempfile::TempDir;

/// A project in a folder of its own, with a site and one script.
struct Project {
    folder: TempDir,
    port: u16,
}

impl Project {
    fn new(page: &str, steps: &str) -> Self {
        let port = free_port();
        let project = Self {
            folder: tempfile::tempdir().unwrap(),
            port,
        };
        project.write("aite.config.json", "{}");
        project.write(
            "site/index.html",
            &format!("<!doctype html><meta charset=utf-8>{page}"),
        );
        project.write(
            "scripts/x.aite",
            &format!("test \"x\"\n  start http://localhost:{port}/\n{steps}"),
        );
        project
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn write(&self, name: &str, text: &str) {
        let file = self.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_aite"));
        command
            .arg("run")
            .args(arguments)
            .current_dir(self.path())
            .stdin(Stdio::null());
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// The stored file of the only run.
    fn stored(&self, name: &str) -> Option<String> {
        let results = fs::read_dir(self.path().join("results")).ok()?;
        let mut files = results
            .map(|entry| entry.unwrap().path().join(name))
            .filter(|file| file.is_file());
        fs::read_to_string(files.next()?).ok()
    }

    fn run_json(&self) -> Value {
        serde_json::from_str(&self.stored("run.json").unwrap()).unwrap()
    }

    fn suite_json(&self) -> Value {
        let results = fs::read_dir(self.path().join("results")).unwrap();
        let mut paths = results.map(|entry| entry.unwrap().path());
        let suite = paths
            .find(|path| path.to_string_lossy().ends_with(".suite.json"))
            .unwrap();
        serde_json::from_str(&fs::read_to_string(suite).unwrap()).unwrap()
    }
}

/// A port that is free on both loopback addresses.
fn free_port() -> u16 {
    loop {
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
            .unwrap()
            .local_addr()
            .unwrap()
            .port();
        if TcpListener::bind((Ipv6Addr::LOCALHOST, port)).is_ok() {
            return port;
        }
    }
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn assert_exit(output: &Output, code: i32) {
    assert_eq!(
        output.status.code(),
        Some(code),
        "{}\n{}",
        out(output),
        err(output)
    );
}

fn assert_valid(schema: &str, value: &Value) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../docs/schema")
        .join(format!("{schema}.schema.json"));
    let schema: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let errors: Vec<String> = validator
        .iter_errors(value)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{errors:#?}\n{value:#}");
}

#[test]
fn a_new_project_is_green_and_its_files_are_as_documented() {
    let project = Project {
        folder: tempfile::tempdir().unwrap(),
        port: 0,
    };
    let init = Command::new(env!("CARGO_BIN_EXE_aite"))
        .args(["init"])
        .current_dir(project.path())
        .output()
        .unwrap();
    assert_exit(&init, 0);
    let output = project.run(&["--label", "first"]);
    assert_exit(&output, 0);
    let text = out(&output);
    assert!(
        text.contains("✓ greet somebody") && text.contains("1 passed in"),
        "{text}"
    );
    assert_valid("run", &project.run_json());
    assert_valid("suite", &project.suite_json());
    assert_eq!(project.suite_json()["label"], "first");
    for line in project.stored("events.jsonl").unwrap().lines() {
        assert_valid("events", &serde_json::from_str(line).unwrap());
    }
}

#[test]
fn a_red_run_says_what_and_where_and_a_page_cannot_reach_the_terminal_or_the_secrets() {
    let page = "<title>\u{9b}31m\u{202e}x</title><p id=p></p>
        <script>p.textContent = 'token s3cr3t-value \\u001b[2J\\u0007 end'</script>";
    let project = Project::new(
        page,
        "  step \"look\"\n    verify css:\"#p\" text:\"done\" timeout:1s\n  step \"rest\"\n    verify text:\"x\"\n",
    );
    project.write(
        "aite.config.json",
        r#"{"secrets": {"TOKEN": {"env": "AITE_TEST_TOKEN"}}}"#,
    );
    let output = project
        .command(&["--serve", "site", "--color", "never"])
        .env("AITE_TEST_TOKEN", "s3cr3t-value")
        .output()
        .unwrap();
    assert_exit(&output, 1);
    let text = out(&output);
    for part in [
        "✗ look",
        "- rest",
        "error[mismatch]",
        "scripts/x.aite:4:",
        "expected: done",
        "found: token ***",
        "screenshot: results/",
    ] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    for stream in [&text, &err(&output)] {
        assert!(!stream.chars().any(|c| c.is_control() && c != '\n'), "{stream:?}");
    }
    for file in ["run.json", "events.jsonl"] {
        assert!(!project.stored(file).unwrap().contains("s3cr3t"), "{file}");
    }
    assert!(!text.contains("s3cr3t"));
    assert_valid("run", &project.run_json());
}

#[test]
fn events_as_lines() {
    let project = Project::new("<p>here", "  step \"look\"\n    verify text:\"here\"\n");
    let output = project.run(&["--serve", "site", "--format", "json", "scripts/x.aite:3"]);
    assert_exit(&output, 0);
    let events: Vec<Value> = out(&output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(events.first().unwrap()["event"], "runStarted");
    assert_eq!(events.last().unwrap()["event"], "runFinished");
}

#[test]
fn addresses_go_to_another_origin() {
    let project = Project::new("<p>here", "");
    project.write(
        "scripts/x.aite",
        "test \"x\"\n  start https://shop.test/\n  step \"look\"\n    verify text:\"here\"\n",
    );
    let origin = format!("https://shop.test=http://127.0.0.1:{}", project.port);
    assert_exit(&project.run(&["--serve", "site", "--origin", &origin]), 0);
}

#[test]
fn the_web_server_of_the_project_serves() {
    let project = Project::new("<p>here", "  step \"look\"\n    verify text:\"here\"\n");
    let command = format!(
        "{} serve site --port {}",
        env!("CARGO_BIN_EXE_aite"),
        project.port
    );
    let server =
        serde_json::json!({"command": command, "url": format!("http://localhost:{}/", project.port)});
    project.write(
        "aite.config.json",
        &serde_json::json!({"webServer": server}).to_string(),
    );
    assert_exit(&project.run(&[]), 0);
    assert!(
        TcpListener::bind((Ipv4Addr::LOCALHOST, project.port)).is_ok(),
        "the server is still there"
    );
}

#[test]
fn a_taken_port_is_named() {
    let project = Project::new("<p>here", "  step \"look\"\n    verify text:\"here\"\n");
    let _taken = TcpListener::bind((Ipv4Addr::LOCALHOST, project.port)).unwrap();
    let output = project.run(&["--serve", "site"]);
    assert_exit(&output, 3);
    assert!(
        err(&output).contains(&format!("port {} on 127.0.0.1 is taken", project.port)),
        "{}",
        err(&output)
    );
}

#[test]
fn results_that_cannot_be_made_are_named() {
    let project = Project::new("<p>here", "  step \"look\"\n    verify text:\"here\"\n");
    let output = project.run(&["--results", "aite.config.json/results"]);
    assert_exit(&output, 3);
    assert!(
        err(&output).contains("the results folder aite.config.json/results cannot be made"),
        "{}",
        err(&output)
    );
}

#[test]
fn a_script_that_posts_is_skipped_when_the_cap_is_reached() {
    let project = Project::new("<p>here", "");
    project.write(
        "scripts/x.aite",
        "test \"x\"\n  posts\n  step \"look\"\n    verify text:\"here\"\n",
    );
    let output = project.run(&["--post-cap", "0"]);
    assert_exit(&output, 0);
    assert!(
        out(&output).contains("scripts/x.aite  skipped"),
        "{}",
        out(&output)
    );
    assert_eq!(project.suite_json()["status"], "skipped");
    assert_valid("suite", &project.suite_json());
}

#[test]
fn the_first_signal_ends_the_run_in_order() {
    for signal in [Signal::INT, Signal::TERM] {
        let project = Project::new(
            "<p>here",
            "  step \"wait\"\n    verify text:\"never\" timeout:60s\n  step \"rest\"\n    verify text:\"x\"\n",
        );
        let mut waiting = Waiting::start(&project);
        kill_process(id(&waiting.child), signal).unwrap();
        let events: Vec<String> = waiting.events.by_ref().map(Result::unwrap).collect();
        assert_eq!(waiting.child.wait().unwrap().code(), Some(130), "{events:#?}");
        assert!(
            events
                .last()
                .unwrap()
                .contains("\"runFinished\",\"status\":\"interrupted\""),
            "{events:#?}"
        );
        let run = project.run_json();
        assert_eq!(run["status"], "interrupted");
        assert_eq!(run["steps"][2]["status"], "skipped");
        assert_eq!(project.suite_json()["status"], "interrupted");
    }
}

#[test]
fn a_run_that_is_killed_leaves_valid_files() {
    let project = Project::new(
        "<p>here",
        "  step \"wait\"\n    verify text:\"never\" timeout:60s\n",
    );
    let mut waiting = Waiting::start(&project);
    waiting.child.kill().unwrap();
    waiting.child.wait().unwrap();
    assert_eq!(project.run_json()["status"], "interrupted");
    assert_valid("run", &project.run_json());
    assert_eq!(project.suite_json()["status"], "interrupted");
}

/// A run that is in the middle of its `verify`.
struct Waiting {
    child: Child,
    events: Lines<BufReader<ChildStdout>>,
}

impl Waiting {
    fn start(project: &Project) -> Self {
        let arguments = ["--serve", "site", "--format", "json"];
        let mut child = project
            .command(&arguments)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut events = BufReader::new(child.stdout.take().unwrap()).lines();
        let under_way =
            |line: &String| line.contains("\"commandStarted\"") && line.contains("\"verb\":\"verify\"");
        events
            .by_ref()
            .map(Result::unwrap)
            .find(under_way)
            .expect("the verify began");
        Self { child, events }
    }
}

fn id(child: &Child) -> Pid {
    Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap()
}

#[test]
fn a_reader_that_leaves_does_not_change_the_verdict() {
    let project = Project::new(
        "<p>here",
        "  step \"look\"\n    verify text:\"there\" timeout:1s\n",
    );
    let mut child = project
        .command(&["--serve", "site"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert_eq!(project.run_json()["status"], "failed");
}

#[test]
fn several_scripts_share_an_invocation() {
    let project = Project::new("<p>here", "  step \"look\"\n    verify text:\"here\"\n");
    let start = format!("start http://localhost:{}/", project.port);
    project.write(
        "scripts/b/y.aite",
        &format!("test \"y\"\n  {start}\n  step \"s\"\n    click text:\"none\" timeout:500ms\n"),
    );
    project.write(
        "scripts/c/z.aite",
        &format!("test \"z\"\n  {start}\n  step \"s\"\n    sleep 10ms\n"),
    );
    let output = project.run(&["--serve", "site"]);
    assert_exit(&output, 1);
    let counts = &project.suite_json()["counts"];
    assert_eq!(
        (&counts["passed"], &counts["failed"]),
        (&2.into(), &1.into()),
        "{}",
        out(&output)
    );
    let folders: Vec<PathBuf> = fs::read_dir(project.path().join("results"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    assert_eq!(folders.iter().filter(|path| path.is_dir()).count(), 3);
    assert!(out(&output).contains("1 failed, 2 passed"), "{}", out(&output));
}
