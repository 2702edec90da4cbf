//! What files and pages say is hostile: nothing of it reaches a terminal as a control.

use std::borrow::Cow;
use std::fmt::Write;

/// The visible stand-in of a character that would steer a terminal, reorder a line or break it.
///
/// One character stands for one, so columns stay right. Tabs stay.
pub(crate) fn visible(c: char) -> char {
    match c {
        '\t' => '\t',
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
        '\x7f' => '\u{2421}',
        '\u{80}'..='\u{9f}' | '\u{2028}' | '\u{2029}' => '\u{fffd}',
        _ if is_invisible(c) => '\u{fffd}',
        _ => c,
    }
}

/// Bidirectional controls, zero-width characters and tags: they make a line look like another one.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// A text on one line, at most `max` characters of it, safe for a terminal.
pub(crate) fn line(text: &str, max: usize) -> Cow<'_, str> {
    let clean = text.len() <= max && text.chars().all(|c| c != '\t' && visible(c) == c);
    if clean {
        return Cow::Borrowed(text);
    }
    let mut shown = String::new();
    for (count, c) in text.chars().enumerate() {
        if count == max {
            shown.push('…');
            break;
        }
        match c {
            '\t' => shown.push(' '),
            '\n' => shown.push_str("\\n"),
            _ => shown.push(visible(c)),
        }
    }
    Cow::Owned(shown)
}

/// A text of several lines, each safe for a terminal, at most `max` characters of it.
pub(crate) fn block(text: &str, max: usize) -> Vec<String> {
    let bounded: String = text.chars().take(max).collect();
    let cut = bounded.len() < text.len();
    let mut lines: Vec<String> = bounded.lines().map(|one| line(one, max).into_owned()).collect();
    if cut && let Some(last) = lines.last_mut() {
        last.push('…');
    }
    lines
}

/// Replaces what an ASCII terminal cannot show.
pub(crate) fn ascii(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '…' => shown.push_str("..."),
            '—' | '–' => shown.push('-'),
            c if c.is_ascii() => shown.push(c),
            // Writing into a string cannot fail.
            c => drop(write!(shown, "\\u{{{:x}}}", u32::from(c))),
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_sequences_and_bidi_controls_become_visible() {
        assert_eq!(
            line("a\x1b[2Jb\u{202e}c\u{9b}31m", 80),
            "a␛[2Jb\u{fffd}c\u{fffd}31m"
        );
    }

    #[test]
    fn a_long_text_is_cut_and_says_so() {
        assert_eq!(line(&"x".repeat(100), 5), "xxxxx…");
        assert_eq!(block("one\ntwo", 5), ["one", "t…"]);
    }

    #[test]
    fn a_clean_text_is_not_copied() {
        assert!(matches!(line("Größe — 5 €", 80), Cow::Borrowed(_)));
    }

    #[test]
    fn ascii_terminals_get_escapes_for_the_rest() {
        assert_eq!(ascii("a…ü"), "a...\\u{fc}");
    }
}
