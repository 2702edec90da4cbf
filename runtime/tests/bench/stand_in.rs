//! An engine that does what a script says. It is this very test program, started again by a file that stands in for an
//! engine's program, so that everything around it is real: process, port, HTTP, websocket, signals.

use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use aite_cdp::testing::{self, Peer, Request};
use rustix::process::{Pid, getpid, test_kill_process};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

const SCRIPT: &str = "AITE_TEST_STAND_IN";
const ARGUMENTS: &str = "AITE_TEST_STAND_IN_ARGUMENTS";

/// What happens when a command comes.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Act {
    /// It is answered.
    Answer(Value),
    /// It is refused with this sentence.
    Refuse(String),
    /// An event is told.
    Tell(String, Value),
    /// The connection ends in the middle of a message.
    Cut,
    /// The connection ends.
    Die,
    /// The engine ends with this code.
    Exit(i32),
    /// The engine is ended by signal 6.
    Abort,
}

/// What an engine does.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Script {
    /// By method; a method that is not here is answered, an empty list is silence.
    pub(super) on: HashMap<String, Vec<Act>>,
    /// How often it says that its port is taken, and ends, before it starts.
    pub(super) refused_starts: usize,
}

impl Script {
    pub(super) fn new<const N: usize>(on: [(&str, Vec<Act>); N]) -> Self {
        Self {
            on: on.map(|(method, acts)| (method.to_owned(), acts)).into(),
            refused_starts: 0,
        }
    }
}

/// How an engine was started.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Start {
    pub(super) arguments: Vec<String>,
    /// The names of all variables.
    pub(super) environment: Vec<String>,
    pid: i32,
    /// Whether an engine of the same file ran at that moment.
    pub(super) beside_another: bool,
}

/// An engine's program in a folder.
#[derive(Debug, Clone)]
pub(super) struct StandIn {
    pub(super) program: PathBuf,
    log: PathBuf,
}

impl StandIn {
    pub(super) fn new(folder: &Path, script: &Script) -> Self {
        let at = |name: &str| folder.join(name);
        fs::write(at("script.json"), json!(script).to_string()).expect("the script is written");
        let program = at("engine");
        let test = std::env::current_exe().expect("this program");
        let text = format!(
            "#!/bin/sh\nexport {SCRIPT}='{}' {ARGUMENTS}=\"$*\"\nexec '{}' stand_in::engine --exact --ignored --nocapture\n",
            folder.display(),
            test.display()
        );
        fs::write(&program, text).expect("the program is written");
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("it can be executed");
        Self {
            program,
            log: at("starts.jsonl"),
        }
    }

    /// Every start, in order.
    pub(super) fn starts(&self) -> Vec<Start> {
        starts(&self.log)
    }
}

fn starts(log: &Path) -> Vec<Start> {
    let text = fs::read_to_string(log).unwrap_or_default();
    text.lines()
        .map(|line| serde_json::from_str(line).expect("a start"))
        .collect()
}

#[test]
#[ignore = "not a test: the engine that tests start"]
fn engine() {
    let Some(folder) = std::env::var_os(SCRIPT).map(PathBuf::from) else {
        return;
    };
    let script = fs::read_to_string(folder.join("script.json")).expect("a script");
    let script: Script = serde_json::from_str(&script).expect("a script");
    let arguments = std::env::var(ARGUMENTS).unwrap_or_default();
    let arguments: Vec<String> = arguments.split_whitespace().map(Into::into).collect();
    let number = note_start(&folder.join("starts.jsonl"), &arguments);
    if number <= script.refused_starts {
        #[expect(clippy::print_stderr, reason = "engines do")]
        {
            eprintln!("error: address already in use");
        }
        std::process::exit(1);
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let listen = serve(port(&arguments), script);
    runtime.expect("a runtime").block_on(listen).expect("a port");
}

fn note_start(log: &Path, arguments: &[String]) -> usize {
    let mut file = OpenOptions::new()
        .append(true)
        .create(true)
        .open(log)
        .expect("a log");
    // Workers start engines at the same time: nobody may read a line that is half written. Closing unlocks it.
    file.lock().expect("the log for one engine alone");
    let before = starts(log);
    let lives = |start: &Start| Pid::from_raw(start.pid).is_some_and(|pid| test_kill_process(pid).is_ok());
    let start = Start {
        arguments: arguments.to_vec(),
        environment: std::env::vars().map(|(name, _)| name).collect(),
        pid: getpid().as_raw_nonzero().get(),
        beside_another: before.iter().any(lives),
    };
    writeln!(file, "{}", json!(start)).expect("a line");
    before.len() + 1
}

fn port(arguments: &[String]) -> u16 {
    let joined = arguments.join(" ").replace('=', " ");
    let after = joined.split("port ").nth(1).expect("a port is said");
    after
        .split(' ')
        .next()
        .and_then(|port| port.parse().ok())
        .expect("a number")
}

async fn serve(port: u16, script: Script) -> io::Result<()> {
    let listener = TcpListener::bind(("127.0.0.1", port)).await?;
    loop {
        let (stream, _) = listener.accept().await?;
        let script = script.clone();
        tokio::spawn(async move { converse(stream, port, &script).await });
    }
}

async fn converse(mut stream: TcpStream, port: u16, script: &Script) -> io::Result<()> {
    let mut start = [0; 64];
    let read = stream.peek(&mut start).await?;
    let line = String::from_utf8_lossy(&start[..read]).into_owned();
    if line.starts_with("GET /json/version") {
        let identity = json!({
            "Browser": "StandIn/1.0",
            "User-Agent": "StandIn",
            "webSocketDebuggerUrl": format!("ws://127.0.0.1:{port}/devtools/browser/1"),
        });
        return reply(&mut stream, "200 OK", &identity.to_string()).await;
    }
    if line.contains("/json/") {
        return reply(&mut stream, "404 Not Found", "").await;
    }
    let mut peer = Peer::over(stream).await?;
    while let Some(request) = peer.receive().await {
        for act in acts(&request, script) {
            perform(&mut peer, &request, &act).await;
        }
    }
    Ok(())
}

async fn reply(stream: &mut TcpStream, status: &str, body: &str) -> io::Result<()> {
    let mut request = [0; 2048];
    let _ = stream.read(&mut request).await?;
    let length = body.len();
    let answer = format!("HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}");
    stream.write_all(answer.as_bytes()).await
}

/// Commands to the browser itself are answered, so that warming up is none of the script's business.
fn acts(request: &Request, script: &Script) -> Vec<Act> {
    if let Some(acts) = script.on.get(&request.method) {
        return acts.clone();
    }
    let result = match request.method.as_str() {
        "Target.createTarget" => json!({"targetId": "T"}),
        "Target.attachToTarget" => json!({"sessionId": "S"}),
        _ => json!({"result": {"type": "number", "value": 3}}),
    };
    vec![Act::Answer(result)]
}

async fn perform(peer: &mut Peer, request: &Request, act: &Act) {
    let act = match act {
        Act::Answer(result) => testing::answer(result.clone()),
        Act::Refuse(sentence) => testing::refuse(-32000, sentence),
        Act::Tell(method, params) => testing::event_in("S", method, params.clone()),
        Act::Cut => testing::Act::Cut(b"{\"id\":".to_vec()),
        Act::Die => testing::Act::Die,
        Act::Exit(code) => std::process::exit(*code),
        Act::Abort => std::process::abort(),
    };
    peer.perform(request, &[act]).await;
}
