//! A browser that answers.

use std::fmt;
use std::path::Path;
use std::process::ExitStatus;
use std::time::Duration;

use aite_cdp::{CallError, Connection};
use serde::Deserialize;
use serde_json::json;
use tokio::time::timeout;

use super::process::Process;
use super::scratch::Scratch;

/// How long a browser may take to write a person's profile before it is killed.
const CLOSE_WITHIN: Duration = Duration::from_secs(5);

/// A browser that answers. Dropping it kills it and removes what it wrote; [`Browser::close`] does so without blocking
/// the thread, and lets a person's profile be written first.
#[derive(Debug)]
pub struct Browser {
    pub(super) name: &'static str,
    pub(super) connection: Connection,
    pub(super) version: Version,
    /// `None` is an engine that runs elsewhere.
    pub(super) owned: Option<Owned>,
}

/// A browser that we started.
#[derive(Debug)]
pub(super) struct Owned {
    // Before the scratch folder: it must be dead before that is removed.
    pub(super) process: Process,
    pub(super) scratch: Scratch,
    pub(super) fresh_profile: bool,
    /// `None` for an engine that has no word for it.
    pub(super) sandboxed: Option<bool>,
}

/// The answer to `Browser.getVersion`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Version {
    pub(super) product: String,
    pub(super) user_agent: String,
    pub(super) protocol_version: String,
}

impl Version {
    pub(super) async fn ask(connection: &Connection) -> Result<Self, CallError> {
        connection
            .browser()
            .call_as("Browser.getVersion", &json!({}))
            .await
    }
}

impl Browser {
    /// `chrome`, `lightpanda` …, or `remote`.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// As the browser says it: `Chrome/156.0.8078.114`.
    pub fn product(&self) -> &str {
        &self.version.product
    }

    /// What it tells servers that it is.
    pub fn user_agent(&self) -> &str {
        &self.version.user_agent
    }

    /// The version of the protocol: `1.3`.
    pub fn protocol_version(&self) -> &str {
        &self.version.protocol_version
    }

    /// The way to it. It ends when the browser does.
    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Whether pages are kept from the system by the browser's sandbox; `None` for an engine that we did not start, or
    /// that has no word for it.
    pub fn sandboxed(&self) -> Option<bool> {
        self.owned.as_ref()?.sandboxed
    }

    /// Its main process; `None` for an engine that we did not start.
    pub fn process_id(&self) -> Option<u32> {
        self.owned.as_ref().map(|owned| owned.process.id())
    }

    /// The folder of its temporary files, which goes with it.
    pub fn scratch(&self) -> Option<&Path> {
        self.owned.as_ref().map(|owned| owned.scratch.path())
    }

    /// What a report should tell of how it runs.
    pub fn warnings(&self) -> Vec<String> {
        match self.sandboxed() {
            Some(false) => vec![
                "the browser runs without its sandbox, as it must when started by root; open only pages that you trust"
                    .into(),
            ],
            _ => Vec::new(),
        }
    }

    /// How it ended and what it said last, for a browser that went away by itself. Waits for its end, shortly.
    pub async fn obituary(&self) -> Option<Obituary> {
        let process = &self.owned.as_ref()?.process;
        let status = timeout(Duration::from_secs(1), process.ended()).await.ok()?;
        Some(Obituary {
            status,
            stderr: process.last_stderr().await,
        })
    }

    /// Ends it: everything that it started is dead and its temporary folder is gone when this resolves. An engine that
    /// we did not start is only let go.
    pub async fn close(mut self) {
        let Some(owned) = self.owned.take() else {
            return self.connection.close();
        };
        if owned.fresh_profile {
            // There is nothing to be written, and nothing that is left of it can do harm.
            self.connection.close();
        } else {
            let asked = self
                .connection
                .browser()
                .call_as::<_, serde::de::IgnoredAny>("Browser.close", &json!({}));
            drop(asked);
            let _ = timeout(CLOSE_WITHIN, owned.process.ended()).await;
        }
        owned.process.kill();
        let _ = timeout(CLOSE_WITHIN, owned.process.ended()).await;
        // Removes some hundred files.
        let _ = tokio::task::spawn_blocking(move || drop(owned)).await;
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.connection.close();
    }
}

/// How a browser ended by itself.
#[derive(Debug, Clone)]
pub struct Obituary {
    /// Its exit status.
    pub status: ExitStatus,
    /// Its last lines on stderr.
    pub stderr: Vec<String>,
}

impl fmt::Display for Obituary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the browser ended by itself ({})", self.status)
    }
}
