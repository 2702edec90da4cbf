//! Dialogs that pages opened. A page may open them without end, and they may say anything.

/// More different dialogs are counted, not kept.
const MOST: usize = 20;
/// More of what one says is cut, in characters.
const MESSAGE: usize = 1_000;

/// A dialog that was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Dialog {
    /// `alert`, `confirm`, `prompt` or `beforeunload`.
    pub(crate) kind: String,
    /// What it says.
    pub(crate) message: String,
    /// Whether it was accepted; dismissed otherwise.
    pub(crate) accepted: bool,
    /// How often.
    pub(crate) times: usize,
}

/// How dialogs are answered from now on, when somebody has said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Answering {
    /// Accepted; dismissed otherwise.
    pub(crate) accept: bool,
    /// What is typed into a prompt.
    pub(crate) text: Option<String>,
}

/// Dialogs that were not reported yet.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Dialogs {
    /// Each different one, in the order of the first time.
    pub(crate) kept: Vec<Dialog>,
    /// How many others there were.
    pub(crate) more: usize,
}

impl Dialogs {
    pub(super) fn add(&mut self, kind: String, message: &str, accepted: bool) {
        let message: String = message.chars().take(MESSAGE).collect();
        let same = self
            .kept
            .iter_mut()
            .find(|dialog| dialog.kind == kind && dialog.message == message);
        if let Some(dialog) = same {
            dialog.times += 1;
        } else if self.kept.len() == MOST {
            self.more += 1;
        } else {
            self.kept.push(Dialog {
                kind,
                message,
                accepted,
                times: 1,
            });
        }
    }

    /// Adds those of another tab.
    pub(super) fn append(&mut self, other: Self) {
        self.kept.extend(other.kept);
        self.more += other.more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_opens_dialogs_without_end_is_kept_in_part() {
        let mut dialogs = Dialogs::default();
        for number in 0..1_000 {
            dialogs.add("alert".into(), "again", true);
            dialogs.add("alert".into(), &number.to_string(), true);
        }
        assert_eq!((dialogs.kept.len(), dialogs.more), (MOST, 1_000 - MOST + 1));
        assert_eq!(dialogs.kept[0].times, 1_000);
        dialogs.add("alert".into(), &"x".repeat(1_000_000), true);
        assert_eq!(dialogs.more, 1_000 - MOST + 2);
    }
}
