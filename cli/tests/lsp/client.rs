//! A client that speaks the protocol with the real binary, one message at a time.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// No answer takes longer on any machine; a server that is silent for so long has lost it.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Client {
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// Messages that arrived while something else was waited for.
    kept: VecDeque<Value>,
    last: i64,
    /// What `initialize` answered.
    pub(crate) server: Value,
}

impl Client {
    /// Starts a server and does nothing with it.
    pub(crate) fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_aite"))
            .args(["lsp", "--stdio"])
            .current_dir("/")
            .env("XDG_CACHE_HOME", std::env::temp_dir().join("aite-lsp-tests"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("aite starts");
        let output = child.stdout.take().expect("a pipe");
        let (sender, messages) = channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        Self {
            input: child.stdin.take(),
            child,
            messages,
            kept: VecDeque::new(),
            last: 0,
            server: Value::Null,
        }
    }

    /// A session in a folder, with a client that can do everything.
    pub(crate) fn in_folder(folder: &Path) -> Self {
        Self::with(folder, &all_capabilities())
    }

    /// A session with a client that can do this.
    pub(crate) fn with(folder: &Path, capabilities: &Value) -> Self {
        let mut client = Self::start();
        let params = json!({
            "processId": std::process::id(),
            "capabilities": capabilities,
            "workspaceFolders": [{"uri": uri(folder), "name": "project"}],
        });
        client.server = client.ask("initialize", params).expect("the session begins");
        client.tell("initialized", json!({}));
        client
    }

    /// Sends a request and waits for its answer.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        let id = self.begin(method, params);
        self.answer(id)
    }

    /// Sends a request.
    pub(crate) fn begin(&mut self, method: &str, params: Value) -> i64 {
        self.last += 1;
        let id = self.last;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        id
    }

    /// Waits for the answer to a request.
    pub(crate) fn answer(&mut self, id: i64) -> Result<Value, Value> {
        let is_it = |message: &Value| message["id"] == id && message.get("method").is_none();
        let mut message = self.wait(&format!("the answer to request {id}"), is_it);
        match message.get_mut("error") {
            Some(error) => Err(error.take()),
            None => Ok(message["result"].take()),
        }
    }

    pub(crate) fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Waits for a notification or a request of the server.
    pub(crate) fn hear(&mut self, method: &str, is_it: impl Fn(&Value) -> bool) -> Value {
        let mut message = self.wait(method, |message| {
            message["method"] == method && is_it(&message["params"])
        });
        if let Some(id) = message.get("id").cloned() {
            self.send(&json!({"jsonrpc": "2.0", "id": id, "result": null}));
        }
        message["params"].take()
    }

    /// Waits for the diagnostics of a version of a document.
    pub(crate) fn diagnostics(&mut self, uri: &str, version: i32) -> Value {
        let is_it = |params: &Value| params["uri"] == uri && params["version"] == version;
        self.hear("textDocument/publishDiagnostics", is_it)["diagnostics"].take()
    }

    pub(crate) fn open(&mut self, uri: &str, text: &str) {
        let document = json!({"uri": uri, "languageId": "aite", "version": 1, "text": text});
        self.tell("textDocument/didOpen", json!({"textDocument": document}));
    }

    pub(crate) fn change(&mut self, uri: &str, version: i32, changes: Value) {
        let document = json!({"uri": uri, "version": version});
        let params = json!({"textDocument": document, "contentChanges": changes});
        self.tell("textDocument/didChange", params);
    }

    pub(crate) fn close(&mut self, uri: &str) {
        self.tell("textDocument/didClose", json!({"textDocument": {"uri": uri}}));
    }

    pub(crate) fn send(&mut self, message: &Value) {
        let body = message.to_string();
        self.send_bytes(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).expect("the server reads");
        input.flush().expect("the server reads");
    }

    /// The next message for which `is_it` holds; others are kept.
    pub(crate) fn wait(&mut self, what: &str, is_it: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.kept.iter().position(&is_it) {
            return self.kept.remove(at).expect("it is there");
        }
        let end = Instant::now() + PATIENCE;
        loop {
            match self
                .messages
                .recv_timeout(end.saturating_duration_since(Instant::now()))
            {
                Ok(message) if is_it(&message) => return message,
                Ok(message) => self.kept.push_back(message),
                Err(RecvTimeoutError::Timeout) => panic!("{what} did not come; there were {:#?}", self.kept),
                Err(RecvTimeoutError::Disconnected) => panic!("the server left; {what} did not come"),
            }
        }
    }

    /// Everything that arrived until an answer that comes behind it.
    pub(crate) fn everything_so_far(&mut self) -> Vec<Value> {
        drop(self.ask("workspace/symbol", json!({"query": "\u{0}"})));
        self.kept.drain(..).collect()
    }

    /// Closes the server's input.
    pub(crate) fn hang_up(&mut self) {
        self.input = None;
    }

    /// Waits for the end of the server's process.
    pub(crate) fn ended(&mut self) -> ExitStatus {
        self.child.wait().expect("the server's process")
    }

    /// Ends the session as the protocol has it.
    pub(crate) fn finish(mut self) {
        self.ask("shutdown", Value::Null).expect("an answer");
        self.tell("exit", Value::Null);
        assert_eq!(self.ended().code(), Some(0));
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The address of a path.
pub(crate) fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// What a client can say that it can do.
pub(crate) fn all_capabilities() -> Value {
    json!({
        "general": {"positionEncodings": ["utf-16"]},
        "textDocument": {
            "publishDiagnostics": {
                "relatedInformation": true,
                "codeDescriptionSupport": false,
                "tagSupport": {"valueSet": [1, 2]},
            },
            "completion": {
                "completionItem": {"snippetSupport": true, "documentationFormat": ["markdown"]},
            },
            "hover": {"contentFormat": ["markdown"]},
            "signatureHelp": {"signatureInformation": {"documentationFormat": ["markdown"]}},
            "documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
            "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": [""]}}},
        },
        "workspace": {
            "workspaceEdit": {"documentChanges": true},
            "didChangeWatchedFiles": {"dynamicRegistration": true},
            "workspaceFolders": true,
            "codeLens": {"refreshSupport": true},
        },
        "window": {"workDoneProgress": true},
    })
}

fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end() {
            "" => break,
            line => {
                length = line
                    .strip_prefix("Content-Length: ")
                    .and_then(|value| value.parse().ok())
            }
        }
    }
    let mut body = vec![0; length?];
    output.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}
