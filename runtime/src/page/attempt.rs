//! What a command has at hand while it is tried, and what it leaves behind besides its verdict.

use super::tab::Tab;
use crate::deadline::Deadline;
use crate::verdict::Resolved;

/// One command on one tab until one deadline.
#[derive(Debug)]
pub(crate) struct Attempt<'a> {
    pub(crate) tab: &'a Tab,
    pub(crate) deadline: &'a Deadline,
    /// The folder of the run's downloads.
    pub(crate) downloads: &'a std::path::Path,
    pub(crate) notes: &'a mut Notes,
}

/// What a command leaves behind.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    /// How often the page had to be asked again because it navigated meanwhile.
    pub(crate) retries: u32,
    /// What the target was first resolved to.
    pub(crate) resolved: Option<Resolved>,
    /// The element that is dealt with now, where it is not the command's first.
    pub(crate) about: Option<String>,
    /// Worth knowing, though it went well.
    pub(crate) remarks: Vec<Remark>,
    log: Vec<(String, u32)>,
}

/// Something to warn of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Remark {
    /// `index:` chose among so many.
    ChosenByIndex { index: u32, count: usize },
    /// The field shows another value than the one that was typed.
    ValueDiffers { typed: String, shows: String },
}

/// More lines than this tell no more.
const LOG_LINES: usize = 50;

impl Notes {
    /// Something was tried; the same thing again is counted, not repeated.
    pub(crate) fn tried(&mut self, what: impl Into<String>) {
        let what = what.into();
        if let Some((_, times)) = self.log.last_mut().filter(|(last, _)| *last == what) {
            *times += 1;
        } else if self.log.len() < LOG_LINES {
            self.log.push((what, 1));
        }
    }

    /// What was tried, in order, repetitions counted.
    pub(crate) fn log(&self) -> Vec<String> {
        let line = |(what, times): &(String, u32)| match times {
            1 => what.clone(),
            _ => format!("{times} x {what}"),
        };
        self.log.iter().map(line).collect()
    }

    pub(crate) fn remark(&mut self, remark: Remark) {
        if !self.remarks.contains(&remark) {
            self.remarks.push(remark);
        }
    }
}
