//! Commands that the server carries out for editors that cannot.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::thread;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::OwnedFd;
use rustix::process::{Pid, PidfdFlags, pidfd_open};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::{Client, uri};

const SCRIPT: &str =
    "test \"pay\"\n  start http://localhost:9/\n  step \"s\"\n    click text:\"A\"\n    verify text:\"B\"\n";

/// A project whose browser is this program.
fn project(browser: &Path) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let config = json!({"engines": {"chrome": {"path": browser}}});
    fs::write(folder.path().join("aite.config.json"), config.to_string()).unwrap();
    fs::create_dir(folder.path().join("scripts")).unwrap();
    fs::write(folder.path().join("scripts/pay.aite"), SCRIPT).unwrap();
    folder
}

/// A browser that never answers, and says its process through a pipe.
fn silent_browser(folder: &Path) -> std::path::PathBuf {
    let path = folder.join("browser");
    let told = Command::new("mkfifo").arg(folder.join("pid")).status();
    assert!(told.unwrap().success());
    let program = format!(
        "#!/bin/sh
echo $$ > {}/pid
exec sleep 1000
",
        folder.display()
    );
    fs::write(&path, program).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

fn run(folder: &Path) -> Value {
    let script = uri(&folder.canonicalize().unwrap().join("scripts/pay.aite"));
    json!({"command": "aite.run", "arguments": [{"script": script, "line": 1, "headed": false}]})
}

/// The process of the silent browser, once it runs.
fn browser(folder: &Path) -> OwnedFd {
    let pid = fs::read_to_string(folder.join("pid")).unwrap();
    let pid = pid.trim().parse().unwrap();
    pidfd_open(Pid::from_raw(pid).unwrap(), PidfdFlags::empty()).unwrap()
}

fn assert_ends(process: &OwnedFd) {
    let mut handles = [PollFd::new(process, PollFlags::IN)];
    let patience = Timespec {
        tv_sec: 60,
        tv_nsec: 0,
    };
    assert_eq!(
        poll(&mut handles, Some(&patience)).unwrap(),
        1,
        "the browser is still there"
    );
}

#[test]
fn a_run_that_cannot_begin_says_why() {
    let folder = project(Path::new("/nonexistent/chrome"));
    let mut client = Client::in_folder(&folder.path().canonicalize().unwrap());
    let answer = client
        .ask("workspace/executeCommand", run(folder.path()))
        .unwrap();
    assert_eq!(answer["exitCode"], 3, "{answer}");
    let shown = client.hear("window/showMessage", |_| true);
    assert_eq!(shown["message"], answer["message"]);
    let message = shown["message"].as_str().unwrap();
    assert!(message.contains("/nonexistent/chrome"), "{message}");
    client.finish();
}

/// Answers every request with the same page until the test ends; the port that it is at.
fn page(html: &'static str) -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut head = BufReader::new(&stream).lines();
            while head
                .next()
                .is_some_and(|line| line.is_ok_and(|line| !line.is_empty()))
            {}
            let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n";
            let answer = format!("{head}Content-Length: {}\r\n\r\n{html}", html.len());
            drop(stream.write_all(answer.as_bytes()));
        }
    });
    port
}

/// In a real browser; the lens above the test then says how it went.
#[test]
fn a_run_says_how_it_went() {
    let port = page("<button>A</button><p>B</p>");
    for (look, exit_code, message, lens) in [
        ("text:\"B\"", 0, "pay: passed in", "passed in"),
        ("text:\"C\" timeout:300ms", 1, "text:\"C\"", "failed"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let script = SCRIPT.replace("localhost:9", &format!("127.0.0.1:{port}"));
        let script = script.replace("text:\"B\"", look);
        fs::write(root.join("aite.config.json"), "{}").unwrap();
        fs::create_dir(root.join("scripts")).unwrap();
        fs::write(root.join("scripts/pay.aite"), &script).unwrap();
        let mut client = Client::in_folder(&root);
        let uri = uri(&root.join("scripts/pay.aite"));
        client.open(&uri, &script);
        let answer = client.ask("workspace/executeCommand", run(&root)).unwrap();
        assert_eq!(answer["exitCode"], exit_code, "{answer}");
        assert!(answer["message"].as_str().unwrap().contains(message), "{answer}");
        let shown = client.hear("window/showMessage", |_| true);
        assert_eq!(
            (&shown["message"], &shown["type"]),
            (&answer["message"], &json!(if exit_code == 0 { 3 } else { 1 }))
        );
        // What was read before the run is asked for again.
        let lenses = json!({"textDocument": {"uri": uri}});
        let mut last = String::new();
        while !last.contains(lens) {
            client.hear("workspace/codeLens/refresh", |_| true);
            let lenses = client.ask("textDocument/codeLens", lenses.clone()).unwrap();
            last = lenses.to_string();
        }
        client.finish();
    }
}

#[test]
fn wrong_commands_are_refused() {
    let mut client = Client::in_folder(Path::new("/nonexistent"));
    for command in [
        json!({"command": "rm", "arguments": []}),
        json!({"command": "aite.run", "arguments": []}),
        json!({"command": "aite.run", "arguments": [{"script": "relative.aite"}]}),
        json!({"command": "aite.run", "arguments": [{"script": "https://x.test/a.aite"}]}),
        json!({"arguments": []}),
    ] {
        let error = client
            .ask("workspace/executeCommand", command.clone())
            .unwrap_err();
        assert_eq!(error["code"], -32602, "{command}");
    }
    client.finish();
}

#[test]
fn a_run_can_be_stopped_where_its_progress_is_shown() {
    let programs = tempfile::tempdir().unwrap();
    let folder = project(&silent_browser(programs.path()));
    let mut client = Client::in_folder(&folder.path().canonicalize().unwrap());
    let id = client.begin("workspace/executeCommand", run(folder.path()));
    let token = client.hear("window/workDoneProgress/create", |_| true)["token"].take();
    let begun = client.hear("$/progress", |params| params["value"]["kind"] == "begin");
    assert_eq!(
        (&begun["token"], &begun["value"]["title"]),
        (&token, &json!("aite run scripts/pay.aite"))
    );
    let browser = browser(programs.path());
    client.tell("window/workDoneProgress/cancel", json!({"token": token}));
    client.hear("$/progress", |params| params["value"]["kind"] == "end");
    assert_eq!(client.answer(id).unwrap()["exitCode"], 130);
    assert_ends(&browser);
    client.finish();
}

#[test]
fn a_request_that_is_cancelled_stops_its_run() {
    let programs = tempfile::tempdir().unwrap();
    let folder = project(&silent_browser(programs.path()));
    let mut client = Client::in_folder(&folder.path().canonicalize().unwrap());
    let id = client.begin("workspace/executeCommand", run(folder.path()));
    let browser = browser(programs.path());
    client.tell("$/cancelRequest", json!({"id": id}));
    assert_eq!(client.answer(id).unwrap_err()["code"], -32800);
    assert_ends(&browser);
    client.finish();
}

#[test]
fn nothing_is_left_of_a_run_when_the_server_goes() {
    for how in ["the client leaves", "the server is killed"] {
        let programs = tempfile::tempdir().unwrap();
        let folder = project(&silent_browser(programs.path()));
        let mut client = Client::in_folder(&folder.path().canonicalize().unwrap());
        client.begin("workspace/executeCommand", run(folder.path()));
        let browser = browser(programs.path());
        match how {
            "the client leaves" => {
                client.hang_up();
                client.ended();
            }
            _ => drop(client),
        }
        assert_ends(&browser);
    }
}
