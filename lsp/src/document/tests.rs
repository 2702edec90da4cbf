use aite_compiler::source::Span;
use proptest::prelude::*;
use tower_lsp::ls_types::{Position, Range, TextDocumentContentChangeEvent};

use super::{Encoding, Lines, Text, apply};

const ALL: [Encoding; 3] = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32];

fn change(range: Option<[u32; 4]>, text: &str) -> TextDocumentContentChangeEvent {
    TextDocumentContentChangeEvent {
        range: range.map(|[a, b, c, d]| Range::new(Position::new(a, b), Position::new(c, d))),
        range_length: None,
        text: text.to_owned(),
    }
}

#[test]
fn columns_are_counted_in_the_unit_that_was_agreed_on() {
    // An emoji of four bytes, an accent that is a character of its own, both kinds of line ends.
    let text = Text::new("a😀b\r\ne\u{301}x\ry\nz");
    let at = text.content().find('b').unwrap();
    assert_eq!(
        ALL.map(|encoding| text.position(at, encoding).character),
        [5, 3, 2]
    );
    let at = text.content().find('x').unwrap();
    assert_eq!(
        ALL.map(|encoding| text.position(at, encoding).character),
        [3, 2, 2]
    );
    for (letter, line) in [('a', 0), ('x', 1), ('y', 2), ('z', 3)] {
        let at = text.content().find(letter).unwrap();
        assert_eq!(text.position(at, Encoding::Utf16).line, line, "{letter}");
    }
}

#[test]
fn a_place_that_is_none_is_told_from_one_behind_the_line() {
    let text = Text::new("a😀b\r\nc");
    let at = |line, character, encoding| text.offset(Position::new(line, character), encoding);
    assert_eq!(at(0, 99, Encoding::Utf16), Some(6), "behind the line is its end");
    assert_eq!(
        at(0, 2, Encoding::Utf16),
        None,
        "between the halves of a surrogate pair"
    );
    assert_eq!(at(0, 3, Encoding::Utf8), None, "inside a character");
    assert_eq!(at(2, 0, Encoding::Utf8), None, "behind the last line");
    assert_eq!(
        text.nearest_offset(Position::new(0, 2), Encoding::Utf16),
        1,
        "a question is answered all the same"
    );
    assert_eq!(text.nearest_offset(Position::new(9, 9), Encoding::Utf8), 9);
}

#[test]
fn changes_of_one_notification_come_one_after_another() {
    let text = Text::new("one\ntwo\n");
    let changes = vec![
        change(Some([0, 0, 0, 3]), "1\n2"),
        change(Some([1, 0, 1, 1]), "zwei"),
        change(Some([2, 0, 2, 3]), "3"),
    ];
    let text = apply(Some(&text), changes, Encoding::Utf16).unwrap();
    assert_eq!(&**text.content(), "1\nzwei\n3\n");
}

#[test]
fn a_range_that_is_not_there_is_survived_with_the_next_full_text() {
    let text = Text::new("one\n");
    for wrong in [[7, 0, 7, 1], [0, 3, 0, 1], [0, 0, 9, 0]] {
        let changes = vec![
            change(Some([0, 0, 0, 0]), "x"),
            change(Some(wrong), "y"),
            change(Some([0, 0, 0, 0]), "z"),
        ];
        let error = apply(Some(&text), changes.clone(), Encoding::Utf16).unwrap_err();
        assert_eq!(error.number, 2);
        assert!(apply(None, vec![change(Some([0, 0, 0, 0]), "x")], Encoding::Utf16).is_err());
        let healed = [
            changes,
            vec![change(None, "new"), change(Some([0, 3, 0, 3]), "er")],
        ]
        .concat();
        let text = apply(None, healed, Encoding::Utf16).unwrap();
        assert_eq!(&**text.content(), "newer");
    }
}

#[test]
fn a_span_of_several_lines_has_a_piece_on_each() {
    let text = Text::new("ab\r\n\ncd\ne");
    let pieces: Vec<Span> = text.pieces(Span::new(1, 7)).collect();
    assert_eq!(pieces, [Span::new(1, 2), Span::new(5, 7)]);
}

fn piece() -> impl Strategy<Value = String> {
    proptest::string::string_regex("[a\u{301}😀\r\n]{0,4}").unwrap()
}

proptest! {
    #[test]
    fn lines_follow_every_edit(start in piece(), edits in prop::collection::vec((any::<u16>(), any::<u16>(), piece()), 1..40)) {
        let mut text = start;
        let mut lines = Lines::new(&text);
        for (from, len, with) in edits {
            let boundaries: Vec<usize> = (0..=text.len()).filter(|at| text.is_char_boundary(*at)).collect();
            let from = usize::from(from) % boundaries.len();
            let to = (from + usize::from(len) % 4).min(boundaries.len() - 1);
            let span = Span::new(boundaries[from], boundaries[to]);
            text.replace_range(span.start..span.end, &with);
            lines.replaced(span, span.start + with.len(), &text);
            prop_assert_eq!(&lines, &Lines::new(&text));
        }
    }

    #[test]
    fn a_position_leads_back_to_its_byte(text in "[a\u{301}😀é\r\n]{0,40}") {
        let text = Text::new(text);
        for (at, _) in text.content().char_indices() {
            for encoding in ALL {
                let position = text.position(at, encoding);
                let line_end = text.content()[..at].ends_with('\r') && text.content()[at..].starts_with('\n');
                if !line_end {
                    prop_assert_eq!(text.offset(position, encoding), Some(at));
                }
            }
        }
    }
}

#[test]
fn a_place_is_the_same_from_wherever_it_is_counted() {
    let content = "a😀e\u{301}\r\nb\rc\n\nd";
    let text = Text::new(content);
    for encoding in ALL {
        for start in 0..=content.len() {
            let known = (start, text.position(start, encoding));
            for offset in 0..=content.len() + 1 {
                let counted = text.position_behind(known, offset, encoding);
                assert_eq!(counted, text.position(offset, encoding), "{start} {offset}");
            }
        }
    }
}
