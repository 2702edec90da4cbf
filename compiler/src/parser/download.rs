//! `verify download name:"X" size-min:N`

use super::args::Args;
use super::target::twice;
use crate::syntax::ast::Condition;

impl Args<'_> {
    /// What follows the word `download`.
    pub(super) fn download(&mut self) -> Option<Condition> {
        let (mut name, mut size) = (None, None);
        while let Some((key, pair)) = self.peek_pair() {
            let (slot, contains) = match key {
                "name" => (&mut name, false),
                "name~" => (&mut name, true),
                "size-min" => (&mut size, false),
                _ => break,
            };
            if let Some((first, _)) = slot.replace((*pair, contains)) {
                let error = twice(self, key, first.span(), pair);
                self.report(error);
                return None;
            }
            self.next();
        }
        self.expect_end()?;
        let Some((name, contains)) = name else {
            let verb = self.slice(self.head);
            let message =
                format!("{verb} download needs a name, for example {verb} download name:\"report.zip\"");
            let error = self.error(self.head, message);
            self.report(error);
            return None;
        };
        let name = self.expect_value(&name)?;
        let size_min = match size {
            Some((pair, _)) => Some(self.expect_whole(&pair)?),
            None => None,
        };
        Some(Condition::Download {
            name,
            contains,
            size_min,
        })
    }
}
