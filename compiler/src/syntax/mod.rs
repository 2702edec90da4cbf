//! What the parser understood of a text: an abstract tree with spans, beside the tokens it came from.
//!
//! The tree is what the specification calls "the parsed tree", with a span on everything; [`tree`] turns it
//! into that JSON. Comments and blank lines live in the tokens alone.

pub mod ast;
pub mod holes;
pub mod tree;

use crate::diagnostic::Diagnostic;
use crate::lexer::Token;

/// The outcome of parsing. There always is one, whatever the text.
#[derive(Debug, Clone)]
pub struct Parse {
    /// What was understood.
    pub ast: ast::Script,
    /// Every byte of the text, trivia included: joined they give the text back.
    pub tokens: Vec<Token>,
    /// What was not understood, sorted by line.
    pub errors: Vec<Diagnostic>,
}
