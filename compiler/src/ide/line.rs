//! One line of a script as its writer sees it: what it begins with, and what each part is, also where the line is not
//! right yet. Queries about a place begin here; spans are in the whole text.

use crate::lexer::{Token, TokenKind, tokens};
use crate::parser::{self, HEADERS, Item};
use crate::source::Span;
use crate::syntax::Verb;
use crate::syntax::ast::Script;

/// A line.
#[derive(Debug)]
pub(super) struct Line<'t> {
    /// The whole text.
    pub(super) text: &'t str,
    /// The line, without its line end.
    pub(super) span: Span,
    /// The first word.
    pub(super) head: Option<Token>,
    pub(super) role: Role,
    /// What follows the first word.
    pub(super) items: Vec<Item>,
    pub(super) comment: Option<Span>,
    /// Whether it stands inside a step.
    pub(super) in_step: bool,
}

/// What the first word makes of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Nothing, or a comment.
    Blank,
    Test,
    Step,
    Header(&'static str),
    Command(Verb),
    /// The first word says nothing.
    Unknown,
}

impl<'t> Line<'t> {
    /// Reads the line that holds a place; `opening` is the script to its first step, or more.
    pub(super) fn at(text: &'t str, offset: usize, opening: &Script) -> Self {
        let offset = floor(text, offset);
        let before = text.get(..offset).unwrap_or_default();
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let in_step = opening.steps.first().is_some_and(|step| step.keyword.end < start);
        Self::read(text, start, in_step)
    }

    /// Reads the line that begins at `start`.
    pub(super) fn read(text: &'t str, start: usize, in_step: bool) -> Self {
        let rest = text.get(start..).unwrap_or_default();
        let end = start + rest.find('\n').unwrap_or(rest.len());
        let mut line = parser::Line::default();
        let mut comment = None;
        for token in tokens(text.get(start..end).unwrap_or_default()) {
            let span = Span::new(start + token.span.start, start + token.span.end);
            match token.kind {
                TokenKind::Comment => comment = Some(span),
                TokenKind::Space | TokenKind::Newline => {}
                kind => line.push(Token { kind, span }),
            }
        }
        let head = line.first();
        let word = head.map(|head| slice(text, head.span));
        Self {
            text,
            span: Span::new(start, end),
            role: word.map_or(Role::Blank, |word| role(word, in_step)),
            head,
            items: line.items(),
            comment,
            in_step,
        }
    }

    /// The source of a span.
    pub(super) fn slice(&self, span: Span) -> &'t str {
        slice(self.text, span)
    }

    /// The verb of a command.
    pub(super) fn verb(&self) -> Option<Verb> {
        match self.role {
            Role::Command(verb) => Some(verb),
            _ => None,
        }
    }

    /// The keys that are written, without their colons, in order, each with the item it belongs to.
    pub(super) fn keys(&self) -> impl Iterator<Item = (&'t str, &Item)> {
        self.items.iter().filter_map(|item| match item {
            Item::Pair(pair) => Some((self.slice(pair.key_span()), item)),
            Item::Single(_) => None,
        })
    }
}

/// The lines of a text, in order; `in_step` is whether the first of them stands in a step.
pub(super) fn lines(text: &str, in_step: bool) -> impl Iterator<Item = Line<'_>> {
    lines_from(text, 0, in_step)
}

/// The lines from the one that holds a place on; `opening` is the script to its first step, or more.
pub(super) fn lines_at<'t>(text: &'t str, offset: usize, opening: &Script) -> impl Iterator<Item = Line<'t>> {
    let first = Line::at(text, offset, opening);
    lines_from(text, first.span.start, first.in_step)
}

fn lines_from(text: &str, start: usize, in_step: bool) -> impl Iterator<Item = Line<'_>> {
    let mut start = Some(start);
    let mut in_step = in_step;
    std::iter::from_fn(move || {
        let line = Line::read(text, start?, in_step);
        in_step |= line.role == Role::Step;
        start = (line.span.end < text.len()).then_some(line.span.end + 1);
        Some(line)
    })
}

fn role(word: &str, in_step: bool) -> Role {
    let header = HEADERS.into_iter().find(|header| *header == word);
    match (word, header, Verb::parse(word)) {
        ("test", ..) => Role::Test,
        ("step", ..) => Role::Step,
        (_, Some(header), verb) if !in_step || verb.is_none() => Role::Header(header),
        (.., Some(verb)) => Role::Command(verb),
        _ => Role::Unknown,
    }
}

fn slice(text: &str, span: Span) -> &str {
    text.get(span.start..span.end).unwrap_or_default()
}

/// The nearest place at or before an offset where a character begins.
pub(super) fn floor(text: &str, offset: usize) -> usize {
    let offset = offset.min(text.len());
    (0..=offset)
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0)
}
