//! What a browser sees of our environment.

use std::path::Path;
use std::process::Command;

/// Variables that a browser must not inherit.
const REMOVED: [(&str, &str); 10] = [
    ("CHROME_LOG_FILE", "would write a log outside the scratch folder"),
    (
        "CHROME_HEADLESS",
        "an old way to change how a browser shows itself",
    ),
    ("CHROME_USER_DATA_DIR", "the profile's folder is ours to choose"),
    ("CHROME_CONFIG_HOME", "the same"),
    ("CHROMIUM_FLAGS", "flags of the desktop's own browser"),
    ("CHROMIUM_USER_FLAGS", "the same"),
    (
        "XDG_CURRENT_DESKTOP",
        "fonts, theme and proxy would come from this desktop's settings",
    ),
    ("DESKTOP_SESSION", "the same"),
    ("GNOME_DESKTOP_SESSION_ID", "the same"),
    ("KDE_FULL_SESSION", "the same"),
];

/// Variables with another value for a browser.
const SET: [(&str, &str, &str); 3] = [
    (
        "DBUS_SESSION_BUS_ADDRESS",
        "disabled:",
        "no waiting for desktop services where there are none",
    ),
    ("DBUS_SYSTEM_BUS_ADDRESS", "disabled:", "the same"),
    (
        "GSETTINGS_BACKEND",
        "memory",
        "the same, and no cache of settings in the home folder",
    ),
];

/// Where a browser writes what belongs to no profile: temporary files, crash dumps.
const FOLDERS: [&str; 2] = ["TMPDIR", "BREAKPAD_DUMP_LOCATION"];

/// Prepares the environment. Language, time zone, home, display and the variables that name proxies stay as they are,
/// because they are a person's way to choose them.
pub(super) fn set(command: &mut Command, temporary: &Path) {
    for (name, _why) in REMOVED {
        command.env_remove(name);
    }
    for (name, value, _why) in SET {
        command.env(name, value);
    }
    for name in FOLDERS {
        command.env(name, temporary);
    }
}
