//! Starts a Chromium.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Once;
use std::time::Duration;

use aite_cdp::Connection;
use aite_cdp::transport::Pipe;
use rustix::process::geteuid;
use tokio::time::timeout;

use super::browser::{Browser, Owned, Version};
use super::diagnosis;
use super::environment;
use super::error::StartError;
use super::find::Found;
use super::flags::{self, Choice};
use super::process::{Pipes, Process};
use super::scratch::{Scratch, shared_memory_is_roomy, sweep_stale};

/// Turns the sandbox off.
const NO_SANDBOX: &str = "AITE_NO_SANDBOX";

/// How a browser is started.
#[derive(Debug, Clone)]
pub struct Options {
    /// With a window.
    pub headed: bool,
    /// A person's profile folder, made when it is missing; `None` is a fresh one that is thrown away.
    pub user_data_dir: Option<PathBuf>,
    /// How long it may take to answer.
    pub ready_within: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            headed: false,
            user_data_dir: None,
            ready_within: Duration::from_secs(30),
        }
    }
}

/// Chrome and Chromium.
#[derive(Debug, Clone, Copy)]
pub struct Chromium;

impl Chromium {
    /// Starts the program and resolves when it answers. Nothing of it is left when this fails or is dropped half-way.
    ///
    /// # Errors
    /// When it does not come up, with what it said.
    pub async fn launch(found: &Found, options: &Options) -> Result<Browser, StartError> {
        sweep_once();
        let scratch = Scratch::create().map_err(StartError::Scratch)?;
        let sandboxed = sandbox();
        let command = command(&found.path, options, &scratch, sandboxed)?;
        let (
            process,
            Pipes {
                from_browser,
                to_browser,
            },
        ) = Process::start_with_pipes(command, scratch.path()).map_err(|error| StartError::Spawn {
            path: found.path.clone(),
            error,
        })?;
        let connection = Connection::open(Pipe {
            from_browser,
            to_browser,
        });
        let fresh_profile = options.user_data_dir.is_none();
        let owned = Owned {
            process,
            scratch,
            fresh_profile,
            sandboxed: Some(sandboxed),
        };
        let version = match timeout(options.ready_within, Version::ask(&connection)).await {
            Ok(Ok(version)) => version,
            Ok(Err(_)) => return Err(not_up(&found.path, &owned.process).await),
            Err(_) => {
                let (path, waited) = (found.path.clone(), options.ready_within);
                return Err(StartError::Silent {
                    path,
                    waited,
                    stderr: owned.process.stderr(),
                });
            }
        };
        check_version(found, &version.product)?;
        Ok(Browser {
            name: "chrome",
            connection,
            version,
            owned: Some(owned),
        })
    }
}

/// What earlier processes left behind is nothing that a start should wait for.
fn sweep_once() {
    static SWEPT: Once = Once::new();
    SWEPT.call_once(|| {
        let _ = std::thread::Builder::new()
            .name("aite-sweep".into())
            .spawn(sweep_stale);
    });
}

/// Root cannot have a sandbox; a person may know better.
pub(super) fn sandbox() -> bool {
    let refused = std::env::var_os(NO_SANDBOX).is_some_and(|value| !value.is_empty() && value != "0");
    !geteuid().is_root() && !refused
}

fn command(
    program: &Path,
    options: &Options,
    scratch: &Scratch,
    sandbox: bool,
) -> Result<Command, StartError> {
    let profile = match &options.user_data_dir {
        None => scratch.profile(),
        Some(folder) => make_profile(folder)?,
    };
    let choice = Choice {
        headed: options.headed,
        sandbox,
        small_shared_memory: !shared_memory_is_roomy(),
        fresh_profile: options.user_data_dir.is_none(),
        profile: &profile,
    };
    let mut command = Command::new(program);
    command.args(flags::arguments(&choice));
    environment::set(&mut command, &scratch.temporary());
    Ok(command)
}

/// A browser would ask a person what to do about a folder that it cannot use.
fn make_profile(folder: &Path) -> Result<PathBuf, StartError> {
    let made = fs::create_dir_all(folder).and_then(|()| fs::canonicalize(folder));
    made.map_err(|error| StartError::Profile {
        path: folder.into(),
        error,
    })
}

async fn not_up(path: &Path, process: &Process) -> StartError {
    // It closed its pipe, so it is ending; one that does not end is killed by being dropped.
    let status = timeout(Duration::from_secs(2), process.ended()).await.ok();
    let stderr = process.last_stderr().await;
    let help = diagnosis::help(&stderr);
    StartError::Ended {
        path: path.into(),
        status,
        stderr,
        help,
    }
}

pub(super) fn check_version(found: &Found, product: &str) -> Result<(), StartError> {
    let Some(expected) = &found.version else {
        return Ok(());
    };
    let is = product.rsplit('/').next().unwrap_or_default();
    let fits = is
        .strip_prefix(expected.as_str())
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    if fits {
        return Ok(());
    }
    let (path, expected, found) = (found.path.clone(), expected.clone(), is.to_owned());
    Err(StartError::WrongProgram {
        path,
        what: "version",
        expected,
        found,
    })
}
