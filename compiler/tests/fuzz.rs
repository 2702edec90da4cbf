//! A short fuzz run with fixed seeds: the fixtures, cut and mixed by bytes, words and lines, through everything that
//! reads a script. It finds the same things on every machine. `fuzz/` has the same entry for cargo-fuzz.
#![allow(clippy::disallowed_methods, reason = "a test reads its fixtures")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use aite_compiler::lower::{NoSources, compile};
use aite_compiler::source::decode;

const SEEDS: u64 = 8;
const ROUNDS: usize = 150;

#[test]
fn mixed_scripts_are_survived() {
    let corpus = corpus();
    assert!(corpus.len() > 10, "no corpus");
    for seed in 1..=SEEDS {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        for _ in 0..ROUNDS {
            survive(random.mixed(&corpus));
        }
    }
}

/// What must hold for any bytes.
fn survive(bytes: Vec<u8>) {
    let text = decode(bytes).text;
    let joined: usize = aite_compiler::lexer::tokens(&text)
        .map(|token| token.span.len())
        .sum();
    assert_eq!(joined, text.len());
    let answer = aite_compiler::parse_json(&text);
    assert!(answer.starts_with("{\"ok\":"), "{text:?}");
    let compiled = compile("fuzz.aite", Arc::from(text), &NoSources);
    assert_eq!(compiled.program.ops().count(), compiled.origins.ops.len());
}

fn corpus() -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
    let mut files = Vec::new();
    for folder in ["diagnostics", "format", "language"] {
        let entries = fs::read_dir(root.join(folder)).into_iter().flatten();
        let paths = entries.map(|entry| entry.unwrap().path());
        files.extend(paths.filter(|path| path.extension().is_some_and(|it| it == "aite" || it == "json")));
    }
    files.sort();
    files.iter().flat_map(inputs).collect()
}

/// A script is one input; a file of cases has one in each.
fn inputs(path: &PathBuf) -> Vec<Vec<u8>> {
    let bytes = fs::read(path).unwrap();
    match serde_json::from_slice::<Vec<serde_json::Value>>(&bytes) {
        Ok(cases) => cases
            .iter()
            .filter_map(|case| Some(case["input"].as_str()?.as_bytes().to_vec()))
            .collect(),
        Err(_) => vec![bytes],
    }
}

/// Xorshift: enough to choose, and the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    fn mixed(&mut self, corpus: &[Vec<u8>]) -> Vec<u8> {
        let mut bytes = corpus[self.below(corpus.len())].clone();
        for _ in 0..=self.below(6) {
            let other = &corpus[self.below(corpus.len())];
            match self.below(5) {
                0 => self.change_bytes(&mut bytes),
                1 => bytes = self.spliced(&bytes, other, b'\n'),
                2 => bytes = self.spliced(&bytes, other, b' '),
                3 => bytes.truncate(self.below(bytes.len() + 1)),
                _ => self.insert(&mut bytes),
            }
        }
        bytes
    }

    fn change_bytes(&mut self, bytes: &mut [u8]) {
        for _ in 0..self.below(4) {
            if !bytes.is_empty() {
                let at = self.below(bytes.len());
                bytes[at] = self.next() as u8;
            }
        }
    }

    /// Parts of one text replaced by parts of another, both cut at a separator.
    fn spliced(&mut self, bytes: &[u8], other: &[u8], separator: u8) -> Vec<u8> {
        let mut parts: Vec<&[u8]> = bytes.split(|byte| *byte == separator).collect();
        let others: Vec<&[u8]> = other.split(|byte| *byte == separator).collect();
        let (at, from) = (self.below(parts.len()), self.below(others.len()));
        match self.below(3) {
            0 => parts[at] = others[from],
            1 => parts.insert(at, others[from]),
            _ => {
                parts.remove(at);
            }
        }
        parts.join(&separator)
    }

    fn insert(&mut self, bytes: &mut Vec<u8>) {
        let pieces = [
            "\"",
            "\\",
            "#",
            ":",
            "${x}",
            "\r",
            "\0",
            "\u{feff}",
            "\u{a0}",
            "to:",
            "~i:",
            "\n\n",
            "\u{1f642}",
        ];
        let piece = pieces[self.below(pieces.len())];
        let at = self.below(bytes.len() + 1);
        bytes.splice(at..at, piece.bytes());
    }
}
