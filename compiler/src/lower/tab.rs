//! `switchTab`.

use super::text::text;
use crate::ir::TabOp;
use crate::syntax::ast::Tab;

pub(super) fn switch(tab: Tab) -> TabOp {
    match tab {
        Tab::Url(part) => TabOp::Switch {
            contains: text(part.value),
        },
        Tab::New => TabOp::SwitchToNew,
    }
}
