//! The fixture server: the files of one folder on 127.0.0.1 and ::1, for tests and for nothing else.

mod files;

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, TcpListener};
use std::path::Path;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use axum::Router;
use tokio::sync::watch;

/// How long answers that are under way may take once the server is told to stop.
const GRACE: Duration = Duration::from_millis(500);
/// How often another free port is tried when the one found is taken on the other address.
const ATTEMPTS: usize = 64;

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
        let root = dir.canonicalize().map_err(|error| {
            io::Error::new(error.kind(), format!("cannot serve {}: {error}", dir.display()))
        })?;
        if !root.is_dir() {
            let message = format!("cannot serve {}: it is not a folder", dir.display());
            return Err(io::Error::new(io::ErrorKind::NotADirectory, message));
        }
        let (port, listeners) = listen(port)?;
        let (stop, stopped) = watch::channel(false);
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let thread = thread::Builder::new().name("aite-site".into()).spawn(move || {
            runtime.block_on(serve(listeners, files::router(root), stopped));
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

fn listen(port: u16) -> io::Result<(u16, Vec<TcpListener>)> {
    let mut last = None;
    for _ in 0..if port == 0 { ATTEMPTS } else { 1 } {
        match listen_on_both(port) {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => last = Some(error),
            other => return other,
        }
    }
    Err(last.unwrap_or_else(|| io::ErrorKind::AddrInUse.into()))
}

fn listen_on_both(port: u16) -> io::Result<(u16, Vec<TcpListener>)> {
    let v4 = bind(Ipv4Addr::LOCALHOST.into(), port)?;
    let port = v4.local_addr()?.port();
    let mut listeners = vec![v4];
    match bind(Ipv6Addr::LOCALHOST.into(), port) {
        Ok(v6) => listeners.push(v6),
        // A machine without IPv6 has no ::1 that a browser could try.
        Err(error) if is_missing_family(&error) => {}
        Err(error) => return Err(error),
    }
    Ok((port, listeners))
}

fn bind(address: IpAddr, port: u16) -> io::Result<TcpListener> {
    let bound = TcpListener::bind((address, port)).and_then(|listener| {
        listener.set_nonblocking(true)?;
        Ok(listener)
    });
    bound.map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => {
            let message = format!("port {port} on {address} is taken by another program");
            io::Error::new(error.kind(), message)
        }
        io::ErrorKind::PermissionDenied => {
            let message = format!("port {port} on {address} may not be used by this user");
            io::Error::new(error.kind(), message)
        }
        _ => error,
    })
}

fn is_missing_family(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::AddrNotAvailable
        || error.raw_os_error() == Some(rustix::io::Errno::AFNOSUPPORT.raw_os_error())
}

#[cfg(test)]
mod tests;
