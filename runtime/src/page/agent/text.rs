//! Texts are compared here as they are in the page (`js/text.js`): the two must agree.

use super::TextMode;

/// Widthless characters that a person does not see: soft hyphen, zero-width space, word joiner.
const WIDTHLESS: [char; 3] = ['\u{ad}', '\u{200b}', '\u{2060}'];

/// What ECMAScript calls white space.
fn is_space(c: char) -> bool {
    (c.is_whitespace() && c != '\u{85}') || c == '\u{feff}'
}

/// White space (no-break spaces too) collapsed and trimmed, widthless characters left out.
pub fn normalise(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars().filter(|c| !WIDTHLESS.contains(c)) {
        if !is_space(c) {
            out.push(c);
        } else if !out.is_empty() && !out.ends_with(' ') {
            out.push(' ');
        }
    }
    out.truncate(out.trim_end_matches(' ').len());
    out
}

/// Case folded, so that `STRASSE` equals `Straße`.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        text.to_ascii_lowercase()
    } else {
        text.to_uppercase().to_lowercase()
    }
}

/// Whether a text found in the page is the wanted one.
pub fn text_matches(found: &str, wanted: &str, mode: TextMode) -> bool {
    let (found, wanted) = (normalise(found), normalise(wanted));
    match mode {
        TextMode::Exact => found == wanted,
        TextMode::IgnoreCase => fold(&found) == fold(&wanted),
        TextMode::ContainsIgnoreCase => fold(&found).contains(&fold(&wanted)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_is_collapsed_and_trimmed() {
        for (text, wanted) in [
            ("  a \u{a0}\n b ", "a b"),
            ("", ""),
            ("\u{feff}a\u{ad}b\u{200b}", "ab"),
            ("\u{a0}", ""),
            ("a\u{85}b", "a\u{85}b"),
            ("1\u{202f}000", "1 000"),
        ] {
            assert_eq!(normalise(text), wanted, "{text:?}");
        }
    }

    #[test]
    fn case_counts_only_where_it_should() {
        assert!(text_matches(" Send  now", "Send now", TextMode::Exact));
        assert!(!text_matches("send now", "Send now", TextMode::Exact));
        assert!(text_matches("STRASSE", "Straße", TextMode::IgnoreCase));
        assert!(!text_matches("Straße 1", "Straße", TextMode::IgnoreCase));
        assert!(text_matches(
            "11 MallBucks",
            "1 mallbucks",
            TextMode::ContainsIgnoreCase
        ));
    }
}
