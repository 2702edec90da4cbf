//! The classes of words as the compiler has them, and what differs from them.

use std::sync::Arc;

use aite_compiler::ide::{FileKey, FileKind, Host};
use aite_compiler::source::Span;

/// A word and its class.
pub(crate) type Word = (Span, &'static str);

/// The words of a text that the compiler accepts; `None` when it does not.
pub(crate) fn of_compiler(text: &str) -> Option<Vec<Word>> {
    if !aite_compiler::check(text).1.is_empty() {
        return None;
    }
    let mut host = Host::new();
    let file = FileKey::new(host.add_project(), "scripts/a.aite");
    host.open(&file, FileKind::Script, Arc::from(text));
    let tokens = host.snapshot().tokens(&file, Span::new(0, text.len()));
    Some(
        tokens
            .into_iter()
            .map(|token| (token.span, token.class.name()))
            .collect(),
    )
}

/// Where the classes that a grammar gives the bytes of a text are not those of the compiler, in words.
#[allow(dead_code, reason = "only the check of tree-sitter compares here")]
pub(crate) fn differences(text: &str, words: &[Word], found: &[&[&str]]) -> Vec<String> {
    let mut expected: Vec<&str> = vec![""; text.len()];
    for (span, class) in words {
        expected[span.start..span.end].fill(class);
    }
    let mut faults = Vec::new();
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let start = line.as_ptr() as usize - text.as_ptr() as usize;
        let wrong =
            (start..start + line.len()).find(|at| !agree(text, *at, expected[*at], found[*at], &expected));
        if let Some(at) = wrong {
            let column = at - start + 1;
            faults.push(format!(
                "{}:{column}: {:?} is {:?} to the compiler and {:?} to the grammar: {}",
                number + 1,
                char::from(text.as_bytes()[at]),
                expected[at],
                found[at],
                line.trim_end()
            ));
        }
    }
    faults
}

/// Punctuation may have the colour of either neighbour: the colon of a key, and `${` and `}` around a name.
fn agree(text: &str, at: usize, expected: &str, found: &[&str], all: &[&str]) -> bool {
    let bytes = text.as_bytes();
    let behind_key = bytes[at] == b':' && at > 0 && matches!(all[at - 1], "key" | "modifier");
    let around_name = matches!(bytes[at], b'$' | b'{' | b'}') && found.contains(&"variable");
    // In a key without quotes a name is not told apart.
    let in_key = expected == "variable" && found.contains(&"keyName");
    match expected {
        "" => found.is_empty() || behind_key,
        expected => found.contains(&expected) || around_name || in_key,
    }
}
