//! `timeout:` `as:` `on:` `within:`, the last things on a line.

use super::args::Args;
use super::line::{Item, Pair};
use super::target::twice;
use super::values::duration;
use crate::source::{Span, Spanned};
use crate::syntax::Verb;
use crate::syntax::ast::Modifiers;
use crate::syntax::holes::is_name;

/// The modifiers, as written before the colon.
pub(crate) const ALL: [&str; 4] = ["timeout", "within", "as", "on"];

/// What a duration must look like.
pub(super) const DURATION: &str = "a duration such as 10s, 500ms or 1m";

/// Whether a key is one of the modifiers.
pub(super) fn is_modifier(key: &str) -> bool {
    ALL.contains(&key)
}

impl Args<'_> {
    /// Reads the modifiers of a command. What is wrong is reported and left out.
    pub(super) fn modifiers(&mut self, verb: Verb, items: &[Item]) -> Option<Box<Modifiers>> {
        if items.is_empty() {
            return None;
        }
        let mut modifiers = Box::<Modifiers>::default();
        let mut seen: Vec<(&str, Span)> = Vec::new();
        for item in items {
            let Item::Pair(pair) = item else { continue };
            let key = self.slice(pair.key_span());
            if let Some((_, first)) = seen.iter().find(|(other, _)| *other == key) {
                let error = twice(self, key, *first, pair);
                self.report(error);
                continue;
            }
            seen.push((key, pair.span()));
            self.modifier(verb, key, pair, &mut modifiers);
        }
        Some(modifiers)
    }

    fn modifier(&mut self, verb: Verb, key: &str, pair: &Pair, modifiers: &mut Modifiers) {
        match key {
            "timeout" => modifiers.timeout = self.expect_duration(pair),
            "as" => modifiers.alias = self.expect_name(key, pair),
            "on" => modifiers.on = self.expect_name(key, pair),
            _ if matches!(verb, Verb::Verify | Verb::VerifyNot | Verb::Wait) => {
                modifiers.within = self.expect_value(pair);
            }
            _ => {
                let error = self
                    .error(pair.span(), "within: is only for verify, verifyNot and wait")
                    .with_help("add a key to the target, so that it names one element");
                self.report(error);
            }
        }
    }

    fn expect_duration(&mut self, pair: &Pair) -> Option<Spanned<u64>> {
        let value = self.expect_value(pair)?;
        let millis = duration(&value.value);
        if millis.is_none() {
            let error = self.error(value.span, format!("timeout: needs {DURATION}"));
            self.report(error);
        }
        Some(Spanned::new(millis?, value.span))
    }

    /// The value of a pair that must be a NAME.
    pub(super) fn expect_name(&mut self, key: &str, pair: &Pair) -> Option<Spanned<String>> {
        let value = self.expect_value(pair)?;
        if is_name(&value.value) {
            return Some(value);
        }
        let error = self.error(
            value.span,
            format!("{key}: needs a name of letters, digits, - and _"),
        );
        self.report(error);
        None
    }
}
