//! SIGINT and SIGTERM: the first ends the run in order, the second at once.

use std::io;
use std::process;

use aite_runtime::deadline::{Cancellation, Canceller};
use tokio::signal::unix::{SignalKind, signal};

use crate::exit::Exit;

/// What is cancelled by the first signal.
pub(super) fn listen() -> io::Result<Cancellation> {
    let (canceller, cancellation) = Canceller::new();
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::spawn(async move {
        for round in 0.. {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
            if round > 0 {
                // The browser ends with us: it holds the other end of our pipe.
                process::exit(Exit::Interrupted as i32);
            }
            canceller.cancel();
        }
    });
    Ok(cancellation)
}
