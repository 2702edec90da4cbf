//! `TARGET := KEY ":" VALUE ( KEY ":" VALUE )*`

use super::args::Args;
use super::line::{Item, Pair};
use super::modifiers;
use super::values::{shown, whole};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::lexer::TokenKind;
use crate::source::{Span, Spanned};
use crate::syntax::Verb;
use crate::syntax::ast::{Key, Target, TargetKey};

/// Keys that `verify` knows besides those of targets; elsewhere they are unknown, and a hint says why.
pub(crate) const VERIFY_KEYS: [&str; 12] = [
    "text-i", "text~i", "value", "count", "attr", "equals", "contains", "number", "from", "title", "url~",
    "size-min",
];

/// A target that is being put together.
#[derive(Debug, Default)]
pub(super) struct Keys {
    keys: Vec<TargetKey>,
    /// Whether something in it was wrong and has been reported.
    failed: bool,
}

impl Keys {
    /// Room for so many keys, so that the usual one or two take no more than they need.
    pub(super) fn with_capacity(keys: usize) -> Self {
        Self {
            keys: Vec::with_capacity(keys),
            failed: false,
        }
    }
    /// Whether nothing was written.
    pub(super) fn is_empty(&self) -> bool {
        self.keys.is_empty() && !self.failed
    }

    /// Adds `key:value`.
    pub(super) fn push(&mut self, args: &mut Args<'_>, key: Key, pair: &Pair) -> Option<()> {
        let value = args.expect_value(pair)?;
        if let Some(error) = self.fault(args, key, &value, pair) {
            args.report(error);
            return None;
        }
        let key = Spanned::new(key, pair.key_span());
        self.keys.push(TargetKey { key, value });
        Some(())
    }

    fn fault(&self, args: &Args<'_>, key: Key, value: &Spanned<String>, pair: &Pair) -> Option<Diagnostic> {
        if let Some(first) = self.keys.iter().find(|other| other.key.value == key) {
            return Some(twice(args, key.as_str(), first.key.span, pair));
        }
        let is_bad_index = key == Key::Index && whole(&value.value).is_none_or(|index| index == 0);
        is_bad_index.then(|| {
            args.error(
                value.span,
                "index: needs a whole number of 1 or more, for example index:2",
            )
            .with_label("the first match is index:1")
        })
    }

    /// Adds a key that does not exist: reports it.
    pub(super) fn push_unknown(
        &mut self,
        args: &mut Args<'_>,
        key: &str,
        pair: &Pair,
        also: &[&'static str],
    ) {
        let error = unknown_key(key, pair, also);
        args.report(error);
        self.failed = true;
    }

    /// The target, if it is right.
    pub(super) fn finish(self, args: &mut Args<'_>) -> Option<Target> {
        let target = self.beside_text()?;
        if let [TargetKey { key, .. }] = target.keys.as_slice()
            && key.value == Key::Index
        {
            let message = "index: chooses among several matches and needs another key beside it";
            let error = args
                .error(target.span, message)
                .with_help("for example text:\"Send\" index:2");
            args.report(error);
            return None;
        }
        Some(target)
    }

    /// The target of a form that says the text itself: `index:` alone is the nth element that has it.
    pub(super) fn beside_text(self) -> Option<Target> {
        let (first, last) = (self.keys.first()?, self.keys.last()?);
        let span = first.key.span.join(last.value.span);
        if self.failed {
            return None;
        }
        Some(Target {
            keys: self.keys,
            span,
        })
    }

    /// Takes a key out, if it is there.
    pub(super) fn take(&mut self, key: Key) -> Option<Spanned<String>> {
        let at = self.keys.iter().position(|other| other.key.value == key)?;
        Some(self.keys.remove(at).value)
    }

    /// Whether something was wrong.
    pub(super) const fn failed(&self) -> bool {
        self.failed
    }
}

impl Args<'_> {
    /// The target that stands next; keys in `others` end it. Reports that the verb needs `what` when there is none.
    pub(super) fn expect_target(&mut self, what: &str, others: &[&'static str]) -> Option<Target> {
        let mut keys = Keys::with_capacity(self.leading_pairs());
        while let Some((name, pair)) = self.peek_pair() {
            if others.contains(&name) || modifiers::is_modifier(name) {
                break;
            }
            self.next();
            match Key::parse(name) {
                Some(key) => keys.push(self, key, pair)?,
                None => keys.push_unknown(self, name, pair, others),
            }
        }
        if keys.is_empty() {
            let error = self.needs(what);
            let error = self.offer_key(error);
            self.report(error);
            return None;
        }
        keys.finish(self)
    }

    /// A word or string where a target belongs is probably the text, or the label, of one.
    pub(super) fn offer_key(&self, error: Diagnostic) -> Diagnostic {
        let Some(Item::Single(token)) = self.peek() else {
            return error;
        };
        let error = error.with_label("this is not a target");
        let (key, arguments) = match Verb::parse(self.slice(self.head)) {
            Some(Verb::Type | Verb::Select) => ("label", 2),
            Some(Verb::Check | Verb::Uncheck) => ("label", 1),
            _ => ("text", 1),
        };
        let raw = self.slice(token.span);
        let title = format!("Look for this {key}");
        if let Some((key, _)) = raw.split_once('=').filter(|(key, _)| Key::parse(key).is_some()) {
            let sign = Span::new(token.span.start + key.len(), token.span.start + key.len() + 1);
            return error.with_fix("A key is followed by a colon", sign, ":");
        }
        match token.kind {
            _ if self.left() != arguments || !self.all_single() => error,
            TokenKind::String => error.with_fix(title, token.span, format!("{key}:{raw}")),
            TokenKind::Word => error.with_fix(title, token.span, format!("{key}:\"{raw}\"")),
            _ => error,
        }
    }
}

/// A key that is written a second time.
pub(super) fn twice(args: &Args<'_>, key: &str, first: Span, second: &Pair) -> Diagnostic {
    let span = second.span();
    let before = args.text.get(..span.start).unwrap_or_default();
    let gap = before.len() - before.trim_end_matches([' ', '\t']).len();
    args.error(span, format!("{key}: is written twice"))
        .with_label("the second time")
        .with_related(first, "the first time")
        .with_fix("Remove the second one", Span::new(span.start - gap, span.end), "")
}

/// E005, with what was probably meant among all keys that could stand there.
fn unknown_key(key: &str, pair: &Pair, also: &[&'static str]) -> Diagnostic {
    let names: Vec<&str> = Key::ALL
        .into_iter()
        .filter(|key| *key != Key::TextContains)
        .map(Key::as_str)
        .collect();
    let message = format!("unknown target key \"{}\" ({})", shown(key), names.join(", "));
    let span = pair.key_span();
    let error = Diagnostic::error(Code::E005, span, message);
    if VERIFY_KEYS.contains(&key) {
        return error.with_help(format!("{key}: is only for verify and verifyNot"));
    }
    let keys = Key::ALL.into_iter().map(Key::as_str);
    let candidates = keys.chain(modifiers::ALL).chain(also.iter().copied());
    match nearest(key, candidates) {
        Some(meant) => error.with_help(format!("did you mean {meant}:?")).with_fix(
            format!("Change to {meant}:"),
            span,
            meant,
        ),
        None => error,
    }
}
