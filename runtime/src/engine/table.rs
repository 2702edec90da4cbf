//! The engines that are reached by a port, one row of data each.

use std::ffi::OsString;
use std::path::Path;

/// The launch profile in which scripts are run; tasks name theirs.
pub(super) const SCRIPTS: &str = "scripts";

/// How an engine shall be started, where engines know more than one way. Those that know one look at none of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Launch<'a> {
    /// The launch profile: `default`, or what a task or the running of scripts names.
    pub profile: &'a str,
    /// Whether boxes shall be laid out for real where that can be switched off.
    pub layout: bool,
}

/// An engine that is started to listen on a port.
#[derive(Debug)]
pub struct Engine {
    /// As options and files name it.
    pub name: &'static str,
    /// For people.
    pub product: &'static str,
    /// The variable that names its program.
    pub variable: &'static str,
    /// Where its path stands in the configuration, as messages say it.
    pub(super) configured_at: &'static str,
    /// Where a data set that brings its engines along keeps it.
    pub built: &'static str,
    /// The names that its program has on `PATH`.
    pub(super) programs: &'static [&'static str],
    /// How to get it.
    pub(super) how_to_install: &'static str,
    style: Style,
    /// What has it lay boxes out for real, where it does so only when asked.
    layout: &'static [&'static str],
    /// Launch profiles that add arguments; every other profile adds none.
    profiles: &'static [(&'static str, &'static [&'static str])],
    /// Set in its environment.
    pub(super) environment: &'static [(&'static str, &'static str)],
}

#[derive(Debug, Clone, Copy)]
enum Style {
    /// A browser with switches.
    Chromium,
    /// `serve --host … --port …`, then these.
    Serve(&'static [&'static str]),
    /// Not at all: it runs already.
    Joined,
}

/// All of them, in the one order in which runs and files name them.
pub static ENGINES: [Engine; 4] = [
    Engine {
        name: "chrome",
        product: "Chrome or Chromium",
        variable: "AITE_CHROME",
        configured_at: "engines.chrome.path of aite.config.json",
        built: "build_artifacts/chrome-for-testing/bin/chrome",
        programs: &[],
        how_to_install: super::find::HOW_TO_INSTALL,
        style: Style::Chromium,
        layout: &[],
        profiles: &[],
        // An address where nobody is: no waiting for desktop services.
        environment: &[
            ("DBUS_SESSION_BUS_ADDRESS", "unix:path=/dev/null"),
            ("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/dev/null"),
        ],
    },
    Engine {
        name: "moli",
        product: "Moli",
        variable: "AITE_MOLI",
        configured_at: "engines.moli.path of aite.config.json",
        built: "build_artifacts/moli/bin/moli",
        programs: &["moli"],
        how_to_install: "name its program with --browser moli=PATH, AITE_MOLI or engines.moli.path in aite.config.json",
        style: Style::Serve(&[]),
        layout: &["--layout"],
        profiles: &[("all_resources", &["--resource"]), (SCRIPTS, &["--resource"])],
        environment: &[],
    },
    Engine {
        name: "lightpanda",
        product: "Lightpanda",
        variable: "AITE_LIGHTPANDA",
        configured_at: "engines.lightpanda.path of aite.config.json",
        built: "build_artifacts/lightpanda/zig-out/bin/lightpanda",
        programs: &["lightpanda"],
        how_to_install: "install the lightpanda package of Python, whose wheel holds the program, or name it with \
            --browser lightpanda=PATH, AITE_LIGHTPANDA or engines.lightpanda.path in aite.config.json",
        style: Style::Serve(&[]),
        layout: &[],
        // Scripts are about what a person sees, so frames and styles are loaded for them.
        profiles: &[(
            SCRIPTS,
            &["--load-resources", "iframe", "--load-resources", "stylesheet"],
        )],
        environment: &[("LIGHTPANDA_DISABLE_TELEMETRY", "true")],
    },
    Engine {
        name: "obscura",
        product: "Obscura",
        variable: "AITE_OBSCURA",
        configured_at: "engines.obscura.path of aite.config.json",
        built: "build_artifacts/obscura/bin/obscura",
        programs: &["obscura"],
        how_to_install: "name its program with --browser obscura=PATH, AITE_OBSCURA or engines.obscura.path in \
            aite.config.json",
        style: Style::Serve(&["--allow-private-network"]),
        layout: &[],
        profiles: &[],
        environment: &[],
    },
];

/// An engine that somebody else has started. It has no name among engines and is named by its address; no score is about it.
pub static REMOTE: Engine = Engine {
    name: "remote",
    product: "an engine that runs already",
    variable: "",
    configured_at: "",
    built: "",
    programs: &[],
    how_to_install: "",
    style: Style::Joined,
    layout: &[],
    profiles: &[],
    environment: &[],
};

