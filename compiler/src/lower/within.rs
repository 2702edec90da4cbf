//! `within:"text or target"`.

use super::target::target;
use super::text::text;
use crate::ir::Within;

/// A string that reads as a target as a whole is one; any other is text.
pub(super) fn within(written: String) -> Within {
    match crate::parse_target(&written) {
        Some(found) => Within::Target(Box::new(target(found))),
        None => Within::Text(text(written)),
    }
}
