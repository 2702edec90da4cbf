//! Signed-in profiles from end to end on a real Chromium: the right account, a wrong one, a page that does not say.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

/// Shows who is signed in; whoever comes with `?as=NAME` is signed in as that and leaves.
const PAGE: &str = r#"<!doctype html><meta charset="utf-8"><p id="who"></p><script>
const asked = new URLSearchParams(location.search).get("as");
if (asked) { localStorage.who = asked; setTimeout(close); }
who.textContent = {undefined: "Sign in", nobody: "Welcome"}[localStorage.who] ?? `Signed in as @${localStorage.who}`;
</script>"#;

/// A project with its pages on a server of its own.
struct Project {
    folder: TempDir,
    server: Child,
    origin: String,
}

impl Drop for Project {
    fn drop(&mut self) {
        self.server.kill().unwrap();
        self.server.wait().unwrap();
    }
}

impl Project {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("site")).unwrap();
        fs::write(folder.path().join("site/index.html"), PAGE).unwrap();
        let mut server = aite(folder.path())
            .args(["serve", "site"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = BufReader::new(server.stdout.take().unwrap());
        let mut line = String::new();
        said.read_line(&mut line).unwrap();
        let origin = line.split_whitespace().find(|word| word.starts_with("http://"));
        let origin = origin
            .unwrap_or_else(|| panic!("no address: {line}"))
            .trim_end_matches('/');
        Self {
            origin: origin.to_owned(),
            folder,
            server,
        }
    }

    fn write(&self, name: &str, text: &str) {
        let file = self.folder.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    fn profile(&self, profile: &Value) {
        let config = json!({"profiles": {"test-qian": profile}});
        self.write("aite.config.json", &config.to_string());
    }

    fn script(&self, page: &str, steps: &str) {
        let text = format!(
            "test \"x\"\n  start {}/{page}\n  needs session test-qian\n  step \"who\"\n    call session-check timeout:1s\n{steps}",
            self.origin
        );
        self.write("scripts/x.aite", &text);
    }

    fn run(&self, options: &[&str]) -> Run {
        drop(fs::remove_dir_all(self.folder.path().join("results")));
        let output = aite(self.folder.path())
            .arg("run")
            .args(options)
            .output()
            .unwrap();
        let results = fs::read_dir(self.folder.path().join("results")).unwrap();
        let mut files = results.map(|entry| entry.unwrap().path().join("run.json"));
        let file = files
            .find(|file| file.is_file())
            .unwrap_or_else(|| panic!("{output:?}"));
        Run {
            json: serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap(),
            output,
        }
    }
}

fn aite(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_aite"));
    command.current_dir(folder).env_remove("CI");
    command
}

struct Run {
    json: Value,
    output: Output,
}

impl Run {
    fn exit(&self) -> Option<i32> {
        self.output.status.code()
    }

    fn command(&self, step: usize) -> &Value {
        &self.json["steps"][step]["commands"][0]
    }
}

/// Every way in which a page answers, for a profile in which `who` is signed in and that should be `@qian`.
fn judged(project: &Project) {
    let right = json!({"account": "@qian", "verdict": "right"});
    let plain = project.run(&[]);
    assert_eq!(plain.exit(), Some(0), "{:?}", plain.output);
    assert_eq!(plain.command(0)["session"], Value::Null);
    assert_eq!(plain.command(1)["session"], right);
    let unattended = project.run(&["--unattended"]);
    assert_eq!(unattended.exit(), Some(0), "{:?}", unattended.output);
    assert_eq!(unattended.command(0)["session"], right);
    assert_eq!(unattended.command(0)["resolved"], Value::Null);
}

fn wrong(project: &Project) {
    let wrong = json!({"account": "@qian", "verdict": "wrong", "found": "buster"});
    for (options, step) in [(&[][..], 1), (&["--unattended"], 0)] {
        let run = project.run(options);
        assert_eq!(run.exit(), Some(1), "{:?}", run.output);
        let command = run.command(step);
        assert_eq!(command["session"], wrong);
        let failure = &command["failure"];
        assert_eq!(
            [&failure["reason"], &failure["expected"], &failure["found"]],
            ["wrong-session", "@qian", "buster"]
        );
        let message = failure["message"].as_str().unwrap();
        assert!(
            message.contains("Wrong account") && message.contains("aite session open test-qian"),
            "{message}"
        );
        assert_eq!(
            run.json["steps"][1]["status"],
            if step == 0 { "skipped" } else { "failed" }
        );
    }
}

fn silent(project: &Project) {
    for options in [&[][..], &["--unattended"]] {
        let run = project.run(options);
        assert_eq!(run.exit(), Some(1), "{:?}", run.output);
        assert_eq!(run.command(0)["status"], "passed");
        let unknown = json!({"account": "@qian", "verdict": "unknown"});
        let of_start = if options.is_empty() {
            &Value::Null
        } else {
            &unknown
        };
        assert_eq!(run.command(0)["session"], *of_start);
        assert_eq!(run.command(1)["session"], unknown);
        let failure = &run.json["failure"];
        assert_eq!(failure["reason"], "wrong-session");
        assert!(
            failure["message"]
                .as_str()
                .unwrap()
                .starts_with("cannot find which account is signed in")
        );
    }
}

#[test]
fn a_storage_state_is_judged() {
    let project = Project::new();
    project.profile(&json!({"account": "@qian", "storageState": "state.json"}));
    project.script("", "");
    for (who, judge) in [
        ("qian", judged as fn(&Project)),
        ("buster", wrong),
        ("nobody", silent),
    ] {
        let state = json!({"cookies": [], "origins": [
            {"origin": project.origin, "localStorage": [{"name": "who", "value": who}]}
        ]});
        project.write("state.json", &state.to_string());
        judge(&project);
    }
    let state = json!({"cookies": [], "origins": [
        {"origin": project.origin, "localStorage": [{"name": "who", "value": "qian"}], "indexedDB": [{"name": "db"}]}
    ]});
    project.write("state.json", &state.to_string());
    let warnings = project.run(&[]).json["warnings"].to_string();
    let says = "the storageState of test-qian has more than cookies and local storage, which is ignored: indexedDB of one origin";
    assert!(warnings.contains(says), "{warnings}");
    // Nobody is signed in.
    project.write("state.json", r#"{"cookies": []}"#);
    let run = project.run(&["--unattended"]);
    assert_eq!(
        run.command(0)["session"],
        json!({"account": "@qian", "verdict": "signed-out"})
    );
    assert_eq!(run.json["failure"]["reason"], "wrong-session");
}

#[test]
fn a_folder_in_which_a_person_signed_in_is_judged() {
    let project = Project::new();
    for (who, judge) in [
        ("qian", judged as fn(&Project)),
        ("buster", wrong),
        ("nobody", silent),
    ] {
        project.profile(&json!({"account": "@qian", "userDataDir": format!("profiles/{who}")}));
        project.script(&format!("?as={who}"), "");
        let open = ["session", "open", "test-qian"];
        let opened = aite(project.folder.path())
            .args(open)
            .env("AITE_SESSION_HEADLESS", "1")
            .output()
            .unwrap();
        assert_eq!(opened.status.code(), Some(0), "{opened:?}");
        project.script("", "");
        judge(&project);
    }
}

/// `.ci/run` has the display; it is no part of every machine.
#[test]
#[ignore = "needs Xvfb: .ci/install xvfb"]
fn a_browser_with_a_window_is_closed_and_its_folder_keeps_the_session() {
    let mut display = Command::new("Xvfb")
        .args([
            "-displayfd",
            "1",
            "-nolisten",
            "tcp",
            "-screen",
            "0",
            "1280x800x24",
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("Xvfb");
    let mut number = String::new();
    BufReader::new(display.stdout.take().unwrap())
        .read_line(&mut number)
        .unwrap();
    let project = Project::new();
    project.profile(&json!({"account": "@qian", "userDataDir": "profiles/qian"}));
    project.script("?as=qian", "");
    let opened = aite(project.folder.path())
        .args(["session", "open", "test-qian"])
        .env("DISPLAY", format!(":{}", number.trim()))
        .output()
        .unwrap();
    display.kill().unwrap();
    display.wait().unwrap();
    let said = String::from_utf8_lossy(&opened.stdout);
    assert_eq!(opened.status.code(), Some(0), "{opened:?}");
    assert!(
        said.contains("sign in as @qian in the browser that opens"),
        "{said}"
    );
    assert!(
        said.contains("the browser was closed; who is signed in there is kept in profiles/qian"),
        "{said}"
    );
    project.script("", "");
    judged(&project);
}

#[test]
fn a_test_that_seems_to_publish_is_refused_where_nobody_watches() {
    let project = Project::new();
    project.write("aite.config.json", "{}");
    let script = |header: &str| {
        let start = &project.origin;
        let text = format!(
            "test \"x\"\n  start {start}/\n{header}  step \"s\"\n    click role:button name:\"Publish now\" timeout:100ms\n"
        );
        project.write("scripts/x.aite", &text);
    };
    let run = |options: &[&str]| {
        aite(project.folder.path())
            .arg("run")
            .args(options)
            .output()
            .unwrap()
    };
    script("");
    let refused = run(&["--unattended"]);
    let said = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{said}");
    assert!(
        said.contains("\"publish\" reads like publishing") && said.contains("nothing was run"),
        "{said}"
    );
    assert!(!project.folder.path().join("results").exists());
    assert_eq!(run(&[]).status.code(), Some(1));
    script("  posts\n");
    assert_eq!(run(&["--unattended"]).status.code(), Some(1));
}
