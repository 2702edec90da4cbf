//! The prose of the language, for hovers, completions and signatures: one place for each word, and a test that none is
//! without.

mod headers;
mod keys;
mod modifiers;
mod press;
mod reasons;
mod roles;
mod verbs;

pub use headers::{HEADERS, header};
pub use keys::{CHECK_KEYS, KeyWords, STATES, check_key, key};
pub use modifiers::{MODIFIERS, modifier};
pub use press::{held, key_name};
pub use reasons::{REASONS, reason};
pub use roles::{ROLES, role};
pub use verbs::{Form, Part, VerbWords, verb};

/// A word and what it means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word {
    /// As written.
    pub word: &'static str,
    /// What to write, as a snippet.
    pub snippet: &'static str,
    /// What it means: a sentence or two, as Markdown.
    pub does: &'static str,
}

const fn word(word: &'static str, snippet: &'static str, does: &'static str) -> Word {
    Word { word, snippet, does }
}

/// The word with this spelling.
fn find(words: &'static [Word], written: &str) -> Option<&'static Word> {
    words.iter().find(|word| word.word == written)
}
