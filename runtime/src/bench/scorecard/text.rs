//! What engines and pages say is hostile: what of it is shown, and how files are linked.

use std::fmt::Write;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde_json::Value;

/// As many characters of a name as are shown.
pub(super) const NAME: usize = 160;

/// The visible stand-in of a character that would reorder, hide or break a text.
pub(super) fn visible(c: char) -> char {
    match c {
        '\n' | '\t' => ' ',
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
        '\x7f'..='\u{9f}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' => '\u{fffd}',
        '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' => {
            '\u{fffd}'
        }
        '\u{e0000}'..='\u{e007f}' => '\u{fffd}',
        _ => c,
    }
}

/// One line of at most so many characters.
pub(super) fn line(text: &str, longest: usize) -> String {
    let mut line: String = text.chars().take(longest).map(visible).collect();
    if text.chars().nth(longest).is_some() {
        line.push('…');
    }
    line
}

/// A value on one line: a text without its quotes, anything else as JSON.
pub(super) fn value(value: &Value, longest: usize) -> String {
    match value.as_str() {
        Some(text) => line(text, longest),
        None => line(&value.to_string(), longest),
    }
}

/// Everything in a path that would end it or mean something in it.
const IN_PATHS: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b':')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'\\')
    .add(b'`')
    .add(b'{')
    .add(b'}')
    .add(b'(')
    .add(b')')
    .add(b'|');

/// The address of a file from the run's folder.
pub(super) fn address(path: &str) -> String {
    utf8_percent_encode(path, IN_PATHS).to_string()
}

/// The part of the page's own address that chooses attempts: `#engine=…&status=…`.
pub(super) fn choice(of: &[(&str, &str)]) -> String {
    const IN_CHOICES: &AsciiSet = &IN_PATHS.add(b'&').add(b'=').add(b'+');
    let mut choice = String::new();
    for (at, (name, value)) in of.iter().enumerate() {
        let before = if at == 0 { '#' } else { '&' };
        // Writing into a string cannot fail.
        let _ = write!(
            choice,
            "{before}{name}={}",
            utf8_percent_encode(value, IN_CHOICES)
        );
    }
    choice
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_reorders_hides_or_breaks_a_line() {
        assert_eq!(line("a\n\u{202e}b\0\u{200b}é", 9), "a \u{fffd}b\u{2400}\u{fffd}é");
        assert_eq!(line("abcdef", 3), "abc…");
        assert_eq!(
            value(&serde_json::json!({"a": "\u{7f}"}), 20),
            "{\"a\":\"\u{fffd}\"}"
        );
    }

    #[test]
    fn an_address_stays_a_relative_one() {
        assert_eq!(
            address("javascript:a#b?c d/é"),
            "javascript%3Aa%23b%3Fc%20d/%C3%A9"
        );
        assert_eq!(
            choice(&[("engine", "a&b=c"), ("status", "fail")]),
            "#engine=a%26b%3Dc&status=fail"
        );
    }
}
