//! How long an editor waits for the language server, measured from outside on the real binary.
//!
//! `make bench-lsp`, or `cargo bench -p aite-lsp` with the binary in `AITE` (target/release/aite otherwise).
#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

const ROUNDS: usize = 300;

fn main() {
    println!("| what | median | 99th percentile | goal |\n|---|---|---|---|");
    row("from the start to the first diagnostics", &mut starts(), "100 ms");
    for (lines, goal) in [(2_000, "5 ms"), (50_000, "50 ms")] {
        let what = format!("from a key to diagnostics, {lines} lines");
        row(&what, &mut keys(lines), goal);
    }
    for lines in [2_000, 50_000] {
        row(
            &format!("completion, {lines} lines"),
            &mut completions(lines),
            "10 ms",
        );
    }
    println!(
        "\n1,000 files open: {:.1} MB (goal 100 MB)",
        megabytes_of_a_thousand()
    );
}

fn row(what: &str, times: &mut [Duration], goal: &str) {
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() * percent / 100).min(times.len() - 1)].as_secs_f64() * 1e3;
    println!("| {what} | {:.2} ms | {:.2} ms | {goal} |", at(50), at(99));
}

/// From the start of the process: the protocol's greeting, a document, its diagnostics.
fn starts() -> Vec<Duration> {
    let round = |_| {
        let begin = Instant::now();
        let mut server = Server::start();
        server.open("file:///nonexistent/a.aite", &script(50));
        server.diagnostics(1);
        begin.elapsed()
    };
    (0..30).map(round).collect()
}

/// From `didChange` to the published diagnostics of that version, for one letter typed into a text in the middle.
fn keys(lines: usize) -> Vec<Duration> {
    let mut server = Server::start();
    server.open("file:///nonexistent/a.aite", &script(lines));
    server.diagnostics(1);
    let round = |version| {
        let begin = Instant::now();
        server.type_letter(lines / 2, version);
        server.diagnostics(version);
        begin.elapsed()
    };
    (2..ROUNDS + 2).map(round).collect()
}

/// From the request to the answer, right behind a letter, as editors ask.
fn completions(lines: usize) -> Vec<Duration> {
    let mut server = Server::start();
    server.open("file:///nonexistent/a.aite", &script(lines));
    server.diagnostics(1);
    let round = |version| {
        server.type_letter(lines / 2, version);
        let begin = Instant::now();
        let params = json!({
            "textDocument": {"uri": "file:///nonexistent/a.aite"},
            "position": {"line": lines / 2 / 4 * 4 + 1, "character": 10},
        });
        server.send(
            &json!({"jsonrpc": "2.0", "id": version, "method": "textDocument/completion", "params": params}),
        );
        server.wait(|message| message["id"] == version);
        begin.elapsed()
    };
    (2..ROUNDS + 2).map(round).collect()
}

/// Peak memory with a thousand documents of 60 lines open and diagnosed.
fn megabytes_of_a_thousand() -> f64 {
    let mut server = Server::start();
    for number in 0..1_000 {
        let uri = format!("file:///nonexistent/{number}.aite");
        server.open(&uri, &script(60));
    }
    for _ in 0..1_000 {
        server.diagnostics(1);
    }
    let status = fs::read_to_string(format!("/proc/{}/status", server.child.id())).unwrap();
    let peak = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .unwrap();
    let kilobytes: f64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
    kilobytes / 1024.0
}

/// A script of so many lines, a step every four.
fn script(lines: usize) -> String {
    let mut script = "test \"a long one\"\n".to_owned();
    for step in 0..lines / 4 {
        write!(
            script,
            "  step \"step {step}\"\n    click  role:button name:\"Send {step}\"\n    type   label:\"Amount\"  \"{step}\"\n    verify text:\"{step} sent\"  timeout:5s\n"
        )
        .unwrap();
    }
    script
}

struct Server {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Server {
    fn start() -> Self {
        let program = std::env::var_os("AITE").unwrap_or_else(|| {
            let release = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/release/aite");
            release.into()
        });
        let mut child = Command::new(program)
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary is built: cargo build --release -p aite");
        let mut server = Self {
            input: child.stdin.take().unwrap(),
            output: BufReader::new(child.stdout.take().unwrap()),
            child,
        };
        server.send(
            &json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}),
        );
        server.wait(|message| message["id"] == 1);
        server.send(&json!({"jsonrpc": "2.0", "method": "initialized", "params": {}}));
        server
    }

    fn open(&mut self, uri: &str, text: &str) {
        let document = json!({"uri": uri, "languageId": "aite", "version": 1, "text": text});
        self.tell("textDocument/didOpen", json!({"textDocument": document}));
    }

    /// A letter into the first string of a step.
    fn type_letter(&mut self, near: usize, version: usize) {
        let place = json!({"line": near / 4 * 4 + 1, "character": 8});
        let change = json!({"range": {"start": place, "end": place}, "text": "x"});
        let document = json!({"uri": "file:///nonexistent/a.aite", "version": version});
        let params = json!({"textDocument": document, "contentChanges": [change]});
        self.tell("textDocument/didChange", params);
    }

    fn diagnostics(&mut self, version: usize) {
        self.wait(|message| {
            message["method"] == "textDocument/publishDiagnostics" && message["params"]["version"] == version
        });
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    fn send(&mut self, message: &Value) {
        let body = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
        self.input.flush().unwrap();
    }

    fn wait(&mut self, is_it: impl Fn(&Value) -> bool) {
        loop {
            let mut length = 0;
            loop {
                let mut line = String::new();
                self.output.read_line(&mut line).unwrap();
                match line.trim_end().strip_prefix("Content-Length: ") {
                    Some(value) => length = value.parse().unwrap(),
                    None => break,
                }
            }
            let mut body = vec![0; length];
            std::io::Read::read_exact(&mut self.output, &mut body).unwrap();
            if is_it(&serde_json::from_slice(&body).unwrap()) {
                return;
            }
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
