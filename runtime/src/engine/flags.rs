//! The switches that a browser is started with, each with its reason.

use std::ffi::OsString;
use std::path::Path;

/// Always.
const SWITCHES: [(&str, &str); 24] = [
    (
        "remote-debugging-pipe",
        "the protocol over two pipes: no port that others could connect to",
    ),
    (
        "no-startup-window",
        "no first tab that nobody asked for, and 90 ms earlier ready",
    ),
    (
        "no-first-run",
        "no welcome page, no import of another browser's data",
    ),
    ("no-default-browser-check", "no question"),
    (
        "enable-automation",
        "no bubbles that offer to save passwords, translate or restore",
    ),
    ("disable-search-engine-choice-screen", "no question"),
    (
        "disable-background-networking",
        "no traffic of the browser's own: updates, safe browsing lists, variations",
    ),
    ("disable-component-update", "the same, for components"),
    (
        "disable-component-extensions-with-background-pages",
        "no background pages of the browser's own",
    ),
    ("disable-default-apps", "none are installed into the profile"),
    ("disable-sync", "no account traffic"),
    ("disable-domain-reliability", "no reports about failed loads"),
    ("no-pings", "no auditing pings when links are followed"),
    ("metrics-recording-only", "no metrics leave"),
    ("disable-breakpad", "no crash reports"),
    (
        "disable-field-trial-config",
        "every machine gets the same features",
    ),
    (
        "disable-hang-monitor",
        "a page that hangs is the script's to judge; no dialog",
    ),
    (
        "disable-prompt-on-repost",
        "a reload of a posted form does not ask",
    ),
    (
        "disable-popup-blocking",
        "a page's windows open however late it opens them",
    ),
    (
        "disable-background-timer-throttling",
        "timers of tabs that are not in front run as usual",
    ),
    (
        "disable-backgrounding-occluded-windows",
        "a covered window is drawn as usual",
    ),
    (
        "disable-renderer-backgrounding",
        "processes of tabs that are not in front keep their priority",
    ),
    (
        "disable-ipc-flooding-protection",
        "many navigations in a row are not slowed down",
    ),
    (
        "allow-pre-commit-input",
        "input that arrives before a page's first frame is delivered, not dropped",
    ),
];

/// With values, always.
const VALUES: [(&str, &str, &str); 2] = [
    (
        "force-color-profile",
        "srgb",
        "the same colours in screenshots of every machine",
    ),
    ("password-store", "basic", "no key ring, which may ask"),
];

/// Only without a window. The screen leaves 1280 x 720 for a page below the bars of a maximised window; a size for
/// windows would also be forced on those that a page opens.
const HEADLESS: [(&str, &str, &str); 4] = [
    ("headless", "", "the whole browser, without a window"),
    ("mute-audio", "", "a test makes no noise"),
    ("screen-info", "{1280x807}", "a page of the same size everywhere"),
    ("start-maximized", "", "the same"),
];

/// Only with a window.
const HEADED: [(&str, &str, &str); 1] = [(
    "window-size",
    "1280,807",
    "a page of about the same size as without a window",
)];

/// Only in profiles of our own; a person's profile may need its extensions.
const FRESH_PROFILE: [(&str, &str); 1] = [(
    "disable-extensions",
    "extensions of the machine do not change pages",
)];

const DISABLED_FEATURES: [(&str, &str); 18] = [
    ("Translate", "no bubble"),
    ("MediaRouter", "no search for devices in the network"),
    ("DialMediaRouteProvider", "the same"),
    ("OptimizationHints", "no traffic of the browser's own"),
    ("AutofillServerCommunication", "no form structure leaves"),
    (
        "HttpsUpgrades",
        "an address means what it says; http is not tried as https first",
    ),
    ("HttpsFirstBalancedModeAutoEnable", "the same"),
    ("LensOverlay", "no overlay over the page"),
    ("GlobalMediaControls", "no bubble"),
    (
        "WebUIOmniboxPopup",
        "no page of the browser's own, with a process, behind the address bar of every window",
    ),
    ("WebUIOmniboxAimPopup", "the same"),
    (
        "PaintHolding",
        "the old page is not shown while the new one is already there",
    ),
    (
        "BackForwardCache",
        "going back loads the page, so it is the same page whatever the memory",
    ),
    ("AcceptCHFrame", "a navigation does not restart half-way"),
    (
        "AvoidUnnecessaryBeforeUnloadCheckSync",
        "beforeunload is asked the way that the protocol reports",
    ),
    (
        "DestroyProfileOnBrowserClose",
        "the profile's last writes are not raced by its removal",
    ),
    (
        "RenderDocument",
        "a frame keeps its session when it loads another page of the same site",
    ),
    (
        "LocalNetworkAccessChecks",
        "no permission question before a page may speak to localhost",
    ),
];

/// What changes from start to start.
#[derive(Debug)]
pub(super) struct Choice<'a> {
    pub(super) headed: bool,
    pub(super) sandbox: bool,
    pub(super) small_shared_memory: bool,
    pub(super) fresh_profile: bool,
    pub(super) profile: &'a Path,
}

/// The command line, without the program.
pub(super) fn arguments(choice: &Choice<'_>) -> Vec<OsString> {
    let mut names: Vec<&str> = SWITCHES.iter().map(|(name, _why)| *name).collect();
    if choice.fresh_profile {
        names.extend(FRESH_PROFILE.iter().map(|(name, _why)| *name));
    }
    if !choice.sandbox {
        names.push("no-sandbox");
    }
    if choice.small_shared_memory {
        names.push("disable-dev-shm-usage");
    }
    let window: &[_] = if choice.headed { &HEADED } else { &HEADLESS };
    let values = VALUES
        .iter()
        .chain(window)
        .map(|(name, value, _why)| match *value {
            "" => format!("--{name}").into(),
            value => format!("--{name}={value}").into(),
        });
    let mut arguments: Vec<OsString> = names.iter().map(|name| format!("--{name}").into()).collect();
    arguments.extend(values);
    arguments.push(
        format!(
            "--disable-features={}",
            DISABLED_FEATURES.map(|(name, _why)| name).join(",")
        )
        .into(),
    );
    let mut profile = OsString::from("--user-data-dir=");
    profile.push(choice.profile);
    arguments.push(profile);
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changes_from_start_to_start() {
        let with = |choice: Choice<'_>| {
            arguments(&choice)
                .into_iter()
                .map(|it| it.into_string().unwrap())
                .collect()
        };
        let headless: Vec<String> = with(Choice {
            headed: false,
            sandbox: false,
            small_shared_memory: true,
            fresh_profile: true,
            profile: Path::new("/tmp/p q"),
        });
        let headed: Vec<String> = with(Choice {
            headed: true,
            sandbox: true,
            small_shared_memory: false,
            fresh_profile: false,
            profile: Path::new("/tmp/p q"),
        });
        for only in [
            "--headless",
            "--mute-audio",
            "--no-sandbox",
            "--disable-dev-shm-usage",
            "--disable-extensions",
        ] {
            assert!(headless.iter().any(|it| it == only), "{only}");
            assert!(!headed.iter().any(|it| it == only), "{only}");
        }
        assert_eq!(
            headed.last().map(String::as_str),
            Some("--user-data-dir=/tmp/p q")
        );
        assert!(headed.iter().all(|it| !it.contains("remote-debugging-port")));
    }
}
