//! Reading what follows the first word of a line, from left to right.

use super::line::{Item, Pair};
use super::modifiers;
use super::strings::unquoted;
use super::values::shown;
use crate::diagnostic::Errors;
use crate::diagnostic::{Code, Diagnostic, Words, nearest};
use crate::lexer::{self, Token, TokenKind};
use crate::source::{Span, Spanned};
use crate::syntax::ast::Key;
use crate::syntax::holes::is_name;

const NOTHING_HERE: &str = "nothing can stand here";

/// Keys whose value is one word, so that a word after it is no part of it.
const ONE_WORD: [&str; 10] = [
    "role", "index", "count", "timeout", "as", "on", "from", "number", "attr", "size-min",
];

/// The items of one line and how far they have been read.
pub(super) struct Args<'a> {
    pub(super) text: &'a str,
    items: &'a [Item],
    at: usize,
    /// The word that the line begins with.
    pub(super) head: Span,
    /// E003 for commands, E010 for headers and structure.
    code: Code,
    errors: &'a mut Errors,
}

impl<'a> Args<'a> {
    pub(super) fn new(
        text: &'a str,
        head: Span,
        items: &'a [Item],
        code: Code,
        errors: &'a mut Errors,
    ) -> Self {
        Self {
            text,
            items,
            at: 0,
            head,
            code,
            errors,
        }
    }

