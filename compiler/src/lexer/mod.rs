//! Text to tokens. Total: every byte is in exactly one token, so the tokens joined give the text back.

mod token;

pub use token::{Token, TokenKind};

use logos::{Lexer, Logos};

use crate::source::Span;

/// The tokens of a text, one after the other; nothing is stored.
pub fn tokens(text: &str) -> Tokens<'_> {
    Tokens {
        inner: TokenKind::lexer(text),
        place: Place::LineStart,
    }
}

/// Words after which the next run of characters is one token, whatever is in it.
const BEFORE_RUN: [&str; 3] = ["start", "goto", "press"];

/// The iterator behind [`tokens`].
#[derive(Debug)]
pub struct Tokens<'t> {
    inner: Lexer<'t, TokenKind>,
    place: Place,
}

/// Where on its line the next token stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    LineStart,
    BeforeRun,
    Inside,
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        let kind = match self.run_length() {
            Some(len) => {
                // An empty lexeme is started where the last one ended, then grown over the run.
                let start = self.inner.span().end;
                self.inner.bump(len);
                self.place = Place::Inside;
                let span = Span::new(start, start + len);
                return Some(Token {
                    kind: TokenKind::Run,
                    span,
                });
            }
            None => self.inner.next()?.unwrap_or(TokenKind::Junk),
        };
        self.place = self.place_after(kind);
        let span = self.inner.span();
        Some(Token {
            kind,
            span: Span::new(span.start, span.end),
        })
    }
}

impl Tokens<'_> {
    /// The bytes of the run that starts here, when one may.
    fn run_length(&self) -> Option<usize> {
        if self.place != Place::BeforeRun {
            return None;
        }
        let rest = self.inner.remainder();
        let first = rest.chars().next()?;
        if is_space(first) || matches!(first, '"' | '#') {
            return None;
        }
        Some(rest.find(is_space).unwrap_or(rest.len()))
    }

    fn place_after(&self, kind: TokenKind) -> Place {
        match (kind, self.place) {
            (TokenKind::Newline, _) => Place::LineStart,
            (TokenKind::Space, place) => place,
            (TokenKind::Word, Place::LineStart) if BEFORE_RUN.contains(&self.inner.slice()) => {
                Place::BeforeRun
            }
            _ => Place::Inside,
        }
    }
}

/// White space as the language has it: a byte order mark counts, wherever an editor left one.
pub(crate) fn is_space(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

#[cfg(test)]
mod tests;
