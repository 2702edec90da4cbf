//! The grammar of one line. The door to chumsky.
//!
//! ```text
//! line  := item*
//! item  := pair | single
//! pair  := KEY KEY? value?          nothing between them: text:"Send"  to:text:"Done"
//! single := string | bare value | whatever else stands there
//! ```

use chumsky::prelude::*;

use crate::lexer::{Token, TokenKind};
use crate::source::Span;

/// More tokens than this on one line are no line that a person wrote: the rest is not kept.
const MAX_TOKENS: usize = 16_384;

/// The tokens of one line without its white space and comments.
#[derive(Debug, Default)]
pub(crate) struct Line {
    lexemes: Vec<Lexeme>,
    /// The first token that was too many.
    pub(crate) overflow: Option<Span>,
}

/// A token, and whether it follows the one before it directly.
#[derive(Debug, Clone, Copy)]
struct Lexeme {
    token: Token,
    glued: bool,
}

impl Line {
    /// Adds the next token of the line.
    pub(crate) fn push(&mut self, token: Token) {
        if self.lexemes.len() == MAX_TOKENS {
            self.overflow.get_or_insert(token.span);
            return;
        }
        let glued = self
            .lexemes
            .last()
            .is_some_and(|last| last.token.span.end == token.span.start);
        self.lexemes.push(Lexeme { token, glued });
    }

    /// Makes room for the next line.
    pub(crate) fn clear(&mut self) {
        self.lexemes.clear();
        self.overflow = None;
    }

    /// The word that the line begins with.
    pub(crate) fn first(&self) -> Option<Token> {
        self.lexemes.first().map(|lexeme| lexeme.token)
    }

    /// The string that is not closed, if there is one; it is the last token.
    pub(crate) fn unterminated(&self) -> Option<Token> {
        let last = self.lexemes.last()?.token;
        (last.kind == TokenKind::Unterminated).then_some(last)
    }

    /// What follows the first word.
    pub(crate) fn items(&self) -> Vec<Item> {
        read(self.lexemes.get(1..).unwrap_or_default())
    }

    /// The whole line, its first word too.
    pub(crate) fn all_items(&self) -> Vec<Item> {
        read(&self.lexemes)
    }
}

/// A part of a line.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Item {
    /// `key:value`
    Pair(Pair),
    /// Anything else.
    Single(Token),
}

/// `key:value`, or `key:key:value` as in `to:text:"Done"`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pair {
    /// The key with its colon.
    pub(crate) key: Token,
    /// A second key directly after the first.
    pub(crate) inner: Option<Token>,
    /// The value, if one follows directly.
    pub(crate) value: Option<Token>,
}

impl Item {
    /// From its first to its last byte.
    pub(crate) fn span(&self) -> Span {
        match self {
            Self::Single(token) => token.span,
            Self::Pair(pair) => pair.span(),
        }
    }
}

impl Pair {
    /// From the key to the value.
    pub(crate) fn span(&self) -> Span {
        let last = self.value.or(self.inner).unwrap_or(self.key);
        self.key.span.join(last.span)
    }

    /// `text:"Done"` of `to:text:"Done"`.
    pub(crate) fn inner_pair(&self) -> Option<Self> {
        Some(Self {
            key: self.inner?,
            inner: None,
            value: self.value,
        })
    }

    /// The key without its colon.
    pub(crate) fn key_span(&self) -> Span {
        Span::new(self.key.span.start, self.key.span.end.saturating_sub(1))
    }
}

fn read(lexemes: &[Lexeme]) -> Vec<Item> {
    if lexemes.is_empty() {
        return Vec::new();
    }
    items().parse(lexemes).into_output().unwrap_or_default()
}

fn items<'t>() -> impl Parser<'t, &'t [Lexeme], Vec<Item>> {
    let of = |wanted: fn(&Lexeme) -> bool| any().filter(wanted).map(|lexeme: Lexeme| lexeme.token);
    let key = of(|lexeme| lexeme.token.kind == TokenKind::Key);
    let inner = of(|lexeme| lexeme.glued && lexeme.token.kind == TokenKind::Key);
    let value = of(|lexeme| lexeme.glued && lexeme.token.kind != TokenKind::Key);
    let pair = key
        .then(inner.or_not())
        .then(value.or_not())
        .map(|((key, inner), value)| Item::Pair(Pair { key, inner, value }));
    let single = of(|_| true).map(Item::Single);
    pair.or(single).repeated().collect()
}
