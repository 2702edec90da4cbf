//! Reading what follows the first word of a line, from left to right.

use std::borrow::Cow;

use super::line::{Item, Pair};
use super::modifiers;
use super::values::shown;
use crate::diagnostic::Errors;
use crate::diagnostic::{Code, Diagnostic, Words, nearest};
use crate::lexer::{self, Token, TokenKind, is_space};
use crate::source::{Span, Spanned};
use crate::syntax::ast::Key;
use crate::syntax::holes::is_name;

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
            Some(meant) => error.with_meant(meant, token.span),
            None => error.with_help(format!("what can stand here: {}", words.join(", "))),
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
        match item {
            Item::Pair(pair)
                if self.follows_a_target() && Key::parse(self.slice(pair.key_span())).is_some() =>
            {
                error.with_label("the keys of a target stand together")
            }
            _ => error.with_label("nothing can stand here"),
        }
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

    /// A string in quotes; `None`, with nothing reported, when something else comes next.
    pub(super) fn string(&mut self) -> Option<Option<Spanned<String>>> {
        match self.peek()? {
            Item::Single(token) if token.kind == TokenKind::String => {
                self.at += 1;
                Some(self.unescape(*token))
            }
            _ => None,
        }
    }

    /// A string in quotes, or the error `missing` with an offer to quote what stands there.
    pub(super) fn expect_string(
        &mut self,
        missing: impl FnOnce(&Self) -> Diagnostic,
    ) -> Option<Spanned<String>> {
        match self.string() {
            Some(string) => string,
            None => {
                let mut error = missing(self);
                if let Some(Item::Single(_)) = self.peek() {
                    error = self.offer_quotes(error, self.rest());
                }
                self.report(error);
                None
            }
        }
    }

    /// Says that the span wants quotes, and adds them when nothing in it would have to change.
    pub(super) fn offer_quotes(&self, error: Diagnostic, span: Span) -> Diagnostic {
        let raw = self.slice(span);
        let error = error.with_label("this must be one string in quotes");
        match raw.contains(['"', '\\']) {
            true => error,
            false => error.with_fix("Put it in quotes", span, format!("\"{raw}\"")),
        }
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

    /// The value of a pair, quoted or bare.
    pub(super) fn expect_value(&mut self, pair: &Pair) -> Option<Spanned<String>> {
        let key = self.slice(pair.key.span);
        let error = match (pair.inner, pair.value) {
            (None, Some(value)) => match self.text_of(value) {
                Some(value) => return value,
                None => self.bad_value(key, value.span.start),
            },
            (Some(inner), _) => self.bad_value(key, inner.span.start),
            (None, None) => self.no_value(key, pair.key.span),
        };
        self.report(error);
        None
    }

    fn bad_value(&self, key: &str, start: usize) -> Diagnostic {
        let rest = self.text.get(start..).unwrap_or_default();
        let span = Span::new(start, start + rest.find(is_space).unwrap_or(rest.len()));
        let message = format!(
            "the value of {key} has characters that need quotes: only letters, digits, - _ . / go without"
        );
        self.offer_quotes(self.error(span, message), span)
    }

    fn no_value(&self, key: &str, span: Span) -> Diagnostic {
        let message = format!("{key} needs a value, for example {key}{}", example(key));
        let error = self
            .error(span, message)
            .with_label("the value stands directly after the colon");
        let rest = self.text.get(span.end..).unwrap_or_default();
        let gap = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        match rest.get(gap..).and_then(|rest| rest.chars().next()) {
            Some('"') => error.with_fix("Remove the space", Span::new(span.end, span.end + gap), ""),
            Some('#') if gap == 0 => error.with_help("# starts a comment here: put the value in quotes"),
            _ => error,
        }
    }

    /// The text of a value token: `None` when it is no value, `Some(None)` when what is wrong was reported.
    pub(super) fn text_of(&mut self, token: Token) -> Option<Option<Spanned<String>>> {
        match token.kind {
            TokenKind::String => Some(self.unescape(token)),
            kind if kind.is_bare() || kind == TokenKind::Run => {
                Some(Some(Spanned::new(self.slice(token.span).to_owned(), token.span)))
            }
            _ => None,
        }
    }

    /// Resolves `\"`, `\\` and `\n`. `\$` is two characters: there is no escape for `${` (specification, "Variables").
    fn unescape(&mut self, token: Token) -> Option<Spanned<String>> {
        let raw = unquoted(self.slice(token.span));
        let (text, bad) = unescape(raw);
        let Some(at) = bad else {
            return Some(Spanned::new(text.into_owned(), token.span));
        };
        let start = token.span.start + 1 + at;
        let len = raw
            .get(at + 1..)
            .and_then(|rest| rest.chars().next())
            .map_or(0, char::len_utf8);
        let span = Span::new(start, start + 1 + len);
        let escape = self.slice(span);
        let message = format!("unknown escape {escape} in a string: there are \\\" \\\\ and \\n");
        let error = self
            .error(span, message)
            .with_help("a backslash itself is written twice")
            .with_fix("Double the backslash", Span::at(start), "\\");
        self.report(error);
        None
    }
}

/// A value that shows what a key takes.
fn example(key: &str) -> &'static str {
    match key {
        "timeout:" => "5s",
        "as:" | "on:" | "from:" => "alice",
        "role:" => "button",
        "css:" => "\".balance\"",
        "xpath:" => "\"//button[2]\"",
        "index:" => "2",
        "count:" => "3",
        "size-min:" => "1000",
        "number:" => "changed-by",
        "attr:" => "href",
        "url~:" => "\"/pay\"",
        _ => "\"Send\"",
    }
}

/// A string without its quotes; anything else as it is.
pub(super) fn unquoted(raw: &str) -> &str {
    raw.strip_prefix('"')
        .and_then(|raw| raw.strip_suffix('"'))
        .unwrap_or(raw)
}

/// The text that is meant, and the place of the first escape that does not exist.
fn unescape(raw: &str) -> (Cow<'_, str>, Option<usize>) {
    if !raw.contains('\\') {
        return (Cow::Borrowed(raw), None);
    }
    let mut text = String::with_capacity(raw.len());
    let mut bad = None;
    let mut chars = raw.char_indices();
    while let Some((at, c)) = chars.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        match chars.next() {
            Some((_, escaped @ ('"' | '\\'))) => text.push(escaped),
            Some((_, 'n')) => text.push('\n'),
            Some((_, '$')) => text.push_str("\\$"),
            _ => bad = bad.or(Some(at)),
        }
    }
    (Cow::Owned(text), bad)
}
