//! Workflow commands of GitHub Actions: annotations on the changed lines.

use std::io::{self, Write};

use super::message::{Message, severity_word};

pub(crate) fn write(out: &mut dyn Write, message: &Message<'_>) -> io::Result<()> {
    let range = message.range();
    writeln!(
        out,
        "::{} file={},line={},endLine={},col={},endColumn={},title={}::{}",
        severity_word(message.severity),
        property(message.source.name),
        range.start.line,
        range.end.line,
        range.start.column,
        range.end.column,
        property(message.code),
        data(message.message),
    )
}

/// What would end the command or its line.
pub(crate) fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property may not hold what separates properties either.
pub(crate) fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    #[test]
    fn nothing_in_a_message_begins_another_command() {
        assert_eq!(super::data("100%\n::error::x"), "100%25%0A::error::x");
        assert_eq!(super::property("a,b:c"), "a%2Cb%3Ac");
    }
}
