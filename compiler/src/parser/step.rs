//! `test "name"` and `step "intent"`

use super::args::Args;
use super::line::{Item, Line};
use super::strings::unquoted;
use crate::diagnostic::Errors;
use crate::diagnostic::{Code, Diagnostic};
use crate::lexer::TokenKind;
use crate::source::{Span, Spanned};

/// The name after `test` or `step`; `missing` makes the error of a line without one.
pub(super) fn name(
    text: &str,
    line: &Line,
    keyword: Span,
    errors: &mut Errors,
    missing: impl FnOnce(Span) -> Diagnostic,
) -> Option<Spanned<String>> {
    if line.unterminated().is_some() {
        return None;
    }
    let items = line.items();
    let mut args = Args::new(text, keyword, &items, Code::E010, errors);
    if let Some(name) = written(&mut args) {
        args.expect_end();
        return name;
    }
    let rest = args.rest();
    let error = missing(if rest.is_empty() { keyword } else { rest });
    let error = match args
        .slice(rest)
        .trim_matches(|c: char| c == '"' || c.is_whitespace())
    {
        "" => error.with_label("its name is missing"),
        _ => args.offer_quotes(error, rest),
    };
    args.report(error);
    None
}

/// The string that stands first, unless it is blank: a name says something.
fn written(args: &mut Args<'_>) -> Option<Option<Spanned<String>>> {
    let is_name = |item: &Item| match item {
        Item::Single(token) if token.kind == TokenKind::String => {
            !unquoted(args.slice(token.span)).trim().is_empty()
        }
        _ => false,
    };
    args.peek().filter(|item| is_name(item))?;
    args.string()
}

/// E001
pub(super) fn nameless_step(span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::E001,
        span,
        "a step needs a name: step \"what you want to happen\"",
    )
}
