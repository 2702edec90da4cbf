//! The language server of `.aite` scripts: the protocol around the compiler's queries, and nothing of the language.
//!
//! ```text
//! client ─ transport ─ session ─ workspace ─ aite_compiler::ide::Host
//!                         │                          │ snapshot
//!                         └─ pool ─ query ───────────┘
//! ```
//! Messages enter the session's queue in the order of their arrival. The session alone changes anything; a question is
//! answered on a snapshot, by another thread, in bytes, and `query` turns the answer into the protocol's words.

mod capabilities;
mod client;
mod document;
mod pages;
mod parent;
mod query;
mod session;
mod transport;
mod workspace;

use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use aite_compiler::project::CheckFolder;
use tokio::io::AsyncWrite;
use tokio::sync::{mpsc, oneshot};

use session::{Event, Inbox, Session};
use transport::door::{Door, Loop};

/// What the server is told by the program that it is part of.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The program that `aite.run` and `aite.allowCheck` start; without one these commands are refused.
    pub program: Option<PathBuf>,
    /// The version that clients are told.
    pub version: &'static str,
    /// Reads the folder of the checks of the project with this root.
    pub read_checks: fn(&Path) -> CheckFolder,
}

/// How a session ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The client said `shutdown` before it left.
    Orderly,
    /// It did not: it said only `exit`, closed the input or the output, or died.
    Abrupt,
}

/// How long the last answers may take to be written.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// Serves the client on standard input and output until it leaves.
///
/// # Errors
/// The machine gives no more threads or descriptors.
pub fn serve_stdio(settings: Settings) -> io::Result<End> {
    serve(BufReader::new(io::stdin()), tokio::io::stdout, settings)
}

/// Serves one client until it leaves. `output` is made inside the server's runtime.
///
/// The thread that reads `input` cannot be called off: it ends with the input or with the process.
///
/// # Errors
/// The machine gives no more threads or descriptors.
pub fn serve<O: AsyncWrite>(
    input: impl BufRead + Send + 'static,
    output: impl FnOnce() -> O,
    settings: Settings,
) -> io::Result<End> {
    let (inbox, events) = Inbox::new();
    let (outgoing, sent) = mpsc::unbounded_channel();
    let (end, ended) = oneshot::channel();
    let session = Session::new(settings, inbox.clone(), outgoing);
    thread::Builder::new()
        .name("session".to_owned())
        // A panic is learned of too: the sender is dropped.
        .spawn(move || {
            // Nobody waits any more when the transport was given up.
            let _: Result<(), End> = end.send(session.run(&events));
        })?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()?;
    let outcome = runtime.block_on(async {
        let door = Door::new(inbox.clone());
        let back = Loop::new(inbox.clone(), sent);
        let carried = transport::carry(input, output(), door, back, inbox.clone());
        tokio::pin!(carried);
        let mut ended = ended;
        tokio::select! {
            () = &mut carried => {
                inbox.put(Event::Closed);
                ended.await
            }
            outcome = &mut ended => {
                // What was answered is still on its way out, unless nobody reads it.
                drop(tokio::time::timeout(LAST_WORDS, carried).await);
                outcome
            }
        }
    });
    // A write to an output that nobody reads must not keep the process.
    runtime.shutdown_background();
    Ok(outcome.unwrap_or(End::Abrupt))
}
