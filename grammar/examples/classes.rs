//! Prints the corpus with the classes of its words, one text a line, for the check of the TextMate grammar:
//! `{"name", "text", "words": [[start, end, class], …]}`, places in bytes.
#![allow(clippy::print_stdout, reason = "this is what it is for")]

#[path = "../tests/classes/mod.rs"]
mod classes;
#[path = "../tests/corpus/mod.rs"]
mod corpus;

use serde_json::json;

/// How many mutants are read.
const MUTANTS: usize = 4_000;

fn main() {
    for (name, text) in corpus::written().into_iter().chain(corpus::mutants(MUTANTS)) {
        if let Some(words) = classes::of_compiler(&text) {
            let words: Vec<_> = words
                .iter()
                .map(|(span, class)| json!([span.start, span.end, class]))
                .collect();
            println!("{}", json!({ "name": name, "text": text, "words": words }));
        }
    }
}
