//! What may end a command.

use super::{Word, find, word};

/// The modifiers, in the order of the language reference.
pub const MODIFIERS: [Word; 4] = [
    word(
        "within",
        "within:\"$1\"",
        "Looks only inside the box that has this text in it, or inside the element that this target describes. The box \
         is the nearest element around the text that holds more than the text: a dialog by its heading.",
    ),
    word(
        "timeout",
        "timeout:${1:5s}",
        "The time of this command, exactly: also of a page load, which otherwise has at least 10 s.",
    ),
    word(
        "on",
        "on:$1",
        "The profile that does it. Each profile has a browser and tabs of its own; a command without `on:` is done by the \
         first that the script needs.",
    ),
    word(
        "as",
        "as:$1",
        "Names the command's value, for tools that read the tree. It changes nothing in a run.",
    ),
];

/// A modifier by its key.
pub fn modifier(written: &str) -> Option<&'static Word> {
    find(&MODIFIERS, written)
}
