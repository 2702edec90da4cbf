//! Any bytes as the input of the language server: it ends when they do.
#![no_main]

use std::io::Cursor;

use aite_compiler::project::CheckFolder;
use aite_lsp::{Settings, serve};
use libfuzzer_sys::fuzz_target;

const GREETING: &str = "Content-Length: 74\r\n\r\n\
    {\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"processId\":null}}";

fuzz_target!(|bytes: &[u8]| {
    let input = [GREETING.as_bytes(), bytes].concat();
    let settings = Settings {
        program: None,
        version: "0",
        read_checks: |_| CheckFolder::default(),
    };
    serve(Cursor::new(input), tokio::io::sink, settings).expect("threads");
});
