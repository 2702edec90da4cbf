//! Formatting changes white space and nothing else, whatever the text.

use aite_compiler::format::format;
use aite_compiler::lexer::{TokenKind, tokens};
use aite_compiler::parse;
use aite_compiler::syntax::tree::{errors_json, script_json};
use proptest::prelude::*;

fn formatted(text: &str) -> String {
    format(text, &parse(text))
}

/// Tree and errors, with their lines.
fn meaning(text: &str) -> (String, String) {
    let parsed = parse(text);
    (script_json(text, &parsed.ast), errors_json(text, &parsed.errors))
}

fn comments(text: &str) -> Vec<&str> {
    let comments = tokens(text).filter(|token| token.kind == TokenKind::Comment);
    comments
        .map(|token| text[token.span.start..token.span.end].trim_end())
        .collect()
}

fn holds(text: &str) -> Result<(), TestCaseError> {
    let once = formatted(text);
    prop_assert_eq!(&formatted(&once), &once, "not stable");
    prop_assert_eq!(meaning(&once), meaning(text), "another meaning");
    prop_assert_eq!(comments(&once), comments(text), "other comments");
    prop_assert!(
        once.is_empty() || once.ends_with('\n') && !once.ends_with("\n\n"),
        "the end"
    );
    prop_assert!(!once.contains('\r') || text.contains('\r'), "a new return");
    Ok(())
}

/// Parts of lines: right ones, wrong ones, and the places between.
fn piece() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "test",
        "step",
        "covers",
        "start",
        "needs session a",
        "timeout",
        "posts",
        "click",
        "type",
        "verify",
        "wait",
        "drag",
        "call",
        "goto",
        "press",
        "doubleClick",
        "closeTab",
        "clik",
        "\"a\"",
        "\"a  # b\"",
        "\"a \\\" b\"",
        "\"open",
        "text:\"A\"",
        "role:button",
        "name:\"x\"",
        "index:2",
        "css:\"#a\"",
        "to:text:\"b\"",
        "attr:href",
        "equals:\"b\"",
        "download",
        "name~:\"r\"",
        "size-min:3",
        "number:changed-by",
        "from:n",
        "equals:-1",
        "enabled",
        "timeout:5s",
        "within:\"c\"",
        "on:a",
        "https://a.test/#/x",
        "J-09",
        "10s",
        "#c",
        "# c  ",
        "!",
        ":",
        "\\",
        "é",
        "\u{feff}",
        "\0",
    ])
}

fn space() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "", " ", " ", "  ", "\t", "   ", "\u{a0}", "\r", "\n", "\n\n", "\r\n", "\u{2028}",
    ])
}

/// Whole lines, so that many texts have a tree worth keeping.
fn line() -> impl Strategy<Value = String> {
    let whole = prop::sample::select(vec![
        "test \"t\"",
        "covers J-1  J-2",
        "needs  session a",
        "start https://a.test/",
        "step \"s\"",
        "click text:\"A\"",
        "type label:\"a\"   \"b\" timeout:2s",
        "doubleClick role:button name:\"x\"",
        "verify css:\"a\" attr:href   equals:\"b\" within:\"c\"",
        "verify download name:\"a\"    size-min:3",
        "verify css:\"a\" text:\"b\" role:link",
        "drag text:\"a\" index:2 to:text:\"b\"",
        "wait network-idle",
        "call a 1 \"b\" c",
        "closeTab",
        "# a comment  ",
        "",
    ]);
    let mixed = prop::collection::vec((piece(), space()), 0..6).prop_map(|parts| {
        parts
            .iter()
            .flat_map(|(piece, space)| [*piece, *space])
            .collect::<String>()
    });
    let end = prop::sample::select(vec!["\n", "\n", "\r\n", "  \n", " # c\n", "\n\n\n"]);
    let content = prop_oneof![3 => whole.prop_map(str::to_owned), 1 => mixed];
    (space(), content, end).prop_map(|(indent, content, end)| format!("{indent}{content}{end}"))
}

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 2_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn of_any_text(text in any::<String>()) {
        holds(&text)?;
    }

    #[test]
    fn of_lines(lines in prop::collection::vec(line(), 0..14)) {
        holds(&lines.concat())?;
    }

    #[test]
    fn of_a_script(lines in prop::collection::vec(line(), 0..14)) {
        holds(&format!("test \"t\"\nstep \"s\"\n{}", lines.concat()))?;
    }
}
