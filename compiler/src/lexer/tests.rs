use super::*;

/// The tokens that are no white space, as `Kind text`.
fn shown(text: &str) -> Vec<String> {
    let all: Vec<Token> = tokens(text).collect();
    let joined: String = all
        .iter()
        .map(|token| &text[token.span.start..token.span.end])
        .collect();
    assert_eq!(joined, text);
    all.iter()
        .filter(|token| !matches!(token.kind, TokenKind::Space | TokenKind::Newline))
        .map(|token| format!("{:?} {}", token.kind, &text[token.span.start..token.span.end]))
        .collect()
}

#[test]
fn a_line_of_every_kind() {
    assert_eq!(
        shown("verify url~:\"/a\" size-min:1000 -1 2s 1.5 a/b_c.d ! # x \"y"),
        [
            "Word verify",
            "Key url~:",
            "String \"/a\"",
            "Key size-min:",
            "Number 1000",
            "Number -1",
            "Duration 2s",
            "Number 1.5",
            "Word a/b_c.d",
            "Junk !",
            "Comment # x \"y",
        ]
    );
}

#[test]
fn strings() {
    assert_eq!(shown(r#""a\"b\\"c"#), [r#"String "a\"b\\""#, "Word c"]);
    assert_eq!(
        shown("\"a # b\n\"c\\"),
        ["Unterminated \"a # b", "Unterminated \"c\\"]
    );
    assert_eq!(shown("\"\"#c"), ["String \"\"", "Comment #c"]);
}

#[test]
fn an_address_may_hold_a_hash() {
    assert_eq!(
        shown("goto https://a.test/#/home #c"),
        ["Word goto", "Run https://a.test/#/home", "Comment #c"]
    );
    assert_eq!(
        shown("start \"https://a\"#c"),
        ["Word start", "String \"https://a\"", "Comment #c"]
    );
    assert_eq!(shown("goto #c"), ["Word goto", "Comment #c"]);
    assert_eq!(
        shown("press Control++ on:bob"),
        ["Word press", "Run Control++", "Key on:", "Word bob"]
    );
    assert_eq!(
        shown("click goto a#b"),
        ["Word click", "Word goto", "Word a", "Comment #b"]
    );
    assert_eq!(shown("goto\npress"), ["Word goto", "Word press"]);
}

#[test]
fn keys_end_at_the_colon() {
    assert_eq!(
        shown("to:text:\"Done\""),
        ["Key to:", "Key text:", "String \"Done\""]
    );
    assert_eq!(shown("text~i:a:b"), ["Key text~i:", "Key a:", "Word b"]);
    assert_eq!(shown(":: a:: "), ["Junk ::", "Key a:", "Junk :"]);
}

#[test]
fn odd_bytes_are_survived() {
    assert_eq!(
        shown("\u{feff}test\u{a0}\"t\"\r\n\r\n\tstep\0\r"),
        ["Word test", "String \"t\"", "Junk step\0"]
    );
    let blank: Vec<_> = tokens("\n \r\n\t\n  a").map(|token| token.kind).collect();
    assert_eq!(blank, [TokenKind::Newline, TokenKind::Space, TokenKind::Word]);
}

#[test]
fn a_long_run_of_anything_needs_no_stack() {
    for letter in [
        "a", "é", "😀", "\u{fffd}", "\u{a0}", "\u{2028}", "\r", "\0", "\u{301}",
    ] {
        for before in ["", "\"", "#", "goto ", "text:"] {
            let text = format!("{before}{}", letter.repeat(200_000));
            let joined: usize = tokens(&text).map(|token| token.span.len()).sum();
            assert_eq!(joined, text.len(), "{before}{letter}");
        }
    }
}
