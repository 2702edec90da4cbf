//! Shows where two texts that are nearly the same differ.

use unicode_width::UnicodeWidthStr;

/// Texts that are longer are not put under one another.
const LONGEST: usize = 120;

/// A line that goes below `found` and marks what differs from `expected`; `None` when the texts have little in
/// common or do not fit on a line.
pub(super) fn marks(expected: &str, found: &str) -> Option<String> {
    let fits = |text: &str| !text.contains(['\n', '\t']) && text.chars().count() <= LONGEST;
    if expected == found || !fits(expected) || !fits(found) {
        return None;
    }
    let (old, new): (Vec<char>, Vec<char>) = (expected.chars().collect(), found.chars().collect());
    let shorter = old.len().min(new.len());
    let before = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let after = old
        .iter()
        .rev()
        .zip(new.iter().rev())
        .take_while(|(a, b)| a == b)
        .count()
        .min(shorter - before);
    if (before + after) * 2 < shorter || shorter == 0 {
        return None;
    }
    let same: String = new.iter().take(before).collect();
    let differs: String = new.iter().take(new.len() - after).skip(before).collect();
    let marks = "^".repeat(differs.width().max(1));
    Some(format!("{}{marks}", " ".repeat(same.width())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_marked_when_the_texts_are_near() {
        for (expected, found, marked) in [
            ("1 MALLBUCKS", "11 MALLBUCKS", Some(" ^")),
            ("1 MALLBUCKS", "1 Mallbucks", None),
            ("Total 10 EUR", "Total 12 EUR", Some("       ^")),
            ("数量 10", "数量 12", Some("      ^")),
            ("abc", "ab", Some("  ^")),
            ("same", "same", None),
            ("", "x", None),
            ("alpha", "omega", None),
        ] {
            assert_eq!(marks(expected, found).as_deref(), marked, "{expected} / {found}");
        }
    }
}
