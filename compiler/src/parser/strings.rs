//! Strings and values: what is in quotes, what may go without, and what escapes mean.

use std::borrow::Cow;

use super::args::Args;
use super::line::{Item, Pair};
use crate::diagnostic::{Code, Diagnostic};
use crate::lexer::{Token, TokenKind, is_space};
use crate::source::{Span, Spanned};

impl Args<'_> {
    /// A string in quotes; `None`, with nothing reported, when something else comes next.
    pub(super) fn string(&mut self) -> Option<Option<Spanned<String>>> {
        match self.peek()? {
            Item::Single(token) if token.kind == TokenKind::String => {
                self.next();
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
        if let Some(inside) = in_other_quotes(raw) {
            let error = error.with_label("the quotes of a string are straight and double: \"");
            return match inside.contains(['"', '\\']) {
                true => error,
                false => error.with_fix("Change the quotes", span, format!("\"{inside}\"")),
            };
        }
        let error = error.with_label("this must be one string in quotes");
        match raw.contains(['"', '\\']) {
            true => error,
            false => error.with_fix("Put it in quotes", span, format!("\"{raw}\"")),
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
        let len = other_quotes(rest).unwrap_or_else(|| rest.find(is_space).unwrap_or(rest.len()));
        let span = Span::new(start, start + len);
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
pub(super) fn example(key: &str) -> &'static str {
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

/// Quotes that people and word processors write, and what closes them.
const OTHER_QUOTES: [(char, &[char]); 7] = [
    ('\'', &['\'']),
    ('`', &['`', '\'']),
    ('“', &['”', '“']),
    ('”', &['”']),
    ('„', &['“', '”']),
    ('‘', &['’', '‘']),
    ('«', &['»']),
];

/// What is inside other quotes than the language has.
fn in_other_quotes(raw: &str) -> Option<&str> {
    let first = raw.chars().next()?;
    let (_, closing) = OTHER_QUOTES.iter().find(|(open, _)| *open == first)?;
    raw.strip_prefix(first)?.strip_suffix(*closing)
}

/// How long the text in other quotes is that the text begins with, on its line.
fn other_quotes(text: &str) -> Option<usize> {
    let first = text.chars().next()?;
    let (_, closing) = OTHER_QUOTES.iter().find(|(open, _)| *open == first)?;
    let inside = text.strip_prefix(first)?;
    let end = inside.find(|c| c == '\n' || closing.contains(&c))?;
    let close = inside.get(end..)?.chars().next().filter(|c| *c != '\n')?;
    Some(first.len_utf8() + end + close.len_utf8())
}

/// A string without its quotes; anything else as it is.
pub(crate) fn unquoted(raw: &str) -> &str {
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

/// E004, with the quote that is missing.
pub(super) fn unterminated(text: &str, token: Token) -> Diagnostic {
    let raw = text.get(token.span.start..token.span.end).unwrap_or_default();
    let trimmed = raw.trim_end();
    let span = Span::new(token.span.start, token.span.start + trimmed.len());
    let error =
        Diagnostic::error(Code::E004, span, "unterminated string").with_label("this quote is never closed");
    let backslashes = trimmed.len() - trimmed.trim_end_matches('\\').len();
    match backslashes % 2 {
        0 => error.with_fix(
            "Close the string at the end of the line",
            Span::at(span.end),
            "\"",
        ),
        _ => error,
    }
}
