//! `covers` `start` `needs` `timeout` `posts` `spends`

use super::args::Args;
use super::line::{Item, Line};
use super::modifiers::DURATION;
use super::values::duration;
use crate::diagnostic::Code;
use crate::diagnostic::Errors;
use crate::lexer::Token;
use crate::source::{Span, Spanned};
use crate::syntax::ast::{Header, HeaderKind};

/// The words that begin a header. `start` is a command as well.
pub(crate) const WORDS: [&str; 6] = ["covers", "start", "needs", "timeout", "posts", "spends"];

/// Reads a line whose first word is a header's.
pub(super) fn header(text: &str, line: &Line, word: &str, keyword: Span, errors: &mut Errors) -> Header {
    let items = line.items();
    let mut args = Args::new(text, keyword, &items, Code::E010, errors);
    let kind = args
        .header(word)
        .and_then(|kind| args.expect_end().map(|()| kind));
    Header {
        keyword,
        kind: kind.unwrap_or(HeaderKind::Error),
    }
}

/// A header that could not be read.
pub(super) const fn broken(first: Token) -> Header {
    Header {
        keyword: first.span,
        kind: HeaderKind::Error,
    }
}

impl Args<'_> {
    fn header(&mut self, word: &str) -> Option<HeaderKind> {
        Some(match word {
            "covers" => HeaderKind::Covers(self.expect_ids()?),
            "start" => HeaderKind::Start(
                self.expect_address(|args| args.error(args.place(), "start needs an http or https URL"))?,
            ),
            "needs" => HeaderKind::Needs(self.expect_session()?),
            "timeout" => HeaderKind::Timeout(self.expect_default_timeout()?),
            "posts" => HeaderKind::Posts,
            _ => HeaderKind::Spends,
        })
    }

    /// `ID := letter+ "-" digit+`, one or more.
    fn expect_ids(&mut self) -> Option<Vec<Spanned<String>>> {
        let mut ids = Vec::new();
        while let Some(item) = self.peek() {
            let span = item.span();
            if !is_id(self.slice(span)) {
                break;
            }
            ids.push(Spanned::new(self.slice(span).to_owned(), span));
            self.next();
        }
        if self.peek().is_none() && !ids.is_empty() {
            return Some(ids);
        }
        let span = self.place();
        let mut error = self.error(span, "covers needs ids like J-09");
        let bare = self.slice(span).trim_matches([',', ';', '"']);
        if self.peek().is_some() && is_id(bare) {
            error = error.with_fix("Write the id alone", span, bare.to_owned());
        }
        self.report(error);
        None
    }

    /// `session NAME`
    fn expect_session(&mut self) -> Option<Spanned<String>> {
        let is_session =
            |item: &Item| matches!(item, Item::Single(token) if self.slice(token.span) == "session");
        let line = self.rest();
        let name = match self.peek().is_some_and(is_session) {
            true => {
                self.next();
                self.name()
            }
            false => None,
        };
        match name {
            Some(name) if self.peek().is_none() => Some(name),
            _ => {
                let span = if line.is_empty() { self.head } else { line };
                let error = self.error(span, "needs must be: needs session NAME");
                self.report(error.with_help("one session a line; its name has letters, digits, - and _"));
                None
            }
        }
    }

    fn expect_default_timeout(&mut self) -> Option<Spanned<u64>> {
        let span = self.place();
        match duration(self.slice(span)) {
            Some(millis) if self.peek().is_some() => {
                self.next();
                Some(Spanned::new(millis, span))
            }
            _ => {
                let error = self.error(span, format!("timeout needs {DURATION}"));
                self.report(error);
                None
            }
        }
    }
}

/// Whether a text is an ID: letters, `-`, digits.
pub(crate) fn is_id(text: &str) -> bool {
    text.split_once('-').is_some_and(|(letters, digits)| {
        !letters.is_empty()
            && letters.chars().all(char::is_alphabetic)
            && !digits.is_empty()
            && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}
