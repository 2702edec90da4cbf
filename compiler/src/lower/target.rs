//! Targets.

use super::text::text;
use crate::ir::Target;
use crate::syntax::ast::{self, Key};

/// A target without the order and the places of its keys.
pub(super) fn target(target: ast::Target) -> Target {
    let mut lowered = Target::default();
    for key in target.keys {
        let value = key.value.value;
        let slot = match key.key.value {
            Key::Role => &mut lowered.role,
            Key::Name => &mut lowered.name,
            Key::Text => &mut lowered.text,
            Key::TextContains => &mut lowered.text_contains,
            Key::Label => &mut lowered.label,
            Key::Placeholder => &mut lowered.placeholder,
            Key::TestId => &mut lowered.testid,
            Key::Css => &mut lowered.css,
            Key::XPath => &mut lowered.xpath,
            Key::Index => {
                // The parser let only whole numbers from 1 through; more than u32 holds is no page's index either.
                lowered.index = Some(value.parse().unwrap_or(u32::MAX));
                continue;
            }
        };
        *slot = Some(text(value));
    }
    lowered
}
