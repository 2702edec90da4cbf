//! The helper process of the agent-browser tool. It leaves the session of the probe that started it, and so outlives it;
//! each attempt has one under a name of its own, and ends it.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use sha2::{Digest, Sha256};
use tokio::time::{sleep, timeout};

use super::{Endpoint, Work, process};

/// How long a helper outlives its last command, should nobody end it.
const IDLE_MS: &str = "15000";
/// How long the tool may take to end it.
const CLOSING: Duration = Duration::from_secs(8);
/// How long it may take to put its files away, once the tool says that it has ended.
const TIDYING: Duration = Duration::from_secs(1);
const LOOK_EVERY: Duration = Duration::from_millis(20);
/// Where a data set has the tool.
const TOOL: &str = "node_modules/.bin/agent-browser";

/// Where the helper of an attempt would be found.
#[derive(Debug)]
pub(super) struct Helper {
    /// `None` when neither the variable nor the data set names one: then it is the one that the system finds.
    tool: Option<OsString>,
    sockets: PathBuf,
    name: String,
}

impl Helper {
    /// The one of an attempt, by the variables of the process where they are set.
    ///
    /// # Errors
    /// The system's, when there can be no folder for its socket.
    pub(super) fn of(work: &Work<'_>, endpoint: &Endpoint) -> io::Result<Self> {
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let sockets = match set("AGENT_BROWSER_SOCKET_DIR") {
            Some(folder) => folder.into(),
            None => std::env::temp_dir().join("ab"),
        };
        fs::create_dir_all(&sockets)?;
        let of_data_set = || Some(work.data_set.join(TOOL)).filter(|tool| tool.exists());
        let tool = set("AB_BIN").or_else(|| of_data_set().map(OsString::from));
        Ok(Self {
            tool,
            sockets,
            name: name(work, &endpoint.name),
        })
    }

    /// What a probe is told of it.
    pub(super) fn variables(&self) -> Vec<(String, OsString)> {
        let tool = self.tool.iter().map(|tool| ("AB_BIN", tool.clone()));
        let others: [(&str, OsString); 3] = [
            ("AGENT_BROWSER_SOCKET_DIR", self.sockets.clone().into()),
            ("AGENT_BROWSER_NAMESPACE", self.name.clone().into()),
            ("AGENT_BROWSER_IDLE_TIMEOUT_MS", IDLE_MS.into()),
        ];
        let all = tool.chain(others);
        all.map(|(name, value)| (name.to_owned(), value)).collect()
    }

    /// Ends it where the probe has used the tool, and removes its folder. It decides nothing: a helper that does not obey
    /// still ends when nobody asks it for anything.
    pub(super) async fn end(&self) {
        let folder = self.sockets.join("namespaces").join(&self.name);
        if !folder.exists() {
            return;
        }
        let mut close = Command::new(self.tool.as_deref().unwrap_or(OsStr::new("agent-browser")));
        close.args(["--json", "close", "--all"]).envs(self.variables());
        super::without_proxies(&mut close);
        let _ = process::run(close, Vec::new(), CLOSING).await;
        let tidy = async {
            while !remove(&folder) {
                sleep(LOOK_EVERY).await;
            }
        };
        let _ = timeout(TIDYING, tidy).await;
    }
}

/// Keeps the helpers of attempts apart. Short, because it becomes a part of a socket's path.
fn name(work: &Work<'_>, engine: &str) -> String {
    let attempt = work.attempt.to_string();
    let parts = [work.run_id, &work.program.name, engine, &attempt, work.seed];
    let digest = Sha256::digest(parts.join("\0"));
    let digits: String = digest.iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    format!("a{digits}")
}

/// Removes what a helper leaves when it has ended, and says whether it could. Anything else there (a socket, a process
/// number) may be of one that still runs.
fn remove(folder: &Path) -> bool {
    let run = folder.join("run");
    let Ok(entries) = fs::read_dir(&run) else {
        return fs::remove_dir(folder).is_ok();
    };
    let mut settings = Vec::new();
    for entry in entries.flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if !is_file || entry.path().extension().is_none_or(|kind| kind != "config") {
            return false;
        }
        settings.push(entry.path());
    }
    settings.iter().all(|path| fs::remove_file(path).is_ok())
        && fs::remove_dir(&run).is_ok()
        && fs::remove_dir(folder).is_ok()
}
