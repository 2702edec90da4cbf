//! What the parser understood of a text: an abstract tree with spans.
//!
//! The tree is what the specification calls "the parsed tree", with a span on everything; [`tree`] turns it
//! into that JSON. Comments and blank lines live in the tokens alone
//! ([`crate::lexer::tokens`]), which cost nothing to make again.

pub mod ast;
pub mod holes;
pub mod names;
pub mod tree;
mod verb;

pub use verb::Verb;

use crate::diagnostic::Diagnostic;

/// The outcome of parsing. There always is one, whatever the text.
#[derive(Debug, Clone)]
pub struct Parse {
    /// What was understood.
    pub ast: ast::Script,
    /// What was not understood, sorted by place.
    pub errors: Vec<Diagnostic>,
}
