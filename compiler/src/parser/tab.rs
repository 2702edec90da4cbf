//! `switchTab url~:"…"` and `switchTab new`

use super::args::Args;
use super::line::Item;
use crate::syntax::ast::Tab;

impl Args<'_> {
    /// Where `switchTab` goes.
    pub(super) fn expect_tab(&mut self) -> Option<Tab> {
        match self.peek() {
            Some(Item::Pair(pair)) if self.slice(pair.key_span()) == "url~" => {
                self.next();
                self.expect_value(pair).map(Tab::Url)
            }
            Some(Item::Single(token)) if self.slice(token.span) == "new" => {
                self.next();
                Some(Tab::New)
            }
            _ => {
                let error = self.needs("url~: or new");
                let error = match self.peek_pair() {
                    Some(("url", pair)) => error.with_meant("url~", pair.key_span()),
                    _ => error,
                };
                self.report(error);
                None
            }
        }
    }
}
