//! Servers on 127.0.0.1 and ::1, for tests and for nothing else.
//!
//! ```text
//! Site      the files of one folder: aite serve, --serve
//! Fixtures  a data set of the benchmark: its files, routes that do something, and the grading of answers
//! ```

mod files;
mod fixture;
mod inside;
mod listen;

pub use fixture::{Exchanged, Fixtures, FixturesError, Passed, Traffic};

use std::io;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use axum::Router;
use tokio::sync::watch;

/// How long answers that are under way may take once the server is told to stop.
const GRACE: Duration = Duration::from_millis(500);

/// A running server. Dropping it stops it.
#[derive(Debug)]
pub struct Site {
    port: u16,
    stop: watch::Sender<bool>,
    thread: Option<JoinHandle<()>>,
}

impl Site {
    /// Serves `dir` on `port` of both loopback addresses; port 0 picks one that is free on both.
    ///
    /// It runs on a thread of its own, so it never waits for the one who drives the browser.
    ///
    /// # Errors
    /// When the folder cannot be read or the port is taken on either address.
    pub fn start(dir: &Path, port: u16) -> io::Result<Self> {
        Self::answer(files::router(folder(dir)?), port)
    }

    /// Serves what the router answers.
    fn answer(router: Router, port: u16) -> io::Result<Self> {
        let (port, listeners) = listen::listen(port)?;
        let (stop, stopped) = watch::channel(false);
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let thread = thread::Builder::new().name("aite-site".into()).spawn(move || {
            runtime.block_on(serve(listeners, router, stopped));
            runtime.shutdown_background();
        })?;
        Ok(Self {
            port,
            stop,
            thread: Some(thread),
        })
    }

    /// The port that it listens on.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Serves until another thread ends the process.
    pub fn wait(mut self) {
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.stop.send_replace(true);
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

/// The folder itself, links followed.
fn folder(dir: &Path) -> io::Result<PathBuf> {
    let root = dir
        .canonicalize()
        .map_err(|error| io::Error::new(error.kind(), format!("cannot serve {}: {error}", dir.display())))?;
    if root.is_dir() {
        return Ok(root);
    }
    let message = format!("cannot serve {}: it is not a folder", dir.display());
    Err(io::Error::new(io::ErrorKind::NotADirectory, message))
}

async fn serve(listeners: Vec<TcpListener>, router: Router, stopped: watch::Receiver<bool>) {
    let mut servers = tokio::task::JoinSet::new();
    for listener in listeners {
        let (router, mut stopped) = (router.clone(), stopped.clone());
        servers.spawn(async move {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            let stop = async move { drop(stopped.wait_for(|stop| *stop).await) };
            axum::serve(listener, router).with_graceful_shutdown(stop).await
        });
    }
    let mut stopped = stopped;
    drop(stopped.wait_for(|stop| *stop).await);
    drop(tokio::time::timeout(GRACE, servers.join_all()).await);
}

#[cfg(test)]
mod tests;
