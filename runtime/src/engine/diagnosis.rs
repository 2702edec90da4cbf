//! Why a browser did not come up, from what it said.

/// What a browser says, and what a person can do about it.
const KNOWN: [(&str, &str); 13] = [
    (
        "error while loading shared libraries",
        "a library that the browser needs is missing: install the browser from your system's packages, which brings it",
    ),
    (
        "Missing X server or $DISPLAY",
        "a browser with a window needs a display: leave out --headed, or run under xvfb-run",
    ),
    (
        "cannot open display",
        "a browser with a window needs a display: leave out --headed, or run under xvfb-run",
    ),
    (
        "Failed to connect to Wayland",
        "a browser with a window needs a display: leave out --headed, or run under xvfb-run",
    ),
    (
        "Running as root without --no-sandbox",
        "a browser refuses to run as root with its sandbox: run as another user, or set AITE_NO_SANDBOX=1",
    ),
    (
        "No usable sandbox",
        "this system does not let the browser build its sandbox: allow unprivileged user namespaces, or set \
         AITE_NO_SANDBOX=1 where only pages that you trust are opened",
    ),
    (
        "Failed to move to new namespace",
        "this system does not let the browser build its sandbox: allow unprivileged user namespaces, or set \
         AITE_NO_SANDBOX=1 where only pages that you trust are opened",
    ),
    (
        "Opening in existing browser session",
        "another browser uses this profile's folder: close it first",
    ),
    (
        "profile appears to be in use",
        "another browser uses this profile's folder: close it first",
    ),
    (
        "SingletonLock",
        "the profile's folder cannot be used: another browser may use it, or it cannot be written to",
    ),
    (
        "No space left on device",
        "the disk is full: free some space, or let TMPDIR name a folder on another one",
    ),
    (
        "unrecognized option",
        "this program is no Chrome or Chromium, or one that is too old",
    ),
    (
        "unknown option",
        "this program is no Chrome or Chromium, or one that is too old",
    ),
];

/// What a browser always says where it is kept from desktop services, and what nobody has to act on.
const NOISE: &str = "dbus/bus.cc";

/// Whether a line on stderr helps nobody.
pub(super) fn is_noise(line: &str) -> bool {
    line.is_empty() || line.contains(NOISE)
}

/// What to do, judging from the last lines on stderr.
pub(super) fn help(stderr: &[String]) -> Option<&'static str> {
    let said = |sign: &str| stderr.iter().any(|line| line.contains(sign));
    KNOWN.iter().find(|(sign, _)| said(sign)).map(|(_, help)| *help)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_words_have_help() {
        let said = [
            "[1:1:ERROR] x".to_owned(),
            "chromium: error while loading shared libraries: libnss3.so".to_owned(),
        ];
        assert!(help(&said).is_some_and(|help| help.contains("library")));
        assert_eq!(help(&said[..1]), None);
    }
}