/// Chrome's switches in a benchmark, each with its reason. The pages are the data set's own and come from this machine.
const CHROMIUM: [(&str, &str); 14] = [
    ("--headless=new", "the whole browser, without a window"),
    ("--no-sandbox", "the same for root and for everybody else"),
    ("--disable-gpu", "the same rendering on every machine"),
    ("--no-proxy-server", "nothing between the browser and the pages"),
    ("--no-first-run", "no welcome page"),
    ("--no-default-browser-check", "no question"),
    (
        "--disable-background-networking",
        "no traffic of the browser's own",
    ),
    ("--disable-component-update", "the same"),
    ("--disable-sync", "the same"),
    (
        "--disable-features=NetworkPrediction,OptimizationHints",
        "the same",
    ),
    (
        "--host-resolver-rules=MAP * 127.0.0.1:9, EXCLUDE 127.0.0.1, EXCLUDE localhost",
        "nothing outside this machine can be reached",
    ),
    ("--disable-http-cache", "no task sees what an earlier one loaded"),
    (
        "--remote-debugging-address=127.0.0.1",
        "only this machine can join in",
    ),
    ("about:blank", "a first page without content"),
];

impl Engine {
    /// The engine with this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        let name = if name == "chromium" { "chrome" } else { name };
        ENGINES.iter().find(|engine| engine.name == name)
    }

    /// The baseline that others are compared with.
    pub fn is_baseline(&self) -> bool {
        self.name == "chrome"
    }

    /// Whether somebody else has started it, in a way that cannot be changed from here.
    pub fn is_remote(&self) -> bool {
        matches!(self.style, Style::Joined)
    }

    /// Whether it asks for the icon of every page, some time after the page has loaded.
    pub fn asks_for_icons(&self) -> bool {
        matches!(self.style, Style::Chromium)
    }

    /// What a way to start it adds to the command line.
    pub fn launch_arguments(&self, launch: Launch<'_>) -> Vec<&'static str> {
        let layout = if launch.layout { self.layout } else { &[] };
        let row = self.profiles.iter().find(|(name, _)| *name == launch.profile);
        let profile = row.map_or(&[][..], |(_, arguments)| arguments);
        [layout, profile].concat()
    }

    /// Whether it can be started without laying boxes out for real.
    pub fn has_layout_switch(&self) -> bool {
        !self.layout.is_empty()
    }

    /// The command line behind the program: a port of its own, a profile folder of its own.
    pub(super) fn arguments(&self, port: u16, launch: Launch<'_>, folder: &Path) -> Vec<OsString> {
        let mut arguments: Vec<OsString> = Vec::new();
        match self.style {
            Style::Joined => {}
            Style::Serve(own) => {
                let port = port.to_string();
                arguments.extend(["serve", "--host", "127.0.0.1", "--port", &port].map(Into::into));
                arguments.extend(own.iter().map(Into::into));
            }
            Style::Chromium => {
                let mut user_data = OsString::from("--user-data-dir=");
                user_data.push(folder);
                arguments.push(user_data);
                arguments.push(format!("--remote-debugging-port={port}").into());
                arguments.extend(CHROMIUM.map(|(switch, _why)| switch.into()));
            }
        }
        arguments.extend(self.launch_arguments(launch).into_iter().map(Into::into));
        arguments
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(name: &str, profile: &str, layout: bool) -> String {
        let engine = Engine::named(name).unwrap();
        let arguments = engine.arguments(9222, Launch { profile, layout }, Path::new("/p"));
        let arguments = arguments.iter().map(|it| it.to_str().unwrap());
        arguments.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn flags_do_not_leak_into_other_engines() {
        for (name, profile, expected) in [
            ("moli", "default", "serve --host 127.0.0.1 --port 9222 --layout"),
            (
                "moli",
                "all_resources",
                "serve --host 127.0.0.1 --port 9222 --layout --resource",
            ),
            ("lightpanda", "default", "serve --host 127.0.0.1 --port 9222"),
            (
                "lightpanda",
                "all_resources",
                "serve --host 127.0.0.1 --port 9222",
            ),
            (
                "obscura",
                "all_resources",
                "serve --host 127.0.0.1 --port 9222 --allow-private-network",
            ),
        ] {
            assert_eq!(line(name, profile, true), expected);
            let without = expected.replace(" --layout", "");
            assert_eq!(line(name, profile, false), without);
        }
        let chrome = line("chrome", "all_resources", true);
        assert!(chrome.starts_with("--user-data-dir=/p --remote-debugging-port=9222 --headless=new"));
        assert!(chrome.ends_with("about:blank") && !chrome.contains("--resource"));
        assert!(!chrome.contains("--layout"));
    }
}
