//! What tests on real browsers share.
#![allow(dead_code, unreachable_pub, reason = "not every test needs all of it")]

use std::os::fd::OwnedFd;
use std::path::Path;
use std::time::Duration;

use aite_cdp::browser::target::{AttachToTargetParams, CreateTargetParams};
use aite_cdp::{Session, SessionId};
use aite_runtime::engine::{Browser, Chromium, Found, Options, Search, StartError};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{Pid, PidfdFlags, Signal, getpgid, kill_process, pidfd_open};

/// A test that hangs is a test that fails.
pub async fn soon<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(60), future)
        .await
        .expect("this hangs")
}

pub fn chromium() -> Found {
    Search::default().find().expect("these tests need Chromium")
}

pub async fn launch() -> Browser {
    launch_with(&Options::default()).await.expect("Chromium starts")
}

pub async fn launch_with(options: &Options) -> Result<Browser, StartError> {
    Chromium::launch(&chromium(), options).await
}

pub async fn open_page(browser: &Browser) -> Session {
    let root = browser.connection().browser();
    let target = soon(root.call(CreateTargetParams::new("about:blank")))
        .await
        .expect("a tab")
        .target_id;
    let attach = AttachToTargetParams {
        target_id: target,
        flatten: Some(true),
    };
    let session = soon(root.call(attach)).await.expect("a session").session_id;
    browser.connection().session(SessionId::new(session.as_ref()))
}

/// The processes with this folder on their command line, each held so that its end can be waited for.
pub struct Processes(Vec<(Pid, OwnedFd)>);

impl Processes {
    pub fn of(folder: &Path) -> Self {
        let folder = folder.to_str().expect("a readable path");
        let uses = |process: &Path| {
            std::fs::read(process.join("cmdline"))
                .is_ok_and(|line| String::from_utf8_lossy(&line).contains(folder))
        };
        let processes = std::fs::read_dir("/proc")
            .expect("Linux")
            .flatten()
            .filter(|it| uses(&it.path()));
        let numbers = processes.filter_map(|it| Pid::from_raw(it.file_name().to_str()?.parse().ok()?));
        Self(
            numbers
                .filter_map(|it| Some((it, pidfd_open(it, PidfdFlags::empty()).ok()?)))
                .collect(),
        )
    }

    /// Those in another process group, by their command lines.
    pub fn outside(&self, group: u32) -> Vec<String> {
        let leads =
            |it: &Pid| getpgid(Some(*it)).is_ok_and(|it| it.as_raw_nonzero().get().unsigned_abs() == group);
        let line = |it: &Pid| std::fs::read_to_string(format!("/proc/{}/cmdline", it.as_raw_nonzero()));
        let outside = self.0.iter().map(|(number, _)| number).filter(|it| !leads(it));
        outside
            .filter_map(|it| line(it).ok())
            .filter(|line| !line.is_empty())
            .collect()
    }

    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Blocks until all of them have ended.
    pub fn wait(&self) {
        let limit = rustix::event::Timespec {
            tv_sec: 30,
            tv_nsec: 0,
        };
        for (_, process) in &self.0 {
            let mut watched = [PollFd::new(process, PollFlags::IN)];
            assert_eq!(
                poll(&mut watched, Some(&limit)),
                Ok(1),
                "a process of the browser lives on"
            );
        }
    }
}

pub fn signal(process: u32, signal: Signal) {
    let process = i32::try_from(process)
        .ok()
        .and_then(Pid::from_raw)
        .expect("a process");
    kill_process(process, signal).expect("it runs");
}
