//! `balance-at-least`: the balance that a page shows.

use aite_compiler::ir::Number;

use crate::page::number::first_number;

/// What stands beside the balance when the script does not say it.
pub(crate) const LABEL: &str = "balance";

/// The number beside a label, in the text of a page with one block a line: after it on its line, else before it, else
/// on the line after it, else on the line before it.
pub(crate) fn beside(page: &str, label: &str) -> Option<Number> {
    let lines: Vec<&str> = page.lines().collect();
    let label = label.to_lowercase();
    lines.iter().enumerate().find_map(|(number, line)| {
        let lower = line.to_lowercase();
        let at = lower.find(&label)?;
        let split = |range: std::ops::Range<usize>| lower.get(range).and_then(first_number);
        let next = || lines.get(number + 1).and_then(|line| first_number(line));
        let last = || {
            lines
                .get(number.checked_sub(1)?)
                .and_then(|line| first_number(line))
        };
        split(at + label.len()..lower.len())
            .or_else(|| split(0..at))
            .or_else(next)
            .or_else(last)
    })
}

#[cfg(test)]
mod tests {
    use super::{LABEL, beside};

    #[test]
    fn the_number_beside_the_label_is_the_balance() {
        for (page, label, balance) in [
            ("Balance: 1,204 MALLBUCKS", LABEL, Some("1204")),
            ("Wallet\nBalance\n12.50\nItems\n3", LABEL, Some("12.5")),
            ("5 MALLBUCKS\nSend", "mallbucks", Some("5")),
            ("12 left\nYour balance\nSend", LABEL, Some("12")),
            ("Wallet\n7", LABEL, None),
            ("Balance\nnothing", LABEL, None),
        ] {
            let found = beside(page, label).map(|number| number.to_string());
            assert_eq!(found.as_deref(), balance, "{page:?}");
        }
    }
}
