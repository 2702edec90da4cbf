//! An address, bare or as a string.

use super::args::Args;
use super::line::Item;
use super::values::is_address;
use crate::diagnostic::Diagnostic;
use crate::source::Spanned;

impl Args<'_> {
    /// An http or https address, or the error `missing`.
    pub(super) fn expect_address(
        &mut self,
        missing: impl FnOnce(&Self) -> Diagnostic,
    ) -> Option<Spanned<String>> {
        let text = match self.peek() {
            Some(Item::Single(token)) => self.text_of(*token),
            _ => None,
        };
        match text {
            Some(Some(address)) if is_address(&address.value) => {
                self.next();
                Some(address)
            }
            Some(None) => None,
            _ => {
                let error = missing(self);
                self.report(error);
                None
            }
        }
    }
}
