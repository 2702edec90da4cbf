use std::io::{self, BufReader, Write};
use std::pin::Pin;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::task::{Context, Poll};
use std::thread::{self, JoinHandle};

use aite_compiler::project::CheckFolder;
use serde_json::{Value, json};
use tokio::io::AsyncWrite;

use crate::{End, Settings, serve};

/// An output that can be read while it is written.
struct Output(Sender<Vec<u8>>);

impl AsyncWrite for Output {
    fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        drop(self.0.send(bytes.to_vec()));
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

/// A server, and a client that waits for what it says.
struct Served {
    writer: io::PipeWriter,
    written: Receiver<Vec<u8>>,
    said: String,
    server: JoinHandle<End>,
}

impl Served {
    fn start() -> Self {
        let (input, writer) = io::pipe().unwrap();
        let (sender, written) = channel();
        let server = thread::spawn(|| {
            let settings = Settings {
                program: None,
                version: "0",
                read_checks: |_| CheckFolder::default(),
            };
            serve(BufReader::new(input), move || Output(sender), settings).unwrap()
        });
        let said = String::new();
        Self {
            writer,
            written,
            said,
            server,
        }
    }

    fn send(&mut self, message: Value) {
        let body = message.to_string();
        write!(self.writer, "Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
    }

    fn ask(&mut self, id: i64, method: &str, params: Value) {
        self.send(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Waits until the server has said something so many times since it was last waited for.
    fn wait_for(&mut self, what: &str, times: usize) -> String {
        while self.said.matches(what).count() < times {
            let more = self.written.recv().unwrap();
            self.said.push_str(&String::from_utf8(more).unwrap());
        }
        std::mem::take(&mut self.said)
    }

    /// Waits for the answer to a request.
    fn answer(&mut self, id: i64) -> Value {
        loop {
            let messages = self
                .said
                .split("Content-Length: ")
                .filter_map(|message| message.split_once("\r\n\r\n"));
            let mut messages = messages.filter_map(|(_, body)| serde_json::from_str::<Value>(body).ok());
            if let Some(mut answer) = messages.find(|message| message["id"] == id) {
                return answer["result"].take();
            }
            let more = self.written.recv().unwrap();
            self.said.push_str(&String::from_utf8(more).unwrap());
        }
    }

    fn end(mut self) {
        self.send(json!({"jsonrpc": "2.0", "id": 99, "method": "shutdown"}));
        self.tell("exit", Value::Null);
        assert_eq!(self.server.join().unwrap(), End::Orderly);
    }
}

#[test]
fn a_request_that_panics_is_an_internal_error_and_the_server_lives() {
    let mut served = Served::start();
    served.ask(1, "initialize", json!({}));
    for id in 2..6 {
        served.ask(id, "test/panic", Value::Null);
    }
    served.wait_for("-32603", 4);
    served.ask(9, "workspace/symbol", json!({"query": ""}));
    served.wait_for("\"id\":9", 1);
    served.end();
}

#[test]
fn a_beginning_that_panics_is_an_internal_error_and_can_be_tried_again() {
    let mut served = Served::start();
    served.ask(1, "initialize", json!({"panic": true}));
    served.wait_for("-32603", 1);
    served.ask(2, "initialize", json!({}));
    served.wait_for("serverInfo", 1);
    served.end();
}

#[test]
fn after_a_notification_that_panics_the_full_text_helps() {
    let mut served = Served::start();
    served.ask(1, "initialize", json!({}));
    served.wait_for("serverInfo", 1);
    let uri = "file:///nonexistent/a.aite";
    let document = json!({"uri": uri, "languageId": "aite", "version": 1, "text": "stop"});
    served.tell("textDocument/didOpen", json!({"textDocument": document}));
    served.wait_for("E010", 1);
    served.tell("test/panic", json!({"textDocument": {"uri": uri}}));
    // Said, and what was found in the text is taken back.
    let said = served.wait_for("\"diagnostics\":[]", 1);
    assert!(
        said.contains("a mistake of aite, at test/panic: as the test wants; waiting for the full text of")
    );
    let changes = json!([{"text": "stop"}]);
    let document = json!({"uri": uri, "version": 2});
    served.tell(
        "textDocument/didChange",
        json!({"textDocument": document, "contentChanges": changes}),
    );
    served.wait_for("E010", 1);
    served.end();
}

/// What is new about the colours, put into those that the client has, are the colours of the text.
#[test]
fn news_of_colours_make_the_old_ones_the_new() {
    let mut served = Served::start();
    served.ask(1, "initialize", json!({}));
    let uri = "file:///nonexistent/a.aite";
    let step = "  step \"s\"\n    set x \"1\"\n    click text:\"${x}\"\n";
    let text = format!("test \"t\"\n{}", step.repeat(20));
    let document = json!({"uri": uri, "languageId": "aite", "version": 1, "text": text});
    served.tell("textDocument/didOpen", json!({"textDocument": document}));
    served.ask(
        2,
        "textDocument/semanticTokens/full",
        json!({"textDocument": {"uri": uri}}),
    );
    let told = served.answer(2);
    let (mut id, mut tokens) = (told["resultId"].clone(), numbers(&told["data"]));
    let edits = [
        ((5, 4), (5, 7), "capture"),
        ((0, 0), (0, 0), "# a comment\n"),
        ((61, 0), (61, 0), "    press Enter\n"),
        ((3, 0), (30, 0), ""),
        ((3, 0), (3, 0), ""),
    ];
    for (version, (start, end, text)) in (2..).zip(edits) {
        let place = |(line, character): (u32, u32)| json!({"line": line, "character": character});
        let change = json!({"range": {"start": place(start), "end": place(end)}, "text": text});
        let document = json!({"uri": uri, "version": version});
        served.tell(
            "textDocument/didChange",
            json!({"textDocument": document, "contentChanges": [change]}),
        );
        served.ask(
            10 + version,
            "textDocument/semanticTokens/full/delta",
            json!({"textDocument": {"uri": uri}, "previousResultId": id}),
        );
        let news = served.answer(10 + version);
        let edits = news["edits"].as_array().expect("only what is new");
        assert_eq!(edits.is_empty(), start == end && text.is_empty());
        for edit in edits {
            let start = usize::try_from(edit["start"].as_u64().unwrap()).unwrap();
            let gone = usize::try_from(edit["deleteCount"].as_u64().unwrap()).unwrap();
            let come = numbers(&edit["data"]);
            assert!(come.len() < 40, "one edit costs few numbers: {}", come.len());
            tokens.splice(start..start + gone, come);
        }
        id = news["resultId"].clone();
    }
    // Who has something else gets everything.
    served.ask(
        30,
        "textDocument/semanticTokens/full/delta",
        json!({"textDocument": {"uri": uri}, "previousResultId": "never"}),
    );
    assert_eq!(numbers(&served.answer(30)["data"]), tokens);
    served.end();
}

fn numbers(data: &Value) -> Vec<u64> {
    let data = data.as_array().into_iter().flatten();
    data.filter_map(Value::as_u64).collect()
}
