//! `webServer` of the configuration: a command that serves the pages while scripts run.

use std::fs::{self, File};
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use aite_compiler::project;
use aite_runtime::deadline::Cancellation;
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, kill_process_group, test_kill_process_group, waitid,
};
use tokio::net::TcpStream;

use crate::exit::{Exit, Stop};

/// How long the server may take until its address answers.
const READY: Duration = Duration::from_secs(60);
/// How long it may take to end when asked.
const GRACE: Duration = Duration::from_secs(2);
/// How long what it started may linger once it was killed; where nobody collects dead processes they stay for ever.
const LINGER: Duration = Duration::from_millis(300);
/// How often its address is tried, and whether it has ended.
const TRY: Duration = Duration::from_millis(50);

/// Runs the command in a group of its own, and ends the group when the command ends or when we do: our end of its
/// standard input closes with us, however we end. What does not listen is killed a little later.
const GUARDED: &str = "(sh -c \"$1\" </dev/null; kill -TERM 0) & read -r _; \
    trap '' TERM; (sleep 2; kill -KILL 0) & trap - TERM; kill -TERM 0";

/// A server that was started. Dropping it ends it and everything that it started.
#[derive(Debug)]
pub(super) struct WebServer {
    child: Child,
}

impl WebServer {
    /// Starts the server and waits until its address answers. One that answers already is used as it is.
    pub(super) async fn start(
        server: &project::WebServer,
        root: &Path,
        results: &Path,
        cancellation: &Cancellation,
    ) -> Result<Option<Self>, Stop> {
        if answers(&server.url).await {
            return Ok(None);
        }
        let log = results.join("web-server.log");
        let child = spawn(&server.command, root, &log).map_err(|error| {
            Stop::could_not_run(format!(
                "webServer: {} cannot be started: {error}",
                server.command
            ))
        })?;
        let mut started = Self { child };
        let since = Instant::now();
        while !answers(&server.url).await {
            let why = match started.child.try_wait() {
                Ok(None) if cancellation.is_cancelled() => return Err(Stop::silent(Exit::Interrupted)),
                Ok(None) if since.elapsed() < READY => {
                    tokio::time::sleep(TRY).await;
                    continue;
                }
                Ok(None) => format!("{} did not answer within {} s", server.url, READY.as_secs()),
                Ok(Some(_)) => "it ended before it answered".to_owned(),
                Err(error) => error.to_string(),
            };
            let help = format!("what it said is in {}: {}", log.display(), last_line(&log));
            return Err(Stop::could_not_run(format!("webServer: {}: {why}", server.command)).with_help(help));
        }
        Ok(Some(started))
    }
}

impl Drop for WebServer {
    fn drop(&mut self) {
        // Closing its standard input ends it in order.
        drop(self.child.stdin.take());
        let since = Instant::now();
        while since.elapsed() < GRACE && matches!(self.child.try_wait(), Ok(None)) {
            thread::sleep(TRY);
        }
        let group = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        if let Some(group) = group {
            // Whatever did not listen; a group that is gone is an error that changes nothing.
            let _ = kill_process_group(group, Signal::KILL);
        }
        drop(self.child.wait());
        // The shell is gone; what it started may hold the port a moment longer.
        let since = Instant::now();
        reap(group);
        while since.elapsed() < LINGER && group.is_some_and(|group| test_kill_process_group(group).is_ok()) {
            thread::sleep(TRY);
            reap(group);
        }
    }
}

/// Collects what is dead of a group and became our child when the shell died.
fn reap(group: Option<Pid>) {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG;
    while matches!(waitid(WaitId::Pgid(group), options), Ok(Some(_))) {}
}

fn spawn(command: &str, root: &Path, log: &Path) -> io::Result<Child> {
    let log = File::create(log)?;
    Command::new("sh")
        .args(["-c", GUARDED, "sh", command])
        .current_dir(root)
        .stdin(Stdio::piped())
        .stdout(log.try_clone()?)
        .stderr(log)
        .process_group(0)
        .spawn()
}

/// Whether somebody listens at an address.
async fn answers(url: &str) -> bool {
    let Some((scheme, rest)) = url.split_once("://") else {
        return false;
    };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let default = if scheme.eq_ignore_ascii_case("https") {
        443
    } else {
        80
    };
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => (host, port.parse().unwrap_or(default)),
        _ => (authority, default),
    };
    let host = host.trim_start_matches('[').trim_end_matches(']');
    let connected = tokio::time::timeout(GRACE, TcpStream::connect((host, port))).await;
    matches!(connected, Ok(Ok(_)))
}

fn last_line(log: &Path) -> String {
    let text = fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    text.lines()
        .rev()
        .find(|line| !line.trim().is_empty())
        .unwrap_or("nothing")
        .to_owned()
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use aite_runtime::deadline::Canceller;

    use super::*;

    fn server(command: &str, url: &str) -> project::WebServer {
        project::WebServer {
            command: command.to_owned(),
            url: url.to_owned(),
        }
    }

    #[tokio::test]
    async fn a_command_that_ends_is_told_with_what_it_said() {
        let folder = tempfile::tempdir().unwrap();
        let port = TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap()
            .port();
        let url = format!("http://127.0.0.1:{port}/");
        let (_canceller, cancellation) = Canceller::new();
        let broken = server("echo no such thing; exit 3", &url);
        let stop = WebServer::start(&broken, folder.path(), folder.path(), &cancellation)
            .await
            .unwrap_err();
        assert!(
            stop.message.contains("ended before it answered"),
            "{}",
            stop.message
        );
        assert!(stop.help.unwrap().contains("no such thing"));
    }

    #[tokio::test]
    async fn one_that_answers_already_is_used() {
        let folder = tempfile::tempdir().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://localhost:{}", listener.local_addr().unwrap().port());
        let (_canceller, cancellation) = Canceller::new();
        let there = server("exit 1", &url);
        assert!(
            WebServer::start(&there, folder.path(), folder.path(), &cancellation)
                .await
                .unwrap()
                .is_none()
        );
    }

    #[test]
    fn dropping_it_ends_everything_that_it_started() {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        let marker = folder.path().join("pid");
        let command = format!("sleep 1000 & echo $! > {}; wait", marker.display());
        let child = spawn(&command, folder.path(), &log).unwrap();
        let pid = loop {
            // The file is there once the command runs.
            match fs::read_to_string(&marker)
                .ok()
                .and_then(|text| text.trim().parse::<i32>().ok())
            {
                Some(pid) => break Pid::from_raw(pid).unwrap(),
                None => thread::yield_now(),
            }
        };
        drop(WebServer { child });
        let gone = || match fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())) {
            Ok(stat) => stat.contains(") Z "),
            Err(_) => true,
        };
        while !gone() {
            thread::yield_now();
        }
    }
}
