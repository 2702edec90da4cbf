//! `wait` and its forms (specification, "wait forms").

use super::args::Args;
use super::line::Item;
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
        let target = self.expect_target(&[], |args| args.needs("something to wait for"))?;
        let word = match self.peek() {
            Some(Item::Single(token)) => self.slice(token.span),
            _ => return Some(WaitCondition::Visible(target)),
        };
        let condition = match word {
            "gone" => WaitCondition::Gone(target),
            "text-changes" => WaitCondition::TextChanges(target),
            // What is left over is reported by whoever asks for the end of the line.
            _ => return Some(WaitCondition::Visible(target)),
        };
        self.next();
        Some(condition)
    }
}
