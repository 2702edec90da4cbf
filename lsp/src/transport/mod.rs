//! Messages in, messages out. `tower-lsp-server` frames and matches them; the session sees values in the order of
//! their arrival and nothing of how they travel.
//!
//! ```text
//! stdin ─ frames ─ input ─┐                ┌─ session (its own thread)
//!                         ├─ tower_lsp ─ door
//! stdout ─────────────────┘                └─ outgoing requests and notifications
//! ```

pub(crate) mod door;
pub(crate) mod frames;
mod input;

use std::io::BufRead;

use tokio::io::AsyncWrite;
use tower_lsp::Server;

use door::{Door, Loop};
use input::Input;

use crate::session::Inbox;

/// As many requests as a client likes wait for their answers: the session decides what is worked on.
const NO_LIMIT: usize = usize::MAX;

/// Carries messages until the input ends, the client says `exit`, or the output is closed.
pub(crate) async fn carry(
    input: impl BufRead + Send + 'static,
    output: impl AsyncWrite,
    door: Door,
    back: Loop,
    inbox: Inbox,
) {
    let input = Input::start(input, inbox);
    Server::new(input, output, back)
        .concurrency_level(NO_LIMIT)
        .serve(door)
        .await;
}