    /// The source of a span.
    pub(super) fn slice(&self, span: Span) -> &'a str {
        self.text.get(span.start..span.end).unwrap_or_default()
    }

    /// The next item, not taken.
    pub(super) fn peek(&self) -> Option<&'a Item> {
        self.items.get(self.at)
    }

    /// The item after the next, not taken.
    pub(super) fn peek_second(&self) -> Option<&'a Item> {
        self.items.get(self.at + 1)
    }

    /// The next item.
    pub(super) fn next(&mut self) -> Option<&'a Item> {
        let item = self.peek()?;
        self.at += 1;
        Some(item)
    }

    /// Whether no key and value is left.
    pub(super) fn all_single(&self) -> bool {
        let left = self.items.get(self.at..).unwrap_or_default();
        left.iter().all(|item| matches!(item, Item::Single(_)))
    }

    /// How many keys with values come next, as far as a target has keys.
    pub(super) fn leading_pairs(&self) -> usize {
        let left = self.items.get(self.at..).unwrap_or_default();
        let pairs = left.iter().take_while(|item| matches!(item, Item::Pair(_)));
        pairs.take(Key::ALL.len()).count()
    }

    /// How many items are left.
    pub(super) fn left(&self) -> usize {
        self.items.len().saturating_sub(self.at)
    }

    /// The next item if it is a key and a value, not taken.
    pub(super) fn peek_pair(&self) -> Option<(&'a str, &'a Pair)> {
        match self.peek()? {
            Item::Pair(pair) => Some((self.slice(pair.key_span()), pair)),
            Item::Single(_) => None,
        }
    }

    /// Takes the items at the end of the line that are modifiers.
    pub(super) fn split_modifiers(&mut self) -> &'a [Item] {
        let is_modifier = |item: &&Item| match item {
            Item::Pair(pair) => modifiers::is_modifier(self.slice(pair.key_span())),
            Item::Single(_) => false,
        };
        let count = self.items.iter().rev().take_while(is_modifier).count();
        let (args, modifiers) = self.items.split_at(self.items.len() - count);
        self.items = args;
        modifiers
    }

    /// Behind the last thing on the line.
    fn line_end(&self) -> usize {
        let rest = self.text.get(self.last_end()..).unwrap_or_default();
        let line = rest.split_once('\n').map_or(rest, |(line, _)| line);
        let code = lexer::tokens(line).take_while(|token| token.kind != TokenKind::Comment);
        let end = code
            .filter(|token| !token.kind.is_trivia())
            .last()
            .map_or(0, |token| token.span.end);
        self.last_end() + end
    }

    /// From the next item to the last one; behind the last one read when there is none.
    pub(super) fn rest(&self) -> Span {
        match (self.peek(), self.items.last()) {
            (Some(next), Some(last)) => next.span().join(last.span()),
            _ => Span::at(self.last_end()),
        }
    }

    fn last_end(&self) -> usize {
        let read = self.at.checked_sub(1).and_then(|last| self.items.get(last));
        read.map_or(self.head.end, |item| item.span().end)
    }

    /// What an error about something missing points at: what stands there instead, or the line's first word.
    pub(super) fn place(&self) -> Span {
        self.peek().map_or(self.head, Item::span)
    }

    /// Reads other items with the same words around them.
    pub(super) fn nested<'b>(&'b mut self, items: &'b [Item]) -> Args<'b> {
        Args::new(self.text, self.head, items, self.code, self.errors)
    }

    /// Reports.
    pub(super) fn report(&mut self, error: Diagnostic) {
        self.errors.push(error);
    }

    /// An error with the line's own code.
    pub(super) fn error(&self, span: Span, message: impl Into<Words>) -> Diagnostic {
        Diagnostic::error(self.code, span, message)
    }

    /// Reports what is left over.
    pub(super) fn expect_end(&mut self) -> Option<()> {
        let Some(item) = self.peek() else {
            return Some(());
        };
        let error = self.unexpected(item);
        self.report(error);
        None
    }

    /// Reports a word that is none of `words`.
    pub(super) fn expect_word<T>(&mut self, token: Token, words: &[&'static str]) -> Option<T> {
        let word = self.slice(token.span);
        let error = self.unexpected(&Item::Single(token));
        let error = match nearest(word, words.iter().copied()) {
            Some(meant) => error.with_label(NOTHING_HERE).with_meant(meant, token.span),
            // Whether it is the rest of a text or a word that does not exist is for a person to say.
            None => Diagnostic { fix: None, ..error }
                .with_help(format!("what can stand here: {}", words.join(", "))),
        };
        self.report(error);
        None
    }

    fn unexpected(&self, item: &Item) -> Diagnostic {
        if let Some(error) = self.early_modifier() {
            return error;
        }
        let span = item.span();
        let word = unquoted(self.slice(span));
        let error = self.error(span, format!("unexpected \"{}\"", shown(word)));
        if let Some(text) = self.text_in_words(self.at) {
            return self
                .offer_quotes(error, text)
                .with_label("a text of several words goes in quotes");
        }
        match item {
            Item::Pair(pair)
                if self.follows_a_target() && Key::parse(self.slice(pair.key_span())).is_some() =>
            {
                error.with_label("the keys of a target stand together")
            }
            _ => error.with_label(NOTHING_HERE),
        }
    }

    /// The value before item `at` and the bare words from there, when they may be one text: `text:Send Money`.
    fn text_in_words(&self, at: usize) -> Option<Span> {
        let Item::Pair(pair) = self.items.get(at.checked_sub(1)?)? else {
            return None;
        };
        let value = pair.value.filter(|value| value.kind.is_bare())?;
        if ONE_WORD.contains(&self.slice(pair.key_span())) {
            return None;
        }
        let words = self.items.get(at..)?.iter().map_while(|item| match item {
            Item::Single(token) if token.kind.is_bare() => Some(token.span),
            _ => None,
        });
        Some(value.span.join(words.last()?))
    }

    fn follows_a_target(&self) -> bool {
        matches!(self.items.first(), Some(Item::Pair(_)))
    }

    /// The error of a modifier that comes next although more follows it.
    pub(super) fn early_modifier(&self) -> Option<Diagnostic> {
        let (key, pair) = self.peek_pair()?;
        if self.code != Code::E003 || !modifiers::is_modifier(key) {
            return None;
        }
        if let Some(text) = self.text_in_words(self.at + 1) {
            let message = format!("the value of {key}: has several words and needs quotes");
            return Some(self.offer_quotes(self.error(text, message), text));
        }
        let (span, end) = (pair.span(), Span::at(self.line_end()));
        let error = self.error(
            span,
            format!("{key}: must come after everything else on the line"),
        );
        let gap = Span::new(self.last_end(), span.end);
        let moved = format!(" {}", self.slice(span));
        let edits = [(gap, String::new()), (end, moved)];
        Some(error.with_edits("Move it to the end of the line", edits))
    }

    /// Says that a quoted name goes without its quotes, when that is what comes next.
    pub(super) fn offer_bare_name(&self, error: Diagnostic) -> Diagnostic {
        let span = match self.peek() {
            Some(Item::Single(token)) => token.span,
            _ => return error,
        };
        let raw = self.slice(span);
        match is_name(unquoted(raw)) && raw.starts_with('"') {
            true => error.with_label("a name goes without quotes").with_fix(
                "Remove the quotes",
                span,
                unquoted(raw),
            ),
            false => error.with_label("a name has letters, digits, - and _"),
        }
    }

    /// A NAME without quotes: letters, digits, `-` and `_`.
    pub(super) fn name(&mut self) -> Option<Spanned<String>> {
        match self.peek()? {
            Item::Single(token) if token.kind.is_bare() && is_name(self.slice(token.span)) => {
                self.at += 1;
                Some(Spanned::new(self.slice(token.span).to_owned(), token.span))
            }
            _ => None,
        }
    }
}
