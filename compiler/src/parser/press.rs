//! `press KEY`: a named key or one character, alone or in a chord such as `Control+A`.

use super::args::Args;
use super::line::Item;
use super::values::shown;
use crate::diagnostic::nearest;
use crate::source::Spanned;

/// The keys that have names.
pub(super) const KEYS: [&str; 14] = [
    "Enter",
    "Tab",
    "Escape",
    "ArrowDown",
    "ArrowUp",
    "ArrowLeft",
    "ArrowRight",
    "Backspace",
    "Delete",
    "Space",
    "Home",
    "End",
    "PageUp",
    "PageDown",
];

/// The keys that are held while another is pressed.
pub(super) const HELD: [&str; 4] = ["Control", "Shift", "Alt", "Meta"];

impl Args<'_> {
    /// The key of `press`.
    pub(super) fn expect_key(&mut self) -> Option<Spanned<String>> {
        let text = match self.peek() {
            Some(Item::Single(token)) => self.text_of(*token),
            _ => None,
        };
        let Some(key) = text else {
            let error = self.needs("a key");
            self.report(error);
            return None;
        };
        let key = key?;
        self.next();
        if key.value.contains("${") {
            return Some(key);
        }
        let Some(wrong) = unknown_part(&key.value) else {
            return Some(key);
        };
        let message = format!(
            "press does not know the key \"{}\": it knows {}, one character, and chords such as Control+A",
            shown(wrong.text),
            KEYS.join(" "),
        );
        let mut error = self.error(key.span, message);
        let candidates = if wrong.held { &HELD[..] } else { &KEYS[..] };
        if let Some(meant) = nearest(wrong.text, candidates.iter().copied()) {
            error = error.with_help(format!("did you mean {meant}?"));
            if let Some(at) = self.slice(key.span).find(wrong.text) {
                let start = key.span.start + at;
                let span = crate::source::Span::new(start, start + wrong.text.len());
                error = error.with_fix(format!("Change to {meant}"), span, meant);
            }
        } else if wrong.held {
            error = error.with_help(format!("keys to hold are {}", HELD.join(" ")));
        }
        self.report(error);
        None
    }
}

/// The part of a chord that is no key.
struct Wrong<'t> {
    text: &'t str,
    /// Whether it stands before a `+`.
    held: bool,
}

fn unknown_part(chord: &str) -> Option<Wrong<'_>> {
    let mut rest = chord;
    // A plus at the very end is the key itself: Control++
    while let Some((held, after)) = rest
        .split_once('+')
        .filter(|(held, after)| !held.is_empty() && !after.is_empty())
    {
        if !HELD.contains(&held) {
            return Some(Wrong {
                text: held,
                held: true,
            });
        }
        rest = after;
    }
    let is_key = KEYS.contains(&rest) || rest.chars().count() == 1;
    (!is_key).then_some(Wrong {
        text: rest,
        held: false,
    })
}

#[cfg(test)]
mod tests {
    use super::unknown_part;

    #[test]
    fn keys_and_chords() {
        for chord in [
            "Enter",
            "a",
            "ä",
            "+",
            " ",
            "Control+A",
            "Control++",
            "Control+Shift+Enter",
            "Meta+Space",
        ] {
            assert!(unknown_part(chord).is_none(), "{chord}");
        }
        for (chord, wrong) in [
            ("Entr", "Entr"),
            ("", ""),
            ("enter", "enter"),
            ("Ctrl+A", "Ctrl"),
            ("Control+", "Control+"),
            ("Control+Entr", "Entr"),
            ("A+B", "A"),
            ("++", "++"),
        ] {
            assert_eq!(
                unknown_part(chord).map(|wrong| wrong.text),
                Some(wrong),
                "{chord}"
            );
        }
    }
}
