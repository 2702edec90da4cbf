//! SIGINT, SIGTERM and SIGHUP: the first ends the run in order, the second at once.

use std::io;
use std::process;
use std::thread;

use aite_runtime::deadline::{Cancellation, Canceller};
use tokio::runtime;
use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::exit::Exit;

/// What is cancelled by the first signal.
///
/// A thread of its own listens, because whoever prints into a pipe that nobody reads waits, and must still be ended by
/// the second signal.
pub(crate) fn listen() -> io::Result<Cancellation> {
    let (canceller, cancellation) = Canceller::new();
    let runtime = runtime::Builder::new_current_thread().enable_io().build()?;
    let mut signals = {
        let _inside = runtime.enter();
        Signals::register()?
    };
    thread::Builder::new()
        .name("aite-signals".into())
        .spawn(move || {
            runtime.block_on(async {
                signals.next().await;
                canceller.cancel();
                signals.next().await;
                // The browser ends with us: it holds the other end of our pipe.
                process::exit(Exit::Interrupted as i32);
            });
        })?;
    Ok(cancellation)
}

/// What asks us to end.
struct Signals {
    interrupt: Signal,
    terminate: Signal,
    /// `None` where whoever started us wants it ignored, as `nohup` does.
    hang_up: Option<Signal>,
}

impl Signals {
    fn register() -> io::Result<Self> {
        let hang_up = match hang_up_is_ignored() {
            true => None,
            false => Some(signal(SignalKind::hangup())?),
        };
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            hang_up,
        })
    }

    async fn next(&mut self) {
        let hang_up = async {
            match &mut self.hang_up {
                Some(signal) => signal.recv().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
            _ = hang_up => {}
        }
    }
}

/// What the kernel says of us; `false` where it does not say.
fn hang_up_is_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // The lowest bit is signal 1.
    ignored.is_some_and(|mask| mask & 1 == 1)
}
