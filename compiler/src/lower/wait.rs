//! `wait`.

use super::target::target;
use super::text::text;
use crate::ir::Condition;
use crate::source::Span;
use crate::syntax::ast::WaitCondition;

pub(super) fn condition(condition: WaitCondition) -> Condition {
    match condition {
        WaitCondition::Visible(element) => Condition::Exists {
            target: target(element),
        },
        WaitCondition::Gone(element) => Condition::Gone {
            target: target(element),
        },
        WaitCondition::TextChanges(element) => Condition::TextChanges {
            target: target(element),
        },
        WaitCondition::Url(part) => Condition::Url {
            contains: text(part.value),
        },
        WaitCondition::NetworkIdle => Condition::NetworkIdle,
    }
}

/// The spans of the target and of what is expected.
pub(super) fn spans(condition: &WaitCondition) -> (Option<Span>, Option<Span>) {
    match condition {
        WaitCondition::Visible(element)
        | WaitCondition::Gone(element)
        | WaitCondition::TextChanges(element) => (Some(element.span), None),
        WaitCondition::Url(part) => (None, Some(part.span)),
        WaitCondition::NetworkIdle => (None, None),
    }
}
