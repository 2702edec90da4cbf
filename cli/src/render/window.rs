//! The part of a text that a snippet shows: one line, or a window of a long one.

use aite_compiler::source::Span;

use super::message::{Position, SourceText, position};
use super::safe;

/// A longer line is shown as a window around the span.
pub(crate) const WIDTH: usize = 120;
/// How much of the window stands before the span.
const BEFORE: usize = 40;

/// One line, safe for a terminal, and where the span lies in it.
pub(crate) struct Window {
    /// The visible text of the line.
    pub(crate) text: String,
    /// The span in `text`, in bytes.
    pub(crate) span: Span,
    /// The place of the span in the file.
    pub(crate) place: Position,
}

impl Window {
    /// The line that a span begins on; a span that goes on below ends with its line.
    pub(crate) fn new(source: &SourceText<'_>, span: Span) -> Self {
        let span = source.clamp(span);
        let place = position(source, span.start);
        let line = source.lines().line_span(place.line).unwrap_or(span);
        let cut = |start: usize, end: usize| source.text.get(start..end).unwrap_or_default();
        let before = cut(line.start, span.start.min(line.end)).trim_start_matches('\u{feff}');
        let inside = cut(span.start.min(line.end), span.end.min(line.end)).trim_end_matches('\r');
        let after = cut(span.end.min(line.end), line.end).trim_end();

        let mut text = String::new();
        let skipped = before.chars().count().saturating_sub(BEFORE);
        let is_long = source
            .text
            .get(line.start..line.end)
            .is_some_and(|all| all.chars().nth(WIDTH).is_some());
        if is_long && skipped > 0 {
            text.push('…');
            text.extend(before.chars().skip(skipped).map(safe::visible));
        } else {
            text.extend(before.chars().map(safe::visible));
        }
        let start = text.len();
        text.extend(inside.chars().take(WIDTH).map(safe::visible));
        let end = text.len();
        let room = WIDTH.saturating_sub(text.chars().count());
        text.extend(after.chars().take(room).map(safe::visible));
        if inside.chars().nth(WIDTH).is_some() || after.chars().nth(room).is_some() {
            text.push('…');
        }
        Self {
            text,
            span: Span::new(start, end),
            place,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, span: Span) -> (String, String, Position) {
        let source = SourceText::new("a.aite", text);
        let window = Window::new(&source, span);
        let marked = window
            .text
            .get(window.span.start..window.span.end)
            .unwrap_or_default()
            .to_owned();
        (window.text, marked, window.place)
    }

    #[test]
    fn a_short_line_is_shown_whole() {
        let (text, marked, place) = shown("one\n  two ü three\r\n", Span::new(6, 9));
        assert_eq!((text.as_str(), marked.as_str()), ("  two ü three", "two"));
        assert_eq!(place, Position { line: 2, column: 3 });
    }

    #[test]
    fn a_long_line_is_a_window_and_keeps_its_column() {
        let line = format!("{}KEY{}", "x".repeat(1_000_000), "y".repeat(1_000_000));
        let (text, marked, place) = shown(&line, Span::new(1_000_000, 1_000_003));
        assert_eq!(marked, "KEY");
        assert!(text.chars().count() <= WIDTH + 2, "{text}");
        assert_eq!(place.column, 1_000_001);
    }

    #[test]
    fn spans_outside_the_text_or_inside_a_character_are_clamped() {
        assert_eq!(shown("ü", Span::new(1, 1)).1, "ü");
        assert_eq!(shown("ab", Span::new(7, 9)).1, "");
        assert_eq!(shown("", Span::new(0, 4)).0, "");
    }

    #[test]
    fn hostile_characters_are_visible_and_keep_columns() {
        let (text, marked, _) = shown("a\x1b[31m\u{202e}b", Span::new(9, 10));
        assert_eq!((text.as_str(), marked.as_str()), ("a␛[31m\u{fffd}b", "b"));
    }
}
