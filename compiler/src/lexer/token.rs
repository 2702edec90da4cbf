//! The kinds of tokens. The door to logos.

use logos::Logos;

use crate::source::Span;

/// A token and its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Its bytes.
    pub span: Span,
}

/// Kinds of tokens.
///
/// White space is what Unicode calls so, and the byte order mark; only `\n` ends a line.
#[derive(Logos, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// White space inside a line, a carriage return too.
    #[regex(r"[[\s\u{FEFF}]--\n]+")]
    Space,
    /// The end of a line, with the blank lines after it.
    #[regex(r"\n([[\s\u{FEFF}]--\n]*\n)*")]
    Newline,
    /// From `#` to the end of the line.
    #[regex(r"#[^\n]*", allow_greedy = true)]
    Comment,
    /// `"…"`, quotes included, escapes as written.
    #[regex(r#""([^"\\\n]|\\[^\n])*""#)]
    String,
    /// A string that is not closed on its line: everything to the end of the line.
    #[regex(r#""([^"\\\n]|\\[^\n])*\\?"#, allow_greedy = true)]
    Unterminated,
    /// What stands directly before a colon, with the colon: `text:` `text~i:` `size-min:`
    #[regex(r#"[^\s\u{FEFF}"\#:]+:"#)]
    Key,
    /// Letters, digits, `-` `_` `.` `/`
    #[regex(r"[\p{L}\p{M}\p{N}_./-]+", priority = 10)]
    Word,
    /// `3` `-1` `2.5`
    #[regex(r"[+-]?[0-9]+(\.[0-9]+)?", priority = 20)]
    Number,
    /// `500ms` `10s` `1m`
    #[regex(r"[0-9]+(\.[0-9]+)?(ms|s|m)", priority = 20)]
    Duration,
    /// The run of non-space characters after `start`, `goto` and `press`.
    Run,
    /// Any other run of characters.
    #[regex(r#"[^\s\u{FEFF}"\#:]+|:+"#, priority = 1)]
    Junk,
}

impl TokenKind {
    /// White space, line ends and comments: what the tree does not have.
    pub const fn is_trivia(self) -> bool {
        matches!(self, Self::Space | Self::Newline | Self::Comment)
    }

    /// A value without quotes: the specification's BARE.
    pub const fn is_bare(self) -> bool {
        matches!(self, Self::Word | Self::Number | Self::Duration)
    }
}
