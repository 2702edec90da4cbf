use std::io::{self, BufReader, Write};
use std::pin::Pin;
use std::sync::mpsc::{Sender, channel};
use std::task::{Context, Poll};
use std::thread;

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

#[test]
fn a_request_that_panics_is_an_internal_error_and_the_server_lives() {
    let (input, mut writer) = io::pipe().unwrap();
    let (sender, written) = channel();
    let server = thread::spawn(|| {
        let settings = Settings {
            program: None,
            version: "0",
            read_checks: |_| CheckFolder::default(),
        };
        serve(BufReader::new(input), move || Output(sender), settings).unwrap()
    });
    let mut send = |message: Value| {
        let body = message.to_string();
        write!(writer, "Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
    };
    send(json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}));
    for id in 2..6 {
        send(json!({"jsonrpc": "2.0", "id": id, "method": "test/panic", "params": null}));
    }
    let mut said = String::new();
    while said.matches("-32603").count() < 4 {
        said.push_str(&String::from_utf8(written.recv().unwrap()).unwrap());
    }
    send(json!({"jsonrpc": "2.0", "id": 9, "method": "workspace/symbol", "params": {"query": ""}}));
    while !said.contains("\"id\":9") {
        said.push_str(&String::from_utf8(written.recv().unwrap()).unwrap());
    }
    send(json!({"jsonrpc": "2.0", "id": 10, "method": "shutdown"}));
    send(json!({"jsonrpc": "2.0", "method": "exit"}));
    assert_eq!(server.join().unwrap(), End::Orderly);
}
