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
