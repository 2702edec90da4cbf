//! `press KEY`: a named key or one character, alone or in a chord such as `Control+A`.

use super::args::Args;
use super::line::Item;
use super::values::shown;
use crate::diagnostic::{Diagnostic, nearest};
use crate::source::{Span, Spanned};

/// The keys that have names.
pub(crate) const KEYS: [&str; 14] = [
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
pub(crate) const HELD: [&str; 4] = ["Control", "Shift", "Alt", "Meta"];

/// What else people call them.
const ALIASES: [(&str, &str); 12] = [
    ("Ctrl", "Control"),
    ("Ctl", "Control"),
    ("Cmd", "Meta"),
    ("Command", "Meta"),
    ("Win", "Meta"),
    ("Option", "Alt"),
    ("Return", "Enter"),
    ("Esc", "Escape"),
    ("Up", "ArrowUp"),
    ("Down", "ArrowDown"),
    ("Left", "ArrowLeft"),
    ("Right", "ArrowRight"),
];

impl Args<'_> {
    /// The key of `press`.
    pub(super) fn expect_key(&mut self) -> Option<Spanned<String>> {
        let text = match self.peek() {
            Some(Item::Single(token)) => self.text_of(*token),
            _ => None,
        };
        let key = match text {
            Some(key) => Some(key?).filter(|key| !key.value.is_empty()),
            None => None,
        };
        let Some(key) = key else {
            let error = self.no_key();
            self.report(error);
            return None;
        };
        match unknown_part(&key.value) {
            Some(wrong) if !key.value.contains("${") => {
                let error = self.unknown_key(key.span, &wrong);
                self.report(error);
                None
            }
            _ => {
                self.next();
                Some(key)
            }
        }
    }

    fn no_key(&self) -> Diagnostic {
        let error = self.needs("a key");
        let after = self.text.get(self.head.end..).unwrap_or_default();
        match after.trim_start_matches([' ', '\t']).starts_with('#') {
            true => error.with_help("# starts a comment here; the key is written press \"#\""),
            false => error,
        }
    }

    fn unknown_key(&self, span: Span, wrong: &Wrong<'_>) -> Diagnostic {
        let names = KEYS.join(", ");
        let message = format!(
            "unknown key \"{}\" ({names}, or one character)",
            shown(wrong.text)
        );
        let place = self.slice(span).find(wrong.text).map_or(span, |at| {
            let start = span.start + at;
            Span::new(start, start + wrong.text.len())
        });
        let error = self.error(place, message);
        let candidates = if wrong.held { &HELD[..] } else { &KEYS[..] };
        let alias = ALIASES
            .into_iter()
            .find(|(alias, _)| alias.eq_ignore_ascii_case(wrong.text));
        let meant = alias
            .map(|(_, meant)| meant)
            .filter(|meant| candidates.contains(meant));
        match meant.or_else(|| nearest(wrong.text, candidates.iter().copied())) {
            Some(meant) => error.with_meant(meant, place),
            None if wrong.held => error.with_help(format!("the keys to hold are {}", HELD.join(", "))),
            None => error.with_help("a chord is written Control+A"),
        }
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
