//! Any lines as the input of the language server, which ends when they do. A line that begins with `{` becomes a message
//! of its own, so that most of what is tried gets behind the framing; every other line is sent as it is.
#![no_main]

use std::io::Cursor;

use aite_compiler::project::CheckFolder;
use aite_lsp::{Settings, serve};
use libfuzzer_sys::fuzz_target;

const GREETING: &[u8] = br#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"processId":null}}"#;

fuzz_target!(|bytes: &[u8]| {
    let settings = Settings {
        program: None,
        version: "0",
        read_checks: |_| CheckFolder::default(),
    };
    serve(Cursor::new(input(bytes)), tokio::io::sink, settings).expect("threads");
});

fn input(bytes: &[u8]) -> Vec<u8> {
    let mut input = Vec::new();
    for line in [GREETING].into_iter().chain(bytes.split(|byte| *byte == b'\n')) {
        if line.starts_with(b"{") {
            input.extend(format!("Content-Length: {}\r\n\r\n", line.len()).bytes());
            input.extend(line);
        } else {
            input.extend(line);
            input.extend(b"\r\n");
        }
    }
    input
}
