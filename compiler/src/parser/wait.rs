//! `wait` and its forms (specification, "wait forms").

use super::args::Args;
use super::line::Item;
use super::values::duration;
use crate::diagnostic::Diagnostic;
use crate::syntax::ast::WaitCondition;

impl Args<'_> {
    /// What `wait` waits for.
    pub(super) fn expect_wait(&mut self) -> Option<WaitCondition> {
        match self.peek() {
            Some(Item::Pair(pair)) if self.slice(pair.key_span()) == "url~" => {
                self.next();
                return self.expect_value(pair).map(WaitCondition::Url);
            }
            Some(Item::Single(token)) if self.slice(token.span) == "network-idle" => {
                self.next();
                return Some(WaitCondition::NetworkIdle);
            }
            _ => {}
        }
        if let Some(error) = self.pause_instead() {
            self.report(error);
            return None;
        }
        let target = self.expect_target("something to wait for", &["url~"])?;
        let Some(Item::Single(token)) = self.peek() else {
            return Some(WaitCondition::Visible(target));
        };
        let condition = match self.slice(token.span) {
            "gone" => WaitCondition::Gone(target),
            "text-changes" => WaitCondition::TextChanges(target),
            _ => return self.expect_word(*token, &["gone", "text-changes"]),
        };
        self.next();
        Some(condition)
    }

    /// `wait 5s` means `sleep 5s`.
    fn pause_instead(&self) -> Option<Diagnostic> {
        let Some(Item::Single(token)) = self.peek() else {
            return None;
        };
        let written = self.slice(token.span);
        duration(written)?;
        let error = self.needs("something to wait for");
        let error = error.with_help(format!("a fixed pause is sleep {written}"));
        Some(error.with_fix("Change to sleep", self.head, "sleep"))
    }
}
