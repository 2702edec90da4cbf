//! Text from outside, as a page or a process said it, where people read it.

/// No more characters are shown: the rest is for reports.
const LONGEST: usize = 300;

/// One bounded line of a text from outside, without control characters and marks that make it read other than it is.
pub fn tame(text: &str) -> String {
    let plain = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    let mut characters = plain.filter(|c| !steers(*c));
    let mut shown: String = characters.by_ref().take(LONGEST - 1).collect();
    if let Some(last) = characters.next() {
        shown.push(if characters.next().is_some() { '…' } else { last });
    }
    shown
}

/// Characters that nobody sees and that change how others are shown.
const fn steers(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, tame};

    #[test]
    fn nothing_is_left_that_is_not_read() {
        assert_eq!(tame("not\u{1b}[2J\nfound\u{202e}dnuof"), "not [2J founddnuof");
        assert_eq!(tame(&"x".repeat(LONGEST)), "x".repeat(LONGEST));
        assert_eq!(tame(&"x".repeat(1_000)).chars().count(), LONGEST);
        assert!(tame(&"x".repeat(LONGEST + 1)).ends_with("x…"));
    }
}
