//! What a person sees of runs while they happen and afterwards. It reads events, and the texts of the scripts for
//! the carets.

mod diff;
mod failure;
mod list;
mod live;
mod texts;
mod warnings;
mod words;

pub(crate) use texts::ScriptTexts;
pub(crate) use words::sign;

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use aite_runtime::report::{Counts, Event};

use crate::args::RunFormat;
use crate::render::Style;
use list::List;

/// Shows the events of runs on standard output. A reader that goes away never changes a verdict.
pub(crate) enum Reporter {
    /// A line a step.
    List(Box<List<io::Stdout>>),
    /// The events, one JSON object a line.
    Json,
}

impl Reporter {
    pub(crate) fn new(format: RunFormat, style: Style) -> Self {
        match format {
            RunFormat::Auto | RunFormat::List => Self::List(Box::new(List::new(io::stdout(), style))),
            RunFormat::Json => Self::Json,
        }
    }

    /// The next run is of a script with these texts; its files are in this folder.
    pub(crate) fn script(&mut self, texts: ScriptTexts, folder: &Path) {
        if let Self::List(list) = self {
            list.script(texts, &folder.to_string_lossy());
        }
    }

    /// Shows one event.
    pub(crate) fn event(&mut self, event: &Event) {
        match self {
            Self::List(list) => list.event(event),
            Self::Json => {
                let mut line = serde_json::to_vec(event).unwrap_or_default();
                line.push(b'\n');
                let mut out = io::stdout().lock();
                drop(out.write_all(&line).and_then(|()| out.flush()));
            }
        }
    }

    /// A script that is left out on purpose, and why.
    pub(crate) fn skipped(&mut self, file: &str, why: &str) {
        if let Self::List(list) = self {
            list.skipped(file, why);
        }
    }

    /// Shows what it all came to.
    pub(crate) fn finish(&mut self, counts: Counts, took: Duration, suite: &Path) {
        if let Self::List(list) = self {
            list.finish(counts, took, &suite.to_string_lossy());
        }
    }
}

#[cfg(test)]
mod tests;
