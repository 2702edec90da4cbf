//! The one way out of a check's process.

use std::io::{self, Stdin, Stdout};

use aite_runtime::checks::wire::{self, FromCheck, Start, ToCheck};

/// More lines, or more characters of a line, tell no more.
const MOST_LINES: usize = 200;
const LONGEST_LINE: usize = 1000;

/// Standard input and output, as the runner has them.
pub(crate) struct Channel {
    from: Stdin,
    to: Stdout,
    lines: usize,
}

impl Channel {
    pub(crate) fn standard() -> Self {
        Self {
            from: io::stdin(),
            to: io::stdout(),
            lines: 0,
        }
    }

    pub(crate) fn say(&mut self, message: &FromCheck) -> io::Result<()> {
        wire::send(&mut self.to, message)
    }

    pub(crate) fn start(&mut self) -> io::Result<Start> {
        match wire::receive(&mut self.from)? {
            ToCheck::Start(start) => Ok(*start),
            ToCheck::Answer { .. } | ToCheck::NoAnswer { .. } => {
                Err(io::Error::other("an answer without a question"))
            }
        }
    }

    /// Asks the runner; an answer that cannot be had is a sentence.
    pub(crate) fn ask(&mut self, question: &FromCheck) -> Result<String, String> {
        self.say(question).map_err(|error| error.to_string())?;
        match wire::receive(&mut self.from) {
            Ok(ToCheck::Answer { text }) => Ok(text),
            Ok(ToCheck::NoAnswer { message }) => Err(message),
            Ok(ToCheck::Start(_)) => Err("the runner started the check twice".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Tells a line for the log; what is too much is left out, and the last line says so.
    pub(crate) fn log(&mut self, line: &str) {
        self.lines += 1;
        let text = match self.lines.cmp(&MOST_LINES) {
            std::cmp::Ordering::Less => line.chars().take(LONGEST_LINE).collect(),
            std::cmp::Ordering::Equal => "… further lines are left out".to_owned(),
            std::cmp::Ordering::Greater => return,
        };
        // A runner that is gone ends the check at its next question.
        drop(self.say(&FromCheck::Log { text }));
    }
}
