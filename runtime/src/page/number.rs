//! The first number of a text as people write it.

use aite_compiler::ir::Number;

/// The first number: thousands commas and whatever stands around it are fine.
pub(crate) fn first_number(text: &str) -> Option<Number> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let (before, rest) = text.split_at_checked(start)?;
    let whole = whole_part(rest);
    let after = rest.get(whole.len()..).unwrap_or_default();
    let digits: String = whole.chars().filter(char::is_ascii_digit).collect();
    let sign = if is_negative(before) { "-" } else { "" };
    Number::parse(&format!("{sign}{digits}{}", fraction(after)))
}

/// Digits, with commas only where they group three.
fn whole_part(text: &str) -> &str {
    let mut end = digits(text);
    while let Some(group) = text.get(end..).and_then(|rest| rest.strip_prefix(','))
        && digits(group) == 3
    {
        end += 4;
    }
    text.get(..end).unwrap_or(text)
}

fn fraction(text: &str) -> &str {
    match text.strip_prefix('.').map(digits) {
        None | Some(0) => "",
        Some(count) => text.get(..=count).unwrap_or_default(),
    }
}

fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// A minus that belongs to the number, not to a word before it, as in `A-1`.
fn is_negative(before: &str) -> bool {
    let before = before.trim_end_matches(['$', '€', '£', '¥', ' ', '\u{a0}']);
    let Some(rest) = before.strip_suffix(['-', '\u{2212}']) else {
        return false;
    };
    !rest.ends_with(|c: char| c.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::first_number;

    #[test]
    fn the_first_number_is_read() {
        for (text, number) in [
            ("1,204 MALLBUCKS", "1204"),
            ("Balance: 1,234,567.50 €", "1234567.5"),
            ("-3 °C", "-3"),
            ("−3", "-3"),
            ("-$5.25", "-5.25"),
            ("J-09", "9"),
            ("3 of 5", "3"),
            ("1,2", "1"),
            ("12,3456", "12"),
            ("7.", "7"),
            ("v1.2.3", "1.2"),
        ] {
            assert_eq!(
                first_number(text).map(|it| it.to_string()).as_deref(),
                Some(number),
                "{text}"
            );
        }
        assert_eq!(first_number("none"), None);
    }
}
