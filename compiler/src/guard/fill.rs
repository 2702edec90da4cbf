//! Conditions with their texts replaced, one rule for every text of a kind.

use crate::ir::{Condition, Target, Text, VariableName, Within};

/// What happens to each part of a condition that holds text.
pub(super) trait Rewrite {
    /// A text that is taken as it is: a selector, an address, a field's value.
    fn plain(&self, text: &Text) -> Text;
    /// A text that people see on the page: white space does not count, and in most places neither does case.
    fn seen(&self, text: &Text) -> Text;
    /// The variable behind `from:`.
    fn from(&self, name: &str) -> VariableName;
}

/// The condition with every text rewritten.
pub(super) fn condition(condition: &Condition, rewrite: &impl Rewrite) -> Condition {
    let on = |of: &Target| target(of, rewrite);
    match condition {
        Condition::Exists { target } => Condition::Exists { target: on(target) },
        Condition::Text { value, mode } => Condition::Text {
            value: rewrite.seen(value),
            mode: *mode,
        },
        Condition::TargetText { target, value, mode } => Condition::TargetText {
            target: on(target),
            value: rewrite.seen(value),
            mode: *mode,
        },
        Condition::Value { target, value } => Condition::Value {
            target: on(target),
            value: rewrite.plain(value),
        },
        Condition::State { target, state } => Condition::State {
            target: on(target),
            state: *state,
        },
        Condition::Count { target, count } => Condition::Count {
            target: on(target),
            count: *count,
        },
        Condition::Url { contains } => Condition::Url {
            contains: rewrite.plain(contains),
        },
        Condition::Title { value } => Condition::Title {
            value: rewrite.plain(value),
        },
        Condition::NumberChange { target, from, equals } => Condition::NumberChange {
            target: on(target),
            from: rewrite.from(from),
            equals: *equals,
        },
        Condition::Attr {
            target,
            attr,
            op,
            value,
        } => Condition::Attr {
            target: on(target),
            attr: attr.clone(),
            op: *op,
            value: rewrite.plain(value),
        },
        Condition::Download {
            name,
            contains,
            size_min,
        } => Condition::Download {
            name: rewrite.plain(name),
            contains: *contains,
            size_min: *size_min,
        },
        Condition::Gone { target } => Condition::Gone { target: on(target) },
        Condition::TextChanges { target } => Condition::TextChanges { target: on(target) },
        Condition::NetworkIdle => Condition::NetworkIdle,
    }
}

/// The target with every text rewritten.
pub(super) fn target(target: &Target, rewrite: &impl Rewrite) -> Target {
    let plain = |part: &Option<Text>| part.as_ref().map(|text| rewrite.plain(text));
    let seen = |part: &Option<Text>| part.as_ref().map(|text| rewrite.seen(text));
    Target {
        role: plain(&target.role),
        name: seen(&target.name),
        text: seen(&target.text),
        text_contains: seen(&target.text_contains),
        label: plain(&target.label),
        placeholder: plain(&target.placeholder),
        testid: plain(&target.testid),
        css: plain(&target.css),
        xpath: plain(&target.xpath),
        index: target.index,
    }
}

/// The box with every text rewritten.
pub(super) fn within(within: &Within, rewrite: &impl Rewrite) -> Within {
    match within {
        Within::Text(text) => Within::Text(rewrite.plain(text)),
        Within::Target(on) => Within::Target(Box::new(target(on, rewrite))),
    }
}
