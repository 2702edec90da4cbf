//! Text to tokens. Total: every byte is in exactly one token.

use crate::source::Span;

/// A token and its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Its bytes.
    pub span: Span,
}

/// Kinds of tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// Placeholder until the lexer is written.
    Other,
}
