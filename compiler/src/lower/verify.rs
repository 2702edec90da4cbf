//! `verify` and `verifyNot`.

use super::target::target;
use super::text::text;
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::{self, Condition, Number};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{self, AttrOp, State, TextMatch};

/// A download of no bytes is none (specification, "verify").
const DEFAULT_SIZE_MIN: u64 = 1;

/// The condition, or why there is none although the parser let it through.
pub(super) fn condition(condition: ast::Condition) -> Result<Condition, Box<Diagnostic>> {
    Ok(match condition {
        ast::Condition::Exists(element) => Condition::Exists {
            target: target(element),
        },
        ast::Condition::Text(mode, value) => Condition::Text {
            value: text(value.value),
            mode: text_match(mode),
        },
        ast::Condition::TargetText(element, mode, value) => Condition::TargetText {
            target: target(element),
            value: text(value.value),
            mode: text_match(mode),
        },
        ast::Condition::Value(element, value) => Condition::Value {
            target: target(element),
            value: text(value.value),
        },
        ast::Condition::State(element, wanted) => Condition::State {
            target: target(element),
            state: state(wanted.value),
        },
        ast::Condition::Count(element, count) => Condition::Count {
            target: target(element),
            count: count.value,
        },
        ast::Condition::Url(part) => Condition::Url {
            contains: text(part.value),
        },
        ast::Condition::Title(title) => Condition::Title {
            value: text(title.value),
        },
        ast::Condition::NumberChange(element, from, equals) => Condition::NumberChange {
            target: target(element),
            from: from.value,
            equals: number(&equals)?,
        },
        ast::Condition::Attr(element, attr, op, value) => Condition::Attr {
            target: target(element),
            attr: attr.value,
            op: attr_op(op),
            value: text(value.value),
        },
        ast::Condition::Download {
            name,
            contains,
            size_min,
        } => Condition::Download {
            name: text(name.value),
            contains,
            size_min: size_min.map_or(DEFAULT_SIZE_MIN, |size| size.value),
        },
    })
}

/// The spans of the target and of what is expected.
pub(super) fn spans(condition: &ast::Condition) -> (Option<Span>, Option<Span>) {
    match condition {
        ast::Condition::Exists(element) => (Some(element.span), None),
        ast::Condition::Text(_, value) => (None, Some(value.span)),
        ast::Condition::TargetText(element, _, value)
        | ast::Condition::Value(element, value)
        | ast::Condition::NumberChange(element, _, value)
        | ast::Condition::Attr(element, _, _, value) => (Some(element.span), Some(value.span)),
        ast::Condition::State(element, state) => (Some(element.span), Some(state.span)),
        ast::Condition::Count(element, count) => (Some(element.span), Some(count.span)),
        ast::Condition::Url(value) | ast::Condition::Title(value) => (None, Some(value.span)),
        ast::Condition::Download { name, .. } => (None, Some(name.span)),
    }
}

fn number(written: &Spanned<String>) -> Result<Number, Box<Diagnostic>> {
    Number::parse(&written.value).ok_or_else(|| {
        let message = format!(
            "equals: needs a plain number such as -1 or 2.50, not {}",
            written.value
        );
        Box::new(Diagnostic::error(Code::E003, written.span, message))
    })
}

fn text_match(mode: TextMatch) -> ir::TextMatch {
    match mode {
        TextMatch::Exact => ir::TextMatch::Exact,
        TextMatch::IgnoreCase => ir::TextMatch::IgnoreCase,
        TextMatch::ContainsIgnoreCase => ir::TextMatch::ContainsIgnoreCase,
    }
}

fn state(state: State) -> ir::State {
    match state {
        State::Enabled => ir::State::Enabled,
        State::Disabled => ir::State::Disabled,
        State::Checked => ir::State::Checked,
    }
}

fn attr_op(op: AttrOp) -> ir::AttrOp {
    match op {
        AttrOp::Equals => ir::AttrOp::Equals,
        AttrOp::Contains => ir::AttrOp::Contains,
    }
}
