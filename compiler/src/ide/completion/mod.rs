//! What can be written at a place, also on a line that is not right yet: that is the normal case while typing.
//!
//! ```text
//! place ─┬─ head       the first word of a line: commands, headers, test, step
//!        ├─ argument   what can come next on the line: keys, words, modifiers, names
//!        ├─ value      what can follow a key and its colon
//!        └─ hole       variables inside ${}
//! ```
//! Nothing is left out because of the letters that are there already: clients filter. What cannot stand at the place is.

mod argument;
mod condition;
mod entry;
mod head;
mod hole;
mod name;
mod value;

pub(super) use name::profiles_of;

use super::answer::Completion;
use super::file::File;
use super::line::{Line, Role, floor};
use super::project::Project;
use crate::lexer::{Token, TokenKind};
use crate::parser::{Item, Pair};
use crate::source::Span;
use crate::syntax::{Parse, Verb};

/// Everything that can be written at a place.
pub(super) fn complete(project: &Project, file: &File, offset: usize) -> Vec<Completion> {
    let opening = file.opening();
    let offset = floor(&file.text, offset);
    let line = Line::at(&file.text, offset, &opening.ast);
    if line.comment.is_some_and(|comment| comment.start < offset) {
        return Vec::new();
    }
    let current = line.items.iter().position(|item| is_at(item, offset));
    let place = Place {
        project,
        file,
        opening: &opening,
        line,
        offset,
        current,
    };
    if let Some(hole) = hole::open(&place) {
        return hole::variables(&place, hole);
    }
    let in_head = place.line.head.is_none_or(|head| offset <= head.span.end);
    match (in_head, place.current_item()) {
        (true, _) => head::entries(&place),
        (false, Some(Item::Pair(pair))) => in_pair(&place, pair),
        (false, Some(Item::Single(token))) if is_text(&place, *token) => Vec::new(),
        (false, _) => argument::entries(&place),
    }
}

/// Whether a word is a text that only its writer knows: a string, but where an address, a key or a path may stand in
/// quotes.
fn is_text(place: &Place<'_>, token: Token) -> bool {
    let is_string = matches!(token.kind, TokenKind::String | TokenKind::Unterminated);
    let can_be_quoted = matches!(
        place.line.role,
        Role::Header("start") | Role::Command(Verb::Start | Verb::Goto | Verb::Press | Verb::Run)
    );
    is_string && !can_be_quoted
}

/// Whether the cursor is in an item, or right behind it.
fn is_at(item: &Item, offset: usize) -> bool {
    let span = item.span();
    span.start < offset && offset <= span.end
}

fn in_pair(place: &Place<'_>, pair: &Pair) -> Vec<Completion> {
    let key = pair.key_span();
    if place.offset <= key.end {
        return argument::entries(place);
    }
    // Behind the second quote the value is written.
    let is_closed = |value: Token| value.kind == TokenKind::String && value.span.end == place.offset;
    if pair.value.is_some_and(is_closed) {
        return Vec::new();
    }
    match pair.inner_pair() {
        Some(inner) if place.offset <= inner.key_span().end => argument::destination(place, inner.key_span()),
        Some(inner) => value::entries(place, &inner),
        None => value::entries(place, pair),
    }
}

/// The place that was asked about.
struct Place<'a> {
    project: &'a Project,
    file: &'a File,
    opening: &'a Parse,
    line: Line<'a>,
    offset: usize,
    /// The item that is being written.
    current: Option<usize>,
}

impl<'a> Place<'a> {
    fn current_item(&self) -> Option<&Item> {
        self.line.items.get(self.current?)
    }

    /// What an entry is written over: the word at the cursor.
    fn replace(&self) -> Span {
        match self.current_item() {
            Some(Item::Single(token)) => token.span,
            // A key is replaced with its colon, its value stays.
            Some(Item::Pair(pair)) => pair.key.span,
            None => match self.line.head {
                Some(head) if head.span.touches(self.offset) => head.span,
                _ => Span::at(self.offset),
            },
        }
    }

    /// The items besides the one that is being written.
    fn others(&self) -> impl Iterator<Item = &Item> {
        let current = self.current;
        let items = self.line.items.iter().enumerate();
        items
            .filter(move |(at, _)| Some(*at) != current)
            .map(|(_, item)| item)
    }

    /// Whether a key is written elsewhere on the line.
    fn has_key(&self, key: &str) -> bool {
        self.others().any(|item| match item {
            Item::Pair(pair) => self.line.slice(pair.key_span()) == key,
            Item::Single(_) => false,
        })
    }

    /// The words without a key that stand before the cursor.
    fn singles_before(&self) -> Vec<&'a str> {
        let before = self.others().filter(|item| item.span().end <= self.offset);
        let words = before.filter_map(|item| match item {
            Item::Single(token) => Some(self.line.slice(token.span)),
            Item::Pair(_) => None,
        });
        words.collect()
    }

    /// The value of a key on the line, without quotes.
    fn value_of(&self, key: &str) -> Option<&'a str> {
        self.others().find_map(|item| match item {
            Item::Pair(pair) if self.line.slice(pair.key_span()) == key => {
                Some(crate::parser::unquoted(self.line.slice(pair.value?.span)))
            }
            _ => None,
        })
    }
}
