//! Why a command fails: the closed list of `run.json`.

/// A reason and what it means, as the documentation has it.
pub const REASONS: [(&str, &str); 13] = [
    ("not-found", "nothing matches"),
    (
        "not-visible",
        "something matches, but a person cannot see or reach it; the message says what hides or covers it",
    ),
    ("not-enabled", "it is there but cannot be used"),
    ("ambiguous", "several match"),
    (
        "mismatch",
        "it is there and different: see *expected* and *found*",
    ),
    ("timeout", "a `wait` or a page load ran out of time"),
    ("load-failed", "the browser could not load the page"),
    ("tab-closed", "the page or a person closed the tab"),
    ("connection-lost", "the browser or the page's process ended"),
    ("wrong-session", "the profile is signed in as somebody else"),
    ("pre-state", "what the test needs beforehand is not so"),
    ("refused", "aite or the engine does not do this"),
    ("internal", "a mistake of aite: please report it"),
];

/// What a reason means.
pub fn reason(written: &str) -> Option<&'static str> {
    let row = REASONS.iter().find(|(reason, _)| *reason == written)?;
    Some(row.1)
}
