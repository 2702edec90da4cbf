use std::path::Path;

use aite_compiler::project::CheckFolder;
use tower_lsp::ls_types::{Position, Range, TextDocumentContentChangeEvent, TextDocumentItem};

use super::{View, World};
use crate::document::Encoding;

const EDITS: usize = 10_000;
const PIECES: [&str; 14] = [
    "",
    "x",
    "\n",
    "\r\n",
    "\r",
    "\"",
    " ",
    "😀",
    "e\u{301}",
    "clik ",
    "step \"s\"\n",
    "    verify text:\"a\"\n",
    "${a}",
    "# c\n",
];
const SCRIPT: &str =
    "test \"t\"\n  step \"s\"\n    set a \"1\"\n    click text:\"A\"\n    verify text:\"${a}\"\n";

fn world(encoding: Encoding, text: &str) -> World {
    let mut world = World::new(encoding, Vec::new(), |_: &Path| CheckFolder::default());
    world.open(TextDocumentItem {
        uri: "untitled:a".parse().unwrap(),
        language_id: "aite".to_owned(),
        version: 1,
        text: text.to_owned(),
    });
    world
}

/// Everything that is said of the one document.
fn findings(view: &View) -> String {
    let (document, _) = view
        .document(&"untitled:a".parse().unwrap())
        .expect("a known text");
    format!("{:?}", view.analysis.findings(&document.key))
}

/// Where a byte is, counted in the plainest way.
fn position(text: &str, at: usize, encoding: Encoding) -> Position {
    let before = &text[..at];
    let mut line = 0;
    let mut start = 0;
    for (index, byte) in before.bytes().enumerate() {
        let next = text.as_bytes().get(index + 1);
        if byte == b'\n' || byte == b'\r' && next != Some(&b'\n') {
            (line, start) = (line + 1, index + 1);
        }
    }
    let column = match encoding {
        Encoding::Utf8 => at - start,
        Encoding::Utf16 => text[start..at].encode_utf16().count(),
        Encoding::Utf32 => text[start..at].chars().count(),
    };
    Position::new(line, column.try_into().unwrap())
}

/// What is typed, change by change, is what a person sees, and is judged like a file with that text.
#[test]
fn ten_thousand_edits_end_where_a_fresh_text_begins() {
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        usize::try_from(seed % below as u64).unwrap()
    };
    let encodings = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32];
    for round in 0..EDITS / 100 {
        let encoding = encodings[round % 3];
        let mut text = SCRIPT.to_owned();
        let mut edited = world(encoding, &text);
        for version in 0..100 {
            let places: Vec<usize> = (0..=text.len())
                .filter(|at| text.is_char_boundary(*at))
                // Between `\r` and `\n` there is no position.
                .filter(|at| !(text[..*at].ends_with('\r') && text[*at..].starts_with('\n')))
                .collect();
            let from = random(places.len());
            let to = (from + random(5)).min(places.len() - 1);
            let with = PIECES[random(PIECES.len())];
            let span = places[from]..places[to];
            let ends = [span.start, span.end].map(|at| position(&text, at, encoding));
            let change = TextDocumentContentChangeEvent {
                range: Some(Range::new(ends[0], ends[1])),
                range_length: None,
                text: with.to_owned(),
            };
            text.replace_range(span, with);
            assert_eq!(edited.change("untitled:a", version, vec![change]), Some(Ok(())));
            let view = edited.view();
            let (_, known) = view.document(&"untitled:a".parse().unwrap()).unwrap();
            assert_eq!(&**known.content(), text);
            if version % 10 == 9 {
                assert_eq!(findings(&view), findings(&world(encoding, &text).view()));
            }
        }
    }
}
