//! `file:line: message`, one a line: the form of the specification.

use std::io::{self, Write};

use super::message::Message;
use super::safe;

/// The most of a sentence that is shown, in characters.
const SENTENCE: usize = 2_000;

pub(crate) fn write(out: &mut dyn Write, message: &Message<'_>) -> io::Result<()> {
    writeln!(
        out,
        "{}:{}: {}",
        safe::line(message.source.name, SENTENCE),
        message.line(),
        safe::line(message.message, SENTENCE)
    )
}
