//! What a browser sees of our environment.

use std::path::Path;
use std::process::Command;

/// Variables that a browser must not inherit.
const REMOVED: [(&str, &str); 6] = [
    ("CHROME_LOG_FILE", "would write a log outside the scratch folder"),
    (
        "CHROME_HEADLESS",
        "an old way to change how a browser shows itself",
    ),
    ("CHROME_USER_DATA_DIR", "the profile's folder is ours to choose"),
    ("CHROME_CONFIG_HOME", "the same"),
    ("CHROMIUM_FLAGS", "flags of the desktop's own browser"),
    ("CHROMIUM_USER_FLAGS", "the same"),
];

/// Where a browser would look for desktop services: it waits for them where there are none, and takes settings from
/// them where there are.
const NO_SERVICE: [&str; 2] = ["DBUS_SESSION_BUS_ADDRESS", "DBUS_SYSTEM_BUS_ADDRESS"];

/// Prepares the environment: temporary files go to `temporary`. Language, time zone, proxies, home and display stay
/// as they are, because they are a person's way to choose them.
pub(super) fn set(command: &mut Command, temporary: &Path) {
    for (name, _why) in REMOVED {
        command.env_remove(name);
    }
    for name in NO_SERVICE {
        command.env(name, "disabled:");
    }
    command.env("TMPDIR", temporary);
}
