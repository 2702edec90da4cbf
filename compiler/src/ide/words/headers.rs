//! The lines before the first step.

use super::{Word, find, word};

/// The headers, in the order of the language reference.
pub const HEADERS: [Word; 6] = [
    word(
        "covers",
        "covers  ${1:J-01}",
        "The ids of the journeys that the test covers, for reports.",
    ),
    word(
        "start",
        "start   ${1:https://example.com/}",
        "The first page, opened in a new tab before the first step. It has at least 10 s to load.",
    ),
    word(
        "needs",
        "needs   session ${1:name}",
        "The browser profile to use; it must be in `aite.config.json`. The first one is the default, and each further \
         one is a browser of its own, for commands with `on:`.",
    ),
    word(
        "timeout",
        "timeout ${1:5s}",
        "The time a command has, unless it says its own. Without it: `--timeout`, the configuration, 10 s. Page loads \
         have at least 10 s however short it is.",
    ),
    word(
        "posts",
        "posts",
        "The test publishes something. Whoever schedules runs counts it against a daily cap.",
    ),
    word(
        "spends",
        "spends",
        "The test spends money or other value. Whoever schedules runs must allow it.",
    ),
];

/// A header by its first word.
pub fn header(written: &str) -> Option<&'static Word> {
    find(&HEADERS, written)
}
