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
    println!("| what | median | 99th percentile | processor time | goal |\n|---|---|---|---|---|");
    row("from the start to the first diagnostics", starts(), "100 ms");
    for (lines, goal) in [(2_000, "5 ms"), (50_000, "50 ms")] {
        row(
            &format!("from a key to diagnostics, {lines} lines"),
            keys(lines),
            goal,
        );
    }
    for lines in [2_000, 50_000] {
        row(
            &format!("completion right behind a key, {lines} lines"),
            completions(lines),
            "10 ms",
        );
    }
    println!(
        "\n1,000 files open: {:.1} MB (goal 100 MB)",
        megabytes_of_a_thousand()
    );
}

/// How long something took each time, and what it cost the server on the average, whatever else the machine did: that is
/// not known of a single start, which takes less than the system counts.
struct Measured {
    times: Vec<Duration>,
    processor: Option<Duration>,
}

fn row(what: &str, mut measured: Measured, goal: &str) {
    let times = &mut measured.times;
    times.sort_unstable();
    let millis = |time: Duration| time.as_secs_f64() * 1e3;
    let at = |percent: usize| millis(times[(times.len() * percent / 100).min(times.len() - 1)]);
    let (median, late) = (at(50), at(99));
    let processor = measured.processor.map(|time| format!("{:.1} ms", millis(time)));
    let processor = processor.unwrap_or_default();
    println!("| {what} | {median:.2} ms | {late:.2} ms | {processor} | {goal} |");
}

/// From the start of the process: the protocol's greeting, a document, its diagnostics.
fn starts() -> Measured {
    let round = |_| {
        let begin = Instant::now();
        let mut server = Server::start();
        server.open("file:///nonexistent/a.aite", &script(50));
        server.diagnostics(1);
        begin.elapsed()
    };
    Measured {
        times: (0..30).map(round).collect(),
        processor: None,
    }
}

/// From `didChange` to the published diagnostics of that version, for one letter typed into a text in the middle.
fn keys(lines: usize) -> Measured {
    in_rounds(lines, |server, version| {
        let begin = Instant::now();
        server.type_letter(lines / 2, version);
        server.diagnostics(version);
        begin.elapsed()
    })
}

/// Does something many times with a script that is open.
fn in_rounds(lines: usize, mut round: impl FnMut(&mut Server, usize) -> Duration) -> Measured {
    let mut server = Server::start();
    server.open("file:///nonexistent/a.aite", &script(lines));
    server.diagnostics(1);
    let before = server.processor();
    let times: Vec<Duration> = (2..ROUNDS + 2)
        .map(|version| round(&mut server, version))
        .collect();
    let rounds = u32::try_from(times.len()).unwrap();
    Measured {
        times,
        processor: Some((server.processor() - before) / rounds),
    }
}

/// From the request to the answer, right behind a letter, as editors ask.
fn completions(lines: usize) -> Measured {
    in_rounds(lines, |server, version| {
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
    })
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

    /// The processor time that the server has used, in user and system mode, to a hundredth of a second.
    fn processor(&self) -> Duration {
        const TICK: Duration = Duration::from_millis(10);
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap();
        let behind_name = stat.rsplit(')').next().unwrap();
        let numbers = behind_name.split_whitespace().skip(11).take(2);
        numbers.map(|ticks| TICK * ticks.parse::<u32>().unwrap()).sum()
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
