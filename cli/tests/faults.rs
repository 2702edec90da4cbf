//! `aite run` where the world around it does not play along.

use std::fs;
use std::io::{BufRead, Read};
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A project with one script.
struct Project(TempDir);

impl Project {
    fn new(config: &Value, script: &str) -> Self {
        let project = Self(tempfile::tempdir().unwrap());
        fs::create_dir(project.path().join("scripts")).unwrap();
        fs::write(project.path().join("aite.config.json"), config.to_string()).unwrap();
        fs::write(project.path().join("scripts/x.aite"), script).unwrap();
        project
    }

    /// One whose web server says `started` into its log and never answers.
    fn waiting(server: &str) -> Self {
        let url = format!("http://127.0.0.1:{}/", free_port());
        let command = format!("{server} echo started $$; sleep 1000 & wait; sleep 1000");
        let config = json!({"webServer": {"command": command, "url": url}});
        Self::new(
            &config,
            &format!("test \"x\"\n  start {url}\n  step \"s\"\n    sleep 1s\n"),
        )
    }

    fn path(&self) -> &Path {
        self.0.path()
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

    /// What the web server says once it runs: the number of its shell.
    fn server(&self) -> i32 {
        loop {
            let log = fs::read_to_string(self.path().join("results/web-server.log")).unwrap_or_default();
            let said = log.lines().find_map(|line| line.strip_prefix("started "));
            match said.filter(|_| log.ends_with('\n')) {
                Some(number) => return number.parse().unwrap(),
                None => thread::yield_now(),
            }
        }
    }

    fn suite_status(&self) -> Value {
        let names = fs::read_dir(self.path().join("results")).unwrap();
        let suite: PathBuf = names
            .map(|entry| entry.unwrap().path())
            .find(|path| path.to_string_lossy().ends_with(".suite.json"))
            .unwrap();
        let suite: Value = serde_json::from_str(&fs::read_to_string(suite).unwrap()).unwrap();
        suite["status"].clone()
    }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    listener.local_addr().unwrap().port()
}

fn send(child: &Child, signal: Signal) {
    kill_process(Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap(), signal).unwrap();
}

/// Waits until nothing of a process group runs any more.
fn gone(group_member: i32) {
    let runs = || match fs::read_to_string(format!("/proc/{group_member}/stat")) {
        Ok(stat) => !stat.contains(") Z "),
        Err(_) => false,
    };
    while runs() {
        thread::yield_now();
    }
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn whatever_asks_it_to_end_before_the_first_script_interrupts_it() {
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let project = Project::waiting("");
        let mut child = project.command(&[]).stdout(Stdio::null()).spawn().unwrap();
        let server = project.server();
        send(&child, signal);
        assert_eq!(child.wait().unwrap().code(), Some(130), "{signal:?}");
        assert_eq!(project.suite_status(), "interrupted", "{signal:?}");
        gone(server);
    }
}

#[test]
fn a_web_server_that_does_not_listen_ends_with_a_killed_aite() {
    let project = Project::waiting("trap '' TERM HUP INT;");
    let mut child = project.command(&[]).spawn().unwrap();
    let server = project.server();
    child.kill().unwrap();
    child.wait().unwrap();
    gone(server);
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_that_goes_away_is_ignored_under_nohup() {
    let project = Project::waiting("");
    let aite = env!("CARGO_BIN_EXE_aite");
    let mut child = Command::new("sh")
        .args(["-c", "trap '' HUP; exec \"$0\" run", aite])
        .current_dir(project.path())
        .spawn()
        .unwrap();
    let server = project.server();
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let ignored = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .unwrap();
    assert_eq!(
        u64::from_str_radix(ignored.trim(), 16).unwrap() & 1,
        1,
        "{ignored}"
    );
    send(&child, Signal::TERM);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    gone(server);
}

#[test]
fn the_second_signal_ends_a_run_whose_reader_does_not_read() {
    // More than a pipe holds, in the first event.
    let steps: String = (0..8)
        .map(|_| format!("  step \"{}\"\n    sleep 1s\n", "long ".repeat(8_000)))
        .collect();
    let project = Project::new(&json!({}), &format!("test \"x\"\n{steps}"));
    let mut child = project
        .command(&["--format", "json"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = child.stdout.take().unwrap();
    out.read_exact(&mut [0]).unwrap();
    send(&child, Signal::INT);
    // The first one was taken when its thread waits for the second; one that comes too early counts as the same.
    while child.try_wait().unwrap().is_none() {
        send(&child, Signal::INT);
        thread::yield_now();
    }
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(project.suite_status(), "interrupted");
}

#[test]
fn results_that_cannot_be_are_explained() {
    let project = Project::new(&json!({}), "test \"x\"\n  step \"s\"\n    sleep 10ms\n");
    fs::write(project.path().join("file"), "").unwrap();
    symlink("nowhere", project.path().join("link")).unwrap();
    for (results, why) in [
        ("file", "file cannot be made: it is there and not a folder"),
        ("file/deep", "file/deep cannot be made: not a directory"),
        ("link", "link cannot be made: it is a link that leads nowhere"),
    ] {
        let output = project.command(&["--results", results]).output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{}", err(&output));
        assert!(err(&output).contains(why), "{}", err(&output));
    }
}

#[test]
fn a_page_that_opens_dialogs_without_end_fills_no_report() {
    let site = tempfile::tempdir().unwrap();
    fs::write(
        site.path().join("index.html"),
        "<p>here</p><script>for (let i = 0; i < 60; i++) alert(i < 30 ? 'again' : `${i} ${'x'.repeat(50000)}`)</script>",
    )
    .unwrap();
    let script = format!(
        "test \"x\"\n  start http://127.0.0.1:{}/\n  step \"s\"\n    verify text:\"here\"\n",
        free_port()
    );
    let project = Project::new(&json!({}), &script);
    let output = project
        .command(&["--format", "json", "--serve", &site.path().display().to_string()])
        .output()
        .unwrap();
    let lines = output.stdout.lines().map(Result::unwrap);
    let warnings: Vec<String> = lines
        .filter(|line| line.contains("dialog"))
        .map(|line| serde_json::from_str::<Value>(&line).unwrap()["message"].to_string())
        .collect();
    assert_eq!(warnings.len(), 21, "{warnings:#?}");
    assert!(
        warnings[0].contains("an alert dialog saying \\\"again\\\" 30 times"),
        "{}",
        warnings[0]
    );
    assert!(warnings[20].contains("11 more dialogs"), "{}", warnings[20]);
    assert!(warnings.iter().all(|warning| warning.len() < 2_000));
}
