//! `verify` and `verifyNot` and their forms (specification, "verify forms").

use super::args::Args;
use super::line::{Item, Pair};
use super::modifiers;
use super::strings::example;
use super::target::{Keys, VERIFY_KEYS, twice};
use super::values::whole;
use crate::diagnostic::Diagnostic;
use crate::ir::Number;
use crate::lexer::Token;
use crate::source::{Span, Spanned};
use crate::syntax::ast::{AttrOp, Condition, Key, State, Target, TextMatch};

/// Everything that a line says, sorted by what it is: which form it is shows when all of it is there.
#[derive(Default)]
struct Written<'a> {
    target: Keys,
    /// `value:` `count:` and the like, by key.
    keyed: Vec<(&'a str, Pair)>,
    state: Option<Spanned<State>>,
}

impl<'a> Args<'a> {
    /// What `verify` looks at.
    pub(super) fn expect_condition(&mut self) -> Option<Condition> {
        if let Some(Item::Single(token)) = self.peek()
            && self.slice(token.span) == "download"
        {
            self.next();
            return self.download();
        }
        let written = self.written()?;
        if written.target.is_empty() && written.keyed.is_empty() {
            let error = match written.state {
                Some(state) => self.no_target(state.span),
                None => self.needs("something to check"),
            };
            self.report(error);
            return None;
        }
        self.condition(written)
    }

    fn no_target(&self, span: Span) -> Diagnostic {
        let word = self.slice(span);
        let verb = self.slice(self.head);
        self.error(
            span,
            format!("{verb} needs a target before {word}, for example {verb} role:button {word}"),
        )
    }

