use aite_compiler::diagnostic::{Code, Diagnostic};
use aite_compiler::source::Span;

use super::*;

const PLAIN: Style = Style {
    color: false,
    unicode: true,
    live: false,
};

fn render(format: Format, style: Style, text: &str, diagnostics: &[Diagnostic]) -> String {
    let source = SourceText::new("scripts/a.aite", text);
    let mut out = Vec::new();
    let mut summary = Summary {
        files: 1,
        ..Summary::default()
    };
    let mut printer = Printer::new(&mut out, format, style).unwrap();
    for diagnostic in diagnostics {
        summary.add(diagnostic.severity);
        printer.message(&Message::of(diagnostic, &source)).unwrap();
    }
    printer.finish(summary).unwrap();
    String::from_utf8(out).unwrap()
}

fn unknown_command() -> (String, Diagnostic) {
    let text = "test \"t\"\n  step \"s\"\n    clik text:\"Send\"\n".to_owned();
    let at = text.find("clik").unwrap();
    let span = Span::new(at, at + 4);
    let diagnostic = Diagnostic::error(
        Code::E002,
        span,
        "unknown command \"clik\" (did you mean \"click\"?)",
    )
    .with_label("not a command")
    .with_related(Span::new(11, 15), "in this step")
    .with_help("the commands are listed in docs/commands.md")
    .with_fix("write click", span, "click");
    (text, diagnostic)
}

#[test]
fn every_format_of_one_error() {
    let (text, diagnostic) = unknown_command();
    for format in Format::value_variants() {
        let name = format!("{format:?}").to_lowercase();
        insta::assert_snapshot!(
            name,
            render(*format, PLAIN, &text, std::slice::from_ref(&diagnostic))
        );
    }
}

#[test]
fn an_ascii_terminal_gets_ascii() {
    let (text, diagnostic) = unknown_command();
    let style = Style {
        unicode: false,
        ..PLAIN
    };
    let shown = render(
        Format::Fancy,
        style,
        &text.replace("Send", "Größe"),
        &[diagnostic],
    );
    assert!(shown.is_ascii(), "{shown}");
}

#[test]
fn machine_formats_are_json_whatever_the_text() {
    let text = "\u{1b}]0;x\u{7}\"\\\r\n";
    let diagnostic = Diagnostic::warning(Code::E003, Span::new(0, 9), "a \"quoted\"\n\u{1b}[31m message");
    for format in [Format::Json, Format::Sarif, Format::Gitlab] {
        for diagnostics in [vec![], vec![diagnostic.clone(), diagnostic.clone()]] {
            let shown = render(format, PLAIN, text, &diagnostics);
            assert!(
                serde_json::from_str::<serde_json::Value>(&shown).is_ok(),
                "{shown}"
            );
            assert!(!shown.contains('\u{1b}'));
        }
    }
}

#[test]
fn nothing_hostile_reaches_a_terminal() {
    let text = "test \u{1b}[2J\u{202e}evil\n";
    let diagnostic = Diagnostic::error(Code::E010, Span::new(0, 4), "bad \u{1b}[31m\u{9b}2J")
        .with_label("\u{1b}]8;;x")
        .with_help("a\n\u{7}b")
        .with_fix("\u{1b}c", Span::new(0, 4), "\u{1b}d");
    for format in [Format::Fancy, Format::Short] {
        let shown = render(format, PLAIN, text, std::slice::from_ref(&diagnostic));
        assert!(
            !shown
                .chars()
                .any(|c| c.is_control() && c != '\n' || c == '\u{202e}'),
            "{shown:?}"
        );
    }
}

#[test]
fn a_flood_is_counted_not_shown() {
    let (text, diagnostic) = unknown_command();
    let shown = render(Format::Fancy, PLAIN, &text, &vec![diagnostic; 1_234]);
    assert!(
        shown.contains("… and 1,134 more"),
        "{}",
        &shown[shown.len() - 200..]
    );
    assert!(shown.contains("1 file checked: 1,234 errors, 0 warnings"));
}

#[test]
fn a_line_far_down_is_named_without_a_snippet() {
    let text = format!("{}clik", "\n".repeat(2_000_000));
    let diagnostic = Diagnostic::error(
        Code::E002,
        Span::new(2_000_000, 2_000_004),
        "unknown command \"clik\"",
    );
    let shown = render(Format::Fancy, PLAIN, &text, &[diagnostic]);
    assert!(shown.contains("scripts/a.aite:2000001:1"), "{shown}");
}
