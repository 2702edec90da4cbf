//! What each word of a line is.

use super::line::{Line, Role};
use crate::lexer::{Token, TokenKind};
use crate::parser::{Item, MODIFIERS, Pair, VERIFY_KEYS};
use crate::source::Span;
use crate::syntax::Verb;
use crate::syntax::ast::Key;
use crate::syntax::holes::{self, Part};

/// A word with its meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) span: Span,
    pub(super) what: What,
}

/// What a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    Comment,
    /// `test`, `step`, or the word of a header.
    Keyword,
    Verb(Verb),
    /// The key of a target.
    Key(Key),
    /// A key that only `verify`, `wait` and `switchTab` have, or `to`.
    CheckKey,
    Modifier,
    /// A word with a meaning where it stands: `session`, `enabled`, `gone` …
    Word,
    /// A text: quoted or bare. The key that it belongs to, if any.
    Text(Option<Key>),
    Role,
    Attribute,
    KeyName,
    Number,
    Duration,
    Variable {
        defines: bool,
    },
    Profile {
        declares: bool,
    },
    Alias,
    Check,
    Path,
    Address,
    Journey,
    /// What cannot stand there.
    Unknown,
}

/// The words of a line, in the order of the text.
pub(super) fn pieces(line: &Line<'_>) -> Vec<Piece> {
    let mut pieces = Vec::with_capacity(line.items.len() * 2 + 2);
    let mut add = |span: Span, what: What| pieces.push(Piece { span, what });
    if let Some(head) = line.head {
        add(head.span, head_of(line));
    }
    let mut singles = 0;
    for item in &line.items {
        match item {
            Item::Single(token) => {
                add(token.span, single(line, *token, singles));
                singles += 1;
            }
            Item::Pair(pair) => of_pair(line, pair, &mut add),
        }
    }
    if let Some(comment) = line.comment {
        add(comment, What::Comment);
    }
    pieces
}

fn head_of(line: &Line<'_>) -> What {
    match line.role {
        Role::Test | Role::Step | Role::Header(_) => What::Keyword,
        Role::Command(verb) => What::Verb(verb),
        Role::Blank | Role::Unknown => What::Unknown,
    }
}

/// What a word without a key is; `at` counts those before it.
fn single(line: &Line<'_>, token: Token, at: usize) -> What {
    match (line.role, at) {
        (Role::Header("covers"), _) => What::Journey,
        (Role::Header("start"), 0) => What::Address,
        (Role::Header("needs"), 0) => What::Word,
        (Role::Header("needs"), 1) => What::Profile { declares: true },
        (Role::Header("timeout"), 0) => What::Duration,
        (Role::Command(verb), at) => argument(verb, line.slice(token.span), token.kind, at),
        _ => by_kind(token.kind),
    }
}

fn argument(verb: Verb, word: &str, kind: TokenKind, at: usize) -> What {
    match (verb, at) {
        (Verb::Start | Verb::Goto, 0) => What::Address,
        (Verb::Press, 0) => What::KeyName,
        (Verb::Sleep, 0) => What::Duration,
        (Verb::Set | Verb::Capture, 0) => What::Variable { defines: true },
        (Verb::Call, 0) => What::Check,
        (Verb::Call, _) if kind == TokenKind::Word => What::Text(None),
        (Verb::Run, 0) => What::Path,
        (Verb::Verify | Verb::VerifyNot | Verb::Wait | Verb::SwitchTab, _) if WORDS.contains(&word) => {
            What::Word
        }
        _ => by_kind(kind),
    }
}

/// The words of `verify`, `wait` and `switchTab`.
const WORDS: [&str; 8] = [
    "enabled",
    "disabled",
    "checked",
    "download",
    "gone",
    "text-changes",
    "network-idle",
    "new",
];

const fn by_kind(kind: TokenKind) -> What {
    match kind {
        TokenKind::String | TokenKind::Unterminated => What::Text(None),
        TokenKind::Number => What::Number,
        TokenKind::Duration => What::Duration,
        _ => What::Unknown,
    }
}

fn of_pair(line: &Line<'_>, pair: &Pair, add: &mut impl FnMut(Span, What)) {
    let name = line.slice(pair.key_span());
    let key = key(line, name);
    add(pair.key_span(), key);
    let inner = pair.inner_pair().filter(|_| name == "to");
    let (name, key) = match inner {
        Some(inner) => {
            let name = line.slice(inner.key_span());
            let key = self::key(line, name);
            add(inner.key_span(), key);
            (name, key)
        }
        None => (name, key),
    };
    if let Some(value) = pair.value {
        add(value.span, self::value(line, name, key, value.kind));
    }
}

fn key(line: &Line<'_>, name: &str) -> What {
    let verb = line.verb();
    let is_check = matches!(verb, Some(Verb::Verify | Verb::VerifyNot));
    match Key::parse(name) {
        _ if verb.is_none() => What::Unknown,
        Some(key) => What::Key(key),
        None if MODIFIERS.contains(&name) => What::Modifier,
        None if is_check && (VERIFY_KEYS.contains(&name) || name == "name~") => What::CheckKey,
        None if name == "url~" && matches!(verb, Some(Verb::Wait | Verb::SwitchTab)) => What::CheckKey,
        None if name == "to" && verb == Some(Verb::Drag) => What::CheckKey,
        None => What::Unknown,
    }
}

fn value(line: &Line<'_>, name: &str, key: What, kind: TokenKind) -> What {
    match (key, name) {
        (What::Key(Key::Role), _) => What::Role,
        (What::Key(Key::Index), _) => What::Number,
        (What::Key(key), _) => What::Text(Some(key)),
        (What::CheckKey, "count" | "size-min") => What::Number,
        (What::CheckKey, "equals") if line.keys().any(|(name, _)| name == "number") => What::Number,
        (What::CheckKey, "from") => What::Variable { defines: false },
        (What::CheckKey, "attr") => What::Attribute,
        (What::CheckKey, "number") => What::Word,
        (What::Modifier, "timeout") => What::Duration,
        (What::Modifier, "on") => What::Profile { declares: false },
        (What::Modifier, "as") => What::Alias,
        (What::CheckKey | What::Modifier, _) => What::Text(None),
        _ => by_kind(kind),
    }
}

impl What {
    /// Whether `${…}` in it reads a variable.
    pub(super) const fn has_holes(self) -> bool {
        matches!(
            self,
            Self::Text(_)
                | Self::Role
                | Self::Attribute
                | Self::Address
                | Self::KeyName
                | Self::Path
                | Self::Number
        )
    }
}

/// The names that are read inside a piece, without their `${` and `}`.
pub(super) fn holes(text: &str, piece: Piece) -> impl Iterator<Item = Span> {
    let raw = match piece.what.has_holes() {
        true => text.get(piece.span.start..piece.span.end).unwrap_or_default(),
        false => "",
    };
    let raw = if raw.as_bytes().contains(&b'$') { raw } else { "" };
    let mut at = piece.span.start;
    holes::parts(raw).filter_map(move |part| match part {
        Part::Literal(literal) => {
            at += literal.len();
            None
        }
        Part::Variable(name) => {
            let span = Span::new(at + "${".len(), at + "${".len() + name.len());
            at = span.end + "}".len();
            Some(span)
        }
    })
}
