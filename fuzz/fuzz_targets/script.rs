//! Any bytes through everything that reads a script.
#![no_main]

use std::sync::Arc;

use aite_compiler::lower::{NoSources, compile};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = aite_compiler::source::decode(bytes.to_vec()).text;
    let joined: usize = aite_compiler::lexer::tokens(&text).map(|token| token.span.len()).sum();
    assert_eq!(joined, text.len());
    let answer = aite_compiler::parse_json(&text);
    assert!(answer.starts_with("{\"ok\":"));
    let compiled = compile("fuzz.aite", Arc::from(text), &NoSources);
    assert_eq!(compiled.program.ops().count(), compiled.origins.ops.len());
});
