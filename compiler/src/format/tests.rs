use super::format;
use crate::parse;
use crate::syntax::tree::script_json;

fn formatted(text: &str) -> String {
    format(text, &parse(text))
}

fn tree(text: &str) -> String {
    script_json(text, &parse(text).ast)
}

const SPECIFICATION: &str = include_str!("../../../fixtures/format/specification.aite");

#[test]
fn the_specifications_example_stays_as_it_is() {
    assert_eq!(formatted(SPECIFICATION), SPECIFICATION);
    let flat: String = SPECIFICATION
        .lines()
        .map(|line| format!("{}\r\n", line.trim()))
        .collect();
    assert_eq!(formatted(&flat), SPECIFICATION);
}

#[test]
fn an_empty_text_stays_empty() {
    for text in ["", " \n\t\r\n", "\u{feff}"] {
        assert_eq!(formatted(text), "", "{text:?}");
    }
}

/// Fixtures are a text and, behind a line of dashes, what it becomes.
#[test]
fn lays_out_what_the_fixtures_show() {
    for (name, fixture) in [
        ("comments", include_str!("../../../fixtures/format/comments.txt")),
        ("errors", include_str!("../../../fixtures/format/errors.txt")),
        ("forms", include_str!("../../../fixtures/format/forms.txt")),
    ] {
        let (text, expected) = fixture.split_once("--------\n").unwrap();
        assert_eq!(formatted(text), expected, "{name}");
        assert_eq!(formatted(expected), expected, "{name} again");
        assert_eq!(tree(text), tree(expected), "{name}: the tree");
    }
}
