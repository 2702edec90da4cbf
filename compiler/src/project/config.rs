//! The configuration, typed. Everything in it is optional.

use std::collections::BTreeMap;

use crate::ir::Millis;

/// `aite.config.json`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// The profiles that scripts may need, by name.
    pub profiles: BTreeMap<String, Profile>,
    /// The engine that runs scripts: a name, or the `ws://` address of one that runs already.
    pub engine: Option<String>,
    /// Where engines are, by name.
    pub engines: BTreeMap<String, Engine>,
    /// Addresses of the first origin go to the second, so that one script runs against several environments.
    pub origins: BTreeMap<String, String>,
    /// The default time of a command; a script's own header comes before it.
    pub timeout: Option<Millis>,
    /// The folder of the scripts, from the project's root.
    pub scripts: String,
    /// The folder of the results, from the project's root.
    pub results: String,
    /// Values that are never shown, by name.
    pub secrets: BTreeMap<String, Secret>,
    /// The merge request label that lets a weaker check through.
    pub allow_weaker_label: String,
    /// What serves the pages while scripts run.
    pub web_server: Option<WebServer>,
    /// Whether custom checks run even where the kernel cannot shut them off.
    pub allow_unsandboxed_checks: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            profiles: BTreeMap::new(),
            engine: None,
            engines: BTreeMap::new(),
            origins: BTreeMap::new(),
            timeout: None,
            scripts: "scripts".to_owned(),
            results: "results".to_owned(),
            secrets: BTreeMap::new(),
            allow_weaker_label: "allow-weaker-verify".to_owned(),
            web_server: None,
            allow_unsandboxed_checks: false,
        }
    }
}

/// A browser profile.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Profile {
    /// The account that is signed in there; a profile with an account is a real session.
    pub account: Option<String>,
    /// The browser's folder.
    pub user_data_dir: Option<String>,
    /// A file with cookies and local storage to begin with.
    pub storage_state: Option<String>,
}

/// An engine on this machine.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Engine {
    /// Its program.
    pub path: Option<String>,
    /// The version that is wanted.
    pub version: Option<String>,
    /// The SHA-256 of the program, as 64 lower-case hexadecimal digits.
    pub sha256: Option<String>,
}

/// Where a secret's value comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Secret {
    /// The environment variable.
    pub env: String,
}

/// A server that is started for the runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebServer {
    /// The command line.
    pub command: String,
    /// The address that answers when the server is ready.
    pub url: String,
}
