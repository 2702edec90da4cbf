//! The keys of a US keyboard, and what the browser is told when one goes down.

use aite_cdp::browser::input::{DispatchKeyEventParams, DispatchKeyEventType};

/// A key as the browser wants it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Key {
    /// `KeyboardEvent.key`
    pub(crate) key: String,
    /// `KeyboardEvent.code`
    pub(crate) code: &'static str,
    /// Windows virtual key code, which is `KeyboardEvent.keyCode`.
    pub(crate) key_code: i64,
    /// What it types.
    pub(crate) text: Option<String>,
    /// Whether shift is held for it.
    pub(crate) shift: bool,
}

/// Keys that are named, not printed.
const NAMED: [(&str, &str, i64, &str); 15] = [
    ("Enter", "Enter", 13, "\r"),
    ("Tab", "Tab", 9, ""),
    ("Escape", "Escape", 27, ""),
    ("ArrowDown", "ArrowDown", 40, ""),
    ("ArrowUp", "ArrowUp", 38, ""),
    ("ArrowLeft", "ArrowLeft", 37, ""),
    ("ArrowRight", "ArrowRight", 39, ""),
    ("Backspace", "Backspace", 8, ""),
    ("Delete", "Delete", 46, ""),
    ("Space", "Space", 32, " "),
    ("Home", "Home", 36, ""),
    ("End", "End", 35, ""),
    ("PageUp", "PageUp", 33, ""),
    ("PageDown", "PageDown", 34, ""),
    ("Insert", "Insert", 45, ""),
];

/// What is printed without shift, with shift, and by which key.
const PRINTED: [(char, char, &str, i64); 22] = [
    ('`', '~', "Backquote", 192),
    ('1', '!', "Digit1", 49),
    ('2', '@', "Digit2", 50),
    ('3', '#', "Digit3", 51),
    ('4', '$', "Digit4", 52),
    ('5', '%', "Digit5", 53),
    ('6', '^', "Digit6", 54),
    ('7', '&', "Digit7", 55),
    ('8', '*', "Digit8", 56),
    ('9', '(', "Digit9", 57),
    ('0', ')', "Digit0", 48),
    ('-', '_', "Minus", 189),
    ('=', '+', "Equal", 187),
    ('[', '{', "BracketLeft", 219),
    (']', '}', "BracketRight", 221),
    ('\\', '|', "Backslash", 220),
    (';', ':', "Semicolon", 186),
    ('\'', '"', "Quote", 222),
    (',', '<', "Comma", 188),
    ('.', '>', "Period", 190),
    ('/', '?', "Slash", 191),
    (' ', ' ', "Space", 32),
];

const LETTERS: [&str; 26] = [
    "KeyA", "KeyB", "KeyC", "KeyD", "KeyE", "KeyF", "KeyG", "KeyH", "KeyI", "KeyJ", "KeyK", "KeyL", "KeyM",
    "KeyN", "KeyO", "KeyP", "KeyQ", "KeyR", "KeyS", "KeyT", "KeyU", "KeyV", "KeyW", "KeyX", "KeyY", "KeyZ",
];

const FUNCTION: [&str; 12] = [
    "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10", "F11", "F12",
];

/// A key that is held while another is pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Modifier {
    Alt,
    Control,
    Meta,
    Shift,
}

impl Modifier {
    fn of(name: &str) -> Option<Self> {
        Some(match name {
            "Alt" | "Option" => Self::Alt,
            "Control" | "Ctrl" => Self::Control,
            "Meta" | "Cmd" | "Command" => Self::Meta,
            "Shift" => Self::Shift,
            _ => return None,
        })
    }

    /// The protocol's bit.
    pub(crate) fn bit(self) -> i64 {
        match self {
            Self::Alt => 1,
            Self::Control => 2,
            Self::Meta => 4,
            Self::Shift => 8,
        }
    }

    pub(crate) fn key(self) -> Key {
        let (key, code, key_code) = match self {
            Self::Alt => ("Alt", "AltLeft", 18),
            Self::Control => ("Control", "ControlLeft", 17),
            Self::Meta => ("Meta", "MetaLeft", 91),
            Self::Shift => ("Shift", "ShiftLeft", 16),
        };
        Key {
            key: key.into(),
            code,
            key_code,
            text: None,
            shift: false,
        }
    }
}

/// A key with the modifiers that are held for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Chord {
    pub(crate) modifiers: Vec<Modifier>,
    pub(crate) key: Key,
}

impl Chord {
    /// Reads `Enter`, `a`, `Control+A`, `Control++`. `None` for what no keyboard has.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut modifiers = Vec::new();
        let mut rest = text;
        while let Some((name, after)) = rest.split_once('+') {
            let Some(modifier) = Modifier::of(name).filter(|_| !after.is_empty()) else {
                break;
            };
            modifiers.push(modifier);
            rest = after;
        }
        if let (true, Some(modifier)) = (modifiers.is_empty(), Modifier::of(rest)) {
            return Some(Self {
                modifiers,
                key: modifier.key(),
            });
        }
        Some(Self {
            key: chord_key(rest, &modifiers)?,
            modifiers,
        })
    }

    /// The protocol's bits of all modifiers, shift for capitals included.
    pub(crate) fn bits(&self) -> i64 {
        let held = self
            .modifiers
            .iter()
            .fold(0, |bits, modifier| bits | modifier.bit());
        if self.key.shift {
            held | Modifier::Shift.bit()
        } else {
            held
        }
    }
}

