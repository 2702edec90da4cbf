//! What holds for every text: tokens join to the source, nothing panics, places are right, and what is written well
//! is read well.

use aite_compiler::diagnostic::Diagnostic;
use aite_compiler::lexer::{TokenKind, tokens};
use aite_compiler::source::{Span, decode};
use proptest::prelude::*;

proptest! {
    // What fails is kept as a test of its own, not in a file beside the source.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn tokens_join_to_the_source(text in any_text()) {
        let mut at = 0;
        for token in tokens(&text) {
            prop_assert_eq!(token.span.start, at);
            prop_assert!(token.span.end > at, "an empty token at {}", at);
            prop_assert!(text.is_char_boundary(token.span.end));
            at = token.span.end;
        }
        prop_assert_eq!(at, text.len());
    }

    #[test]
    fn only_newlines_hold_line_ends(text in any_text()) {
        for token in tokens(&text) {
            let raw = &text[token.span.start..token.span.end];
            prop_assert_eq!(raw.contains('\n'), token.kind == TokenKind::Newline);
        }
    }

    #[test]
    fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let decoded = decode(bytes);
        prop_assert_eq!(decoded.invalid.is_empty(), decoded.invalid_count == 0);
        answer(&decoded.text)?;
    }

    #[test]
    fn any_text_is_answered(text in any_text()) {
        answer(&text)?;
    }

    #[test]
    fn every_place_is_in_the_text(text in any_text()) {
        let (_, errors) = aite_compiler::check(&text);
        for error in &errors {
            for span in places(error) {
                prop_assert!(text.get(span.start..span.end).is_some(), "{:?}", error);
            }
        }
        let starts: Vec<usize> = errors.iter().map(|error| error.span.start).collect();
        prop_assert!(starts.is_sorted(), "{:?}", starts);
    }

    #[test]
    fn errors_do_not_hide_later_lines(lines in prop::collection::vec(line(), 1..8)) {
        prop_assume!(!lines.iter().any(|line| line.starts_with("test")));
        let text = format!("test \"t\"\nstep \"s\"\n{}\nclik text:\"A\"\n", lines.join("\n"));
        let last = text.lines().count();
        let answer: serde_json::Value = serde_json::from_str(&aite_compiler::parse_json(&text)).unwrap();
        let errors = answer["errors"].as_array().unwrap();
        let found = errors.iter().any(|error| error["line"] == last && error["code"] != "E010");
        prop_assert!(found, "{}\n{}", text, answer);
    }

    #[test]
    fn a_string_arrives_as_it_was_meant(value in "\\PC{0,40}") {
        prop_assume!(!value.contains("${"));
        let written = value.replace('\\', "\\\\").replace('"', "\\\"");
        let text = format!("test \"t\"\nstep \"s\"\ntype label:\"A\" \"{written}\" # \"\n");
        let answer: serde_json::Value = serde_json::from_str(&aite_compiler::parse_json(&text)).unwrap();
        prop_assert_eq!(&answer["script"]["steps"][0]["commands"][0]["text"], &value);
    }

    #[test]
    fn white_space_and_comments_change_nothing(space in "[ \t\u{a0}]{1,3}", comment in "#[^\n]{0,9}", end in "\r?\n") {
        let plain = "test \"t\"\nstart https://a.test/\nstep \"s\"\nclick role:button name:\"A\" timeout:1s\nposts\n";
        let lines = plain.replace(' ', &space).replace('\n', &format!("{space}{comment}{end}"));
        let spaced = format!("\u{feff}{space}{lines}");
        prop_assert_eq!(aite_compiler::parse_json(&spaced), aite_compiler::parse_json(plain));
    }
}

fn answer(text: &str) -> Result<(), TestCaseError> {
    let answer: serde_json::Value = serde_json::from_str(&aite_compiler::parse_json(text)).unwrap();
    match answer["ok"].as_bool() {
        Some(true) => prop_assert!(answer["script"]["name"].is_string(), "{}", answer),
        _ => prop_assert!(!answer["errors"].as_array().unwrap().is_empty()),
    }
    Ok(())
}

fn places(error: &Diagnostic) -> impl Iterator<Item = Span> {
    let edits = error.fix.iter().flat_map(|fix| &fix.edits).map(|edit| edit.span);
    let related = error.related.iter().map(|related| related.span);
    std::iter::once(error.span).chain(related).chain(edits)
}

/// Characters in any order, and lines that are nearly right.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        "(\\PC|[\n\r\t\0 \"#:\\\\$~]){0,80}",
        prop::collection::vec(line(), 0..12).prop_map(|lines| lines.join("\n")),
    ]
}

/// A line of words that lines are made of.
fn line() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(WORDS.to_vec()), 0..6).prop_map(|words| words.join(" "))
}

const WORDS: [&str; 62] = [
    "test",
    "step",
    "covers",
    "start",
    "needs",
    "session",
    "timeout",
    "posts",
    "spends",
    "goto",
    "click",
    "type",
    "press",
    "select",
    "check",
    "verify",
    "verifyNot",
    "wait",
    "sleep",
    "capture",
    "set",
    "switchTab",
    "closeTab",
    "drag",
    "screenshot",
    "call",
    "run",
    "\"u\"",
    "\"\"",
    "\"${x}\"",
    "\"a\\\"",
    "\"open",
    "# c",
    "x",
    "J-09",
    "5s",
    "3",
    "-1",
    "https://a.test/#x",
    "Enter",
    "new",
    "gone",
    "enabled",
    "download",
    "network-idle",
    "text:\"A\"",
    "text~:a",
    "text-i:\"a\"",
    "role:button",
    "css:",
    "index:0",
    "to:text:\"B\"",
    "url~:\"/\"",
    "value:1",
    "attr:href",
    "equals:1",
    "number:changed-by",
    "from:x",
    "within:\"W\"",
    "on:bob",
    "as:y",
    "\u{feff}é🙂\0",
];
