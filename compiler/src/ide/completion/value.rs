//! What can follow a key and its colon.

use std::collections::BTreeSet;

use super::entry::{order, plain};
use super::{Place, argument, hole, name};
use crate::ide::answer::{Completion, CompletionKind};
use crate::ide::words;
use crate::lexer::TokenKind;
use crate::parser::Pair;
use crate::source::Span;
use crate::syntax::ast::Key;

/// What can be the value of a key.
pub(super) fn entries(place: &Place<'_>, pair: &Pair) -> Vec<Completion> {
    let key = place.line.slice(pair.key_span());
    let value = Value::of(place, pair);
    match (key, Key::parse(key)) {
        ("to", _) => argument::destination(place, value.replace),
        (_, Some(Key::Role)) => roles(place, &value),
        (_, Some(known)) => texts(place, &value, known),
        ("text-i" | "text~i" | "within", _) => texts(place, &value, Key::Text),
        ("value" | "title" | "contains" | "url~", _) => Vec::new(),
        ("from", _) => hole::names(place, value.replace),
        ("on", _) => name::profiles_to_use(place, value.replace),
        ("timeout", _) => argument::durations(value.replace),
        ("attr", _) => fixed(&ATTRIBUTES, &value),
        ("number", _) => fixed(&["changed-by"], &value),
        _ => Vec::new(),
    }
}

/// Attributes that tests look at.
const ATTRIBUTES: [&str; 10] = [
    "href",
    "src",
    "alt",
    "title",
    "placeholder",
    "aria-label",
    "aria-expanded",
    "aria-current",
    "aria-selected",
    "aria-invalid",
];

/// The value that is being written.
struct Value {
    /// What an entry is written over: what is between the quotes when there are any.
    replace: Span,
    quotes: Quotes,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Quotes {
    /// There are none, so an entry brings its own where it needs them.
    None,
    /// The second one is missing.
    Open,
    Both,
}

impl Value {
    fn of(place: &Place<'_>, pair: &Pair) -> Self {
        let Some(token) = pair.value else {
            let end = pair.inner.unwrap_or(pair.key).span.end;
            return Self {
                replace: Span::at(end),
                quotes: Quotes::None,
            };
        };
        let span = token.span;
        let (replace, quotes) = match token.kind {
            TokenKind::String if place.offset < span.end => {
                (Span::new(span.start + 1, span.end - 1), Quotes::Both)
            }
            // To the end of the line everything is in the string; what is behind the cursor stays.
            TokenKind::Unterminated => (
                Span::new(span.start + 1, place.offset.max(span.start + 1)),
                Quotes::Open,
            ),
            _ => (span, Quotes::None),
        };
        Self { replace, quotes }
    }

    fn written(&self, text: &str) -> String {
        match self.quotes {
            Quotes::None => quoted(text),
            Quotes::Open => format!("{}\"", escape(text)),
            Quotes::Both => escape(text),
        }
    }
}

/// A text in quotes.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", escape(text))
}

fn escape(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    escaped.replace('\n', "\\n")
}

/// The roles, those first that the last runs have seen.
fn roles(place: &Place<'_>, value: &Value) -> Vec<Completion> {
    let seen: BTreeSet<&str> = place
        .project
        .runs(&place.file.key.path)
        .map_or_else(BTreeSet::new, |runs| runs.seen(Key::Role, None));
    let entry = |(at, role): (usize, &words::Word)| {
        let is_seen = seen.contains(role.word);
        let entry = plain(
            role.word,
            CompletionKind::Role,
            value.replace,
            order(if is_seen { 'a' } else { 'b' }, at),
        );
        let entry = entry.docs(role.does);
        match is_seen {
            true => entry.detail("seen in the last run"),
            false => entry,
        }
    };
    words::ROLES.iter().enumerate().map(entry).collect()
}

/// Texts that the last runs saw for a key, and those that the script has for it elsewhere.
fn texts(place: &Place<'_>, value: &Value, key: Key) -> Vec<Completion> {
    let role = place.value_of("role").filter(|_| key == Key::Name);
    let runs = place.project.runs(&place.file.key.path);
    let seen = runs.map_or_else(BTreeSet::new, |runs| runs.seen(key, role));
    let written = written_elsewhere(place, key);
    let written = written.iter().map(String::as_str);
    let written = written
        .filter(|text| !seen.contains(text))
        .map(|text| (text, 'b', "in this script"));
    let seen = seen.iter().map(|text| (*text, 'a', "seen in the last run"));
    let entry = |(at, (text, group, detail)): (usize, (&str, char, &str))| {
        plain(text, CompletionKind::Seen, value.replace, order(group, at))
            .text(value.written(text))
            .detail(detail)
    };
    seen.chain(written).enumerate().map(entry).collect()
}

/// More texts of a script are not offered: those of its commands that are far away are left out.
const MOST_TEXTS: usize = 1_000;

/// The values of a key in the other commands of the script.
fn written_elsewhere(place: &Place<'_>, key: Key) -> BTreeSet<String> {
    let mut written = BTreeSet::new();
    let mut trees = place.file.trees();
    trees.sort_by_key(|tree| tree.start.abs_diff(place.offset));
    for tree in trees {
        let others = tree
            .commands()
            .filter(|command| !place.line.span.touches(command.verb.behind(tree.start).start));
        let keys = others
            .flat_map(|command| command.form.targets())
            .flat_map(|target| &target.keys);
        let same = keys.filter(|other| other.key.value == key);
        for text in same.map(|other| other.value.value.as_str()) {
            if written.len() == MOST_TEXTS {
                return written;
            }
            if !written.contains(text) {
                written.insert(text.to_owned());
            }
        }
    }
    written
}

fn fixed(words: &[&str], value: &Value) -> Vec<Completion> {
    let entry =
        |(at, word): (usize, &&str)| plain(*word, CompletionKind::Word, value.replace, order('a', at));
    words.iter().enumerate().map(entry).collect()
}