/// In a chord the case of a letter says nothing: `Control+A` is `Control+a`, only shift makes it a capital.
fn chord_key(text: &str, modifiers: &[Modifier]) -> Option<Key> {
    let mut chars = text.chars();
    let single = match (chars.next(), chars.next()) {
        (Some(c), None) => Some(c),
        _ => None,
    };
    let Some(c) = single else { return named(text) };
    let shifted = modifiers.contains(&Modifier::Shift);
    match c.is_ascii_alphabetic() && !modifiers.is_empty() {
        true if shifted => of_char(c.to_ascii_uppercase()),
        true => of_char(c.to_ascii_lowercase()),
        false => of_char(c).or_else(|| {
            Some(Key {
                key: c.into(),
                code: "",
                key_code: 0,
                text: Some(c.into()),
                shift: false,
            })
        }),
    }
}

fn named(name: &str) -> Option<Key> {
    if let Some(&(_, code, key_code, text)) = NAMED.iter().find(|(known, ..)| *known == name) {
        let key = if name == "Space" { " " } else { name };
        let text = (!text.is_empty()).then(|| text.to_owned());
        return Some(Key {
            key: key.into(),
            code,
            key_code,
            text,
            shift: false,
        });
    }
    let at = FUNCTION.iter().position(|known| *known == name)?;
    Some(Key {
        key: name.into(),
        code: FUNCTION.get(at)?,
        key_code: 112 + i64::try_from(at).ok()?,
        text: None,
        shift: false,
    })
}

/// The key that types a character; `None` when no key does.
pub(crate) fn of_char(c: char) -> Option<Key> {
    let text = Some(c.to_string());
    if c == '\n' || c == '\r' {
        return named("Enter");
    }
    if c.is_ascii_alphabetic() {
        let upper = c.to_ascii_uppercase();
        let code = LETTERS.get(usize::from(u8::try_from(upper).ok()? - b'A'))?;
        return Some(Key {
            key: c.into(),
            code,
            key_code: i64::from(u32::from(upper)),
            text,
            shift: c.is_ascii_uppercase(),
        });
    }
    let (plain, _, code, key_code) = PRINTED
        .iter()
        .find(|(plain, shifted, ..)| *plain == c || *shifted == c)?;
    Some(Key {
        key: c.into(),
        code,
        key_code: *key_code,
        text,
        shift: *plain != c,
    })
}

/// The message that a key goes down, held with these modifier bits. Chords of Control, Meta or Alt type nothing.
pub(crate) fn down(key: &Key, bits: i64) -> DispatchKeyEventParams {
    let typing = bits & (Modifier::Control.bit() | Modifier::Meta.bit() | Modifier::Alt.bit()) == 0;
    let text = key.text.clone().filter(|_| typing);
    let kind = if text.is_some() {
        DispatchKeyEventType::KeyDown
    } else {
        DispatchKeyEventType::RawKeyDown
    };
    let mut event = event(kind, key, bits);
    event.commands = editing_command(key, bits).map(|command| vec![command.to_owned()]);
    event.unmodified_text = text.clone();
    event.text = text;
    event
}

/// The message that it comes up again.
pub(crate) fn up(key: &Key, bits: i64) -> DispatchKeyEventParams {
    event(DispatchKeyEventType::KeyUp, key, bits)
}

fn event(kind: DispatchKeyEventType, key: &Key, bits: i64) -> DispatchKeyEventParams {
    let mut event = DispatchKeyEventParams::new(kind);
    event.modifiers = (bits != 0).then_some(bits);
    event.key = Some(key.key.clone());
    event.code = Some(key.code.to_owned());
    event.windows_virtual_key_code = Some(key.key_code);
    event
}

/// What the system makes of a chord in a text field; the browser does not do it for keys that come from us.
fn editing_command(key: &Key, bits: i64) -> Option<&'static str> {
    let control = Modifier::Control.bit();
    let meta = Modifier::Meta.bit();
    let shift = Modifier::Shift.bit();
    if bits != control && bits != meta && bits != control | shift && bits != meta | shift {
        return None;
    }
    Some(match (key.code, bits & shift != 0) {
        ("KeyA", false) => "selectAll",
        ("KeyC", false) => "copy",
        ("KeyX", false) => "cut",
        ("KeyV", false) => "paste",
        ("KeyZ", false) => "undo",
        ("KeyZ", true) | ("KeyY", false) => "redo",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{Chord, Modifier, of_char};

    #[test]
    fn every_printable_ascii_character_has_a_key() {
        for byte in b' '..=b'~' {
            let c = char::from(byte);
            let key = of_char(c).unwrap();
            assert_eq!(key.text.as_deref(), Some(c.to_string().as_str()));
            assert!(!key.code.is_empty());
        }
        assert_eq!(of_char('é'), None);
    }

    #[test]
    fn chords_are_read() {
        let chord = Chord::parse("Control+Shift+A").unwrap();
        assert_eq!(chord.modifiers, [Modifier::Control, Modifier::Shift]);
        assert_eq!((chord.key.key.as_str(), chord.bits()), ("A", 10));
        assert_eq!(Chord::parse("Control+A").unwrap().key.key, "a");
        assert_eq!(Chord::parse("A").unwrap().bits(), 8);
        assert_eq!(Chord::parse("+").unwrap().key.key, "+");
        assert_eq!(Chord::parse("Control++").unwrap().key.key, "+");
        assert_eq!(Chord::parse("F12").unwrap().key.key_code, 123);
        assert_eq!(Chord::parse("Shift").unwrap().key.code, "ShiftLeft");
        for wrong in ["", "Entr", "Control+", "Hyper+A"] {
            assert_eq!(Chord::parse(wrong), None, "{wrong}");
        }
    }
}
