//! How aite ends. The table for people is docs/exit-codes.md.

use std::fmt::Display;
use std::io;
use std::process::ExitCode;

/// Every exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// All is well: every test passed, no errors.
    Success = 0,
    /// A test failed, or there are errors in a script.
    Failure = 1,
    /// Nothing was done: wrong usage, or a script that must not run.
    Refused = 2,
    /// What is asked for could not be done: no browser, no results folder.
    CouldNotRun = 3,
    /// Ended by SIGINT or SIGTERM.
    Interrupted = 130,
    /// Whoever read the output stopped reading, as `head` does.
    OutputClosed = 141,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Why a command ended before its time, in sentences for people.
#[derive(Debug)]
pub(crate) struct Stop {
    pub(crate) exit: Exit,
    /// Empty when everything was said already.
    pub(crate) message: String,
    /// What to do about it.
    pub(crate) help: Option<String>,
}

impl Stop {
    /// Exit 2.
    pub(crate) fn refused(message: impl Into<String>) -> Self {
        Self::new(Exit::Refused, message)
    }

    /// Exit 1.
    pub(crate) fn failed(message: impl Into<String>) -> Self {
        Self::new(Exit::Failure, message)
    }

    /// Exit 3.
    pub(crate) fn could_not_run(message: impl Into<String>) -> Self {
        Self::new(Exit::CouldNotRun, message)
    }

    /// An end that was explained already.
    pub(crate) fn silent(exit: Exit) -> Self {
        Self::new(exit, "")
    }

    /// Exit 2 with the file's name in front.
    pub(crate) fn file(name: impl Display, error: &io::Error) -> Self {
        Self::refused(format!("{name}: {}", reason(error)))
    }

    fn new(exit: Exit, message: impl Into<String>) -> Self {
        Self {
            exit,
            message: message.into(),
            help: None,
        }
    }

    /// Says what to do.
    pub(crate) fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// An error of writing to standard output; files name themselves through [`Stop::file`].
impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::silent(Exit::OutputClosed),
            _ => Self::could_not_run(format!("the output could not be written: {error}")),
        }
    }
}

/// The system's reason, without its number.
pub(crate) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let plain = text.split(" (os error").next().unwrap_or(&text);
    let mut letters = plain.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => text,
    }
}

/// What a command returns.
pub(crate) type Outcome = Result<Exit, Stop>;