    /// Reads to the end of the line. What does not belong there is reported.
    fn written(&mut self) -> Option<Written<'a>> {
        let text = self.text;
        let mut written = Written {
            target: Keys::with_capacity(self.leading_pairs()),
            ..Written::default()
        };
        while let Some(item) = self.peek() {
            match item {
                Item::Pair(pair) if written.state.is_none() => {
                    let span = pair.key_span();
                    let key = text.get(span.start..span.end).unwrap_or_default();
                    if modifiers::is_modifier(key) {
                        break;
                    }
                    self.next();
                    self.keyed(&mut written, key, pair)?;
                }
                Item::Single(token) if written.state.is_none() => match state(self.slice(token.span)) {
                    Some(state) => {
                        self.next();
                        written.state = Some(Spanned::new(state, token.span));
                    }
                    None => return self.unknown_word(&written, *token),
                },
                _ => break,
            }
        }
        self.expect_end()?;
        Some(written)
    }

    fn keyed(&mut self, written: &mut Written<'a>, key: &'a str, pair: &Pair) -> Option<()> {
        if let Some(known) = Key::parse(key) {
            return written.target.push(self, known, pair);
        }
        if !VERIFY_KEYS.contains(&key) {
            written.target.push_unknown(self, key, pair, &VERIFY_KEYS);
            return Some(());
        }
        if let Some((_, first)) = written.keyed.iter().find(|(other, _)| *other == key) {
            let error = twice(self, key, first.span(), pair);
            self.report(error);
            return None;
        }
        written.keyed.push((key, *pair));
        Some(())
    }

    fn unknown_word<T>(&mut self, written: &Written<'_>, token: Token) -> Option<T> {
        if written.target.is_empty() && written.keyed.is_empty() {
            let error = self.needs("something to check");
            let error = match (self.slice(self.head), self.slice(token.span)) {
                ("verify", "not") => error.with_meant("verifyNot", self.head.join(token.span)),
                _ => self.offer_key(error),
            };
            self.report(error);
            return None;
        }
        self.expect_word(token, &["enabled", "disabled", "checked"])
    }

    /// Which form it is: each row is one of the specification's table.
    fn condition(&mut self, written: Written<'_>) -> Option<Condition> {
        if written.target.failed() {
            return None;
        }
        let mut keyed = written.keyed;
        keyed.sort_by_key(|(key, _)| *key);
        let target = written.target;
        match (keyed.as_slice(), written.state) {
            ([], Some(state)) => Some(Condition::State(target.finish(self)?, state)),
            ([], None) => self.exists_or_text(target),
            ([("text-i", text)], None) => self.text(target, TextMatch::IgnoreCase, text),
            ([("text~i", text)], None) => self.text(target, TextMatch::ContainsIgnoreCase, text),
            ([("title", title)], None) if target.is_empty() => self.expect_value(title).map(Condition::Title),
            ([("url~", url)], None) if target.is_empty() => self.expect_value(url).map(Condition::Url),
            ([("value", value)], None) => {
                let target = self.target_of(target, value)?;
                Some(Condition::Value(target, self.expect_value(value)?))
            }
            ([("count", count)], None) => {
                let target = self.target_of(target, count)?;
                Some(Condition::Count(target, self.expect_whole(count)?))
            }
            ([("attr", attr), ("equals", value)], None) => self.attr(target, attr, AttrOp::Equals, value),
            ([("attr", attr), ("contains", value)], None) => self.attr(target, attr, AttrOp::Contains, value),
            ([("equals", equals), ("from", from), ("number", number)], None) => {
                self.number_change(target, number, from, equals)
            }
            _ => {
                let error = self.no_such_form(&keyed, written.state, target.is_empty());
                self.report(error);
                None
            }
        }
    }

    fn exists_or_text(&mut self, mut target: Keys) -> Option<Condition> {
        match target.take(Key::Text) {
            None => target.finish(self).map(Condition::Exists),
            Some(text) if target.is_empty() => Some(Condition::Text(TextMatch::Exact, text)),
            Some(text) => Some(Condition::TargetText(
                target.beside_text()?,
                TextMatch::Exact,
                text,
            )),
        }
    }

    fn text(&mut self, target: Keys, mode: TextMatch, text: &Pair) -> Option<Condition> {
        let text = self.expect_value(text)?;
        match target.is_empty() {
            true => Some(Condition::Text(mode, text)),
            false => Some(Condition::TargetText(target.beside_text()?, mode, text)),
        }
    }

    fn attr(&mut self, target: Keys, attr: &Pair, op: AttrOp, value: &Pair) -> Option<Condition> {
        let target = self.target_of(target, attr)?;
        let attr = self.expect_value(attr)?;
        Some(Condition::Attr(target, attr, op, self.expect_value(value)?))
    }

    fn number_change(
        &mut self,
        target: Keys,
        number: &Pair,
        from: &Pair,
        equals: &Pair,
    ) -> Option<Condition> {
        let target = self.target_of(target, number)?;
        let kind = self.expect_value(number)?;
        if kind.value != "changed-by" {
            let error = self.error(
                kind.span,
                "number: needs changed-by, for example number:changed-by",
            );
            self.report(error.with_fix("Change to changed-by", kind.span, "changed-by"));
            return None;
        }
        let from = self.expect_name("from", from)?;
        let equals = self.expect_number(equals)?;
        Some(Condition::NumberChange(target, from, equals))
    }

    /// The target of a form that must have one.
    fn target_of(&mut self, target: Keys, pair: &Pair) -> Option<Target> {
        if target.is_empty() {
            let key = self.slice(pair.key.span);
            let (verb, value) = (self.slice(self.head), example(key));
            let message =
                format!("{verb} needs a target before {key}, for example {verb} css:\".box\" {key}{value}");
            let error = self.error(pair.span(), message);
            self.report(error);
            return None;
        }
        target.finish(self)
    }

    /// A whole number.
    pub(super) fn expect_whole(&mut self, pair: &Pair) -> Option<Spanned<u64>> {
        let value = self.expect_value(pair)?;
        let Some(number) = whole(&value.value) else {
            let key = self.slice(pair.key.span);
            let error = self.error(
                value.span,
                format!("{key} needs a whole number, for example {key}3"),
            );
            self.report(error);
            return None;
        };
        Some(Spanned::new(number, value.span))
    }

    /// A number with its sign, as written.
    fn expect_number(&mut self, pair: &Pair) -> Option<Spanned<String>> {
        let value = self.expect_value(pair)?;
        if Number::parse(&value.value).is_none() {
            let error = self.error(value.span, "equals: needs a number, for example equals:-1");
            self.report(error);
            return None;
        }
        Some(value)
    }

    /// Says why what is written is no row of the table.
    fn no_such_form(&self, keyed: &[(&str, Pair)], state: Option<Spanned<State>>, alone: bool) -> Diagnostic {
        let spans = keyed
            .iter()
            .map(|(_, pair)| pair.span())
            .chain(state.as_ref().map(|state| state.span));
        let span = spans.reduce(Span::join).unwrap_or(self.head);
        let has = |key: &str| keyed.iter().any(|(other, _)| *other == key);
        let only = |keys: &[&str]| state.is_none() && keyed.iter().all(|(key, _)| keys.contains(key));
        let message = match keyed {
            [("attr", _)] if state.is_none() => "attr: needs equals: or contains: after it".to_owned(),
            [("equals", _)] if state.is_none() => "equals: needs attr: or number:changed-by before it".to_owned(),
            [("contains", _)] if state.is_none() => "contains: needs attr: before it".to_owned(),
            [("size-min", _)] => "size-min: is only for verify download".to_owned(),
            [(key @ ("title" | "url~"), _)] if state.is_none() && !alone => {
                format!("{key}: is about the page and takes no target")
            }
            _ if only(&["number", "from", "equals"]) && !has("number") => {
                "from: needs number:changed-by before it".to_owned()
            }
            _ if only(&["number", "from", "equals"]) => {
                "number:changed-by needs from: and equals:, for example number:changed-by from:before equals:-1"
                    .to_owned()
            }
            _ => {
                let mut names: Vec<String> = keyed.iter().map(|(key, _)| format!("{key}:")).collect();
                names.extend(state.map(|state| self.slice(state.span).to_owned()));
                let verb = self.slice(self.head);
                format!("{verb} cannot check {} at once", names.join(" and "))
            }
        };
        self.error(span, message)
    }
}

fn state(word: &str) -> Option<State> {
    match word {
        "enabled" => Some(State::Enabled),
        "disabled" => Some(State::Disabled),
        "checked" => Some(State::Checked),
        _ => None,
    }
}
