//! Why there is no browser.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::Duration;

/// Why a browser could not be started or reached. `Display` is one sentence; [`StartError::help`] says what to do and
/// [`StartError::stderr`] what the browser itself said.
#[derive(Debug)]
pub enum StartError {
    /// There is none in the usual places.
    NotFound {
        /// The engine.
        name: &'static str,
        /// How to get one.
        help: &'static str,
    },
    /// The program that was named cannot be used.
    Unusable {
        /// The program.
        path: PathBuf,
        /// Who named it.
        named_by: &'static str,
        /// What is wrong with it.
        detail: String,
    },
    /// The program is another one than the configuration asks for.
    WrongProgram {
        /// The program.
        path: PathBuf,
        /// `version` or `sha256`.
        what: &'static str,
        /// As configured.
        expected: String,
        /// As it is.
        found: String,
    },
    /// No temporary folder for it can be made.
    Scratch(io::Error),
    /// The profile's folder cannot be used.
    Profile {
        /// The folder.
        path: PathBuf,
        /// The system's reason.
        error: io::Error,
    },
    /// The program cannot be executed.
    Spawn {
        /// The program.
        path: PathBuf,
        /// The system's reason.
        error: io::Error,
    },
    /// It started and ended before it answered.
    Ended {
        /// The program.
        path: PathBuf,
        /// How it ended; `None` when it closed the pipe and lives on.
        status: Option<ExitStatus>,
        /// Its last lines on stderr.
        stderr: Vec<String>,
        /// What to do, when the reason is known.
        help: Option<&'static str>,
    },
    /// It started and did not answer in time.
    Silent {
        /// The program.
        path: PathBuf,
        /// How long it was given.
        waited: Duration,
        /// Its last lines on stderr.
        stderr: Vec<String>,
    },
    /// Nothing that speaks the protocol is at this address.
    Unreachable {
        /// The `ws://` address.
        address: String,
        /// What happened instead.
        detail: String,
    },
}

impl StartError {
    /// What a person can do about it.
    pub fn help(&self) -> Option<String> {
        match self {
            Self::NotFound { help, .. } => Some((*help).into()),
            Self::Unusable { named_by, .. } => Some(format!(
                "{named_by} must name the browser's program, or be left out so that the usual places are searched"
            )),
            Self::WrongProgram { what, .. } => Some(format!(
                "install the configured browser, or change its {what} under engines in aite.config.json"
            )),
            Self::Scratch(_) => {
                Some("TMPDIR must name a folder that can be written to and has space left".into())
            }
            Self::Profile { .. } | Self::Spawn { .. } | Self::Silent { .. } => None,
            Self::Ended { help, .. } => help.map(Into::into),
            Self::Unreachable { .. } => Some("start the engine first, and give the address it prints".into()),
        }
    }

    /// The browser's last lines on stderr.
    pub fn stderr(&self) -> &[String] {
        match self {
            Self::Ended { stderr, .. } | Self::Silent { stderr, .. } => stderr,
            _ => &[],
        }
    }
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound { name, .. } => write!(f, "no {name} was found on this machine"),
            Self::Unusable {
                path,
                named_by,
                detail,
            } => {
                write!(f, "{named_by} names {}, {detail}", path.display())
            }
            Self::WrongProgram {
                path,
                what,
                expected,
                found,
            } => write!(
                f,
                "{} has {what} {found}, but aite.config.json asks for {expected}",
                path.display()
            ),
            Self::Scratch(error) => write!(f, "no temporary folder for the browser can be made: {error}"),
            Self::Profile { path, error } => {
                write!(
                    f,
                    "the profile's folder {} cannot be used: {error}",
                    path.display()
                )
            }
            Self::Spawn { path, error } => write!(f, "{} cannot be started: {error}", path.display()),
            Self::Ended {
                path,
                status: Some(status),
                ..
            } => {
                write!(f, "{} ended before it was ready ({status})", path.display())
            }
            Self::Ended {
                path, status: None, ..
            } => {
                write!(
                    f,
                    "{} closed its debugging pipe before it was ready",
                    path.display()
                )
            }
            Self::Silent { path, waited, .. } => {
                write!(
                    f,
                    "{} did not answer within {} s",
                    path.display(),
                    waited.as_secs()
                )
            }
            Self::Unreachable { address, detail } => write!(f, "no engine answers at {address}: {detail}"),
        }
    }
}

impl std::error::Error for StartError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Scratch(error) | Self::Profile { error, .. } | Self::Spawn { error, .. } => Some(error),
            _ => None,
        }
    }
}
