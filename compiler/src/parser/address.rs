//! An address, bare or as a string.

use super::args::Args;
use super::line::Item;
use super::strings::unquoted;
use super::values::is_address;
use crate::diagnostic::Diagnostic;
use crate::lexer::TokenKind;
use crate::source::{Span, Spanned};

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
                let error = self.offer_scheme(error);
                self.report(error);
                None
            }
        }
    }

    /// `a.test/x` means `https://a.test/x`, and `localhost:3000` is not served over https.
    fn offer_scheme(&self, error: Diagnostic) -> Diagnostic {
        let Some(Item::Single(token)) = self.peek() else {
            return error;
        };
        let written = unquoted(self.slice(token.span));
        let host = written.split(['/', '?', '#', ':']).next().unwrap_or_default();
        let is_local = host == "localhost" || host.starts_with("127.");
        let is_host = host.contains('.')
            && host
                .chars()
                .all(|c| c.is_alphanumeric() || matches!(c, '.' | '-'));
        if written.contains("://") || !(is_local || is_host) {
            return error;
        }
        let scheme = if is_local { "http://" } else { "https://" };
        let start = token.span.start + usize::from(token.kind == TokenKind::String);
        error.with_fix(format!("Put {scheme} before it"), Span::at(start), scheme)
    }
}
