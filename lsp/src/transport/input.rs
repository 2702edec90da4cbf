//! Standard input for the transport: whole messages, which a thread of its own reads.

use std::io::{self, BufRead};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::thread;

use tokio::io::{AsyncRead, ReadBuf};
use tokio::sync::mpsc;
use tower_lsp::jsonrpc::Request;

use super::frames::{self, Frame};
use crate::session::{Event, Inbox};

/// The method under which an unreadable frame reaches the session, which answers it.
pub(super) const UNREADABLE: &str = "$/unreadable";

/// So many messages wait between the thread and the transport; the client waits with the next.
const WAITING: usize = 64;

/// The messages as bytes again, with nothing between them that the transport would stumble over.
pub(super) struct Input {
    messages: mpsc::Receiver<Vec<u8>>,
    current: io::Cursor<Vec<u8>>,
    inbox: Inbox,
}

impl Input {
    /// Starts reading.
    pub(super) fn start(mut from: impl BufRead + Send + 'static, inbox: Inbox) -> Self {
        let (sender, messages) = mpsc::channel(WAITING);
        // The thread ends with the input, or with the process: a read cannot be called off.
        thread::spawn(move || {
            while let Some(message) = next(&mut from) {
                if sender.blocking_send(message).is_err() {
                    break;
                }
            }
        });
        Self {
            messages,
            current: io::Cursor::default(),
            inbox,
        }
    }
}

/// An input that cannot be read has ended.
fn next(from: &mut impl BufRead) -> Option<Vec<u8>> {
    let body = match frames::read(from).ok()? {
        Frame::Message(body) => body,
        Frame::Unreadable(why) => {
            let params = serde_json::to_value(why.error()).ok()?;
            let request = Request::build(UNREADABLE)
                .params(params)
                .id(tower_lsp::jsonrpc::Id::Null);
            serde_json::to_vec(&request.finish()).ok()?
        }
        Frame::End => return None,
    };
    let mut message = format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes();
    message.extend(body);
    Some(message)
}

impl AsyncRead for Input {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        loop {
            let left = this.current.fill_buf()?;
            if !left.is_empty() {
                let some = left.len().min(buffer.remaining());
                buffer.put_slice(left.get(..some).unwrap_or_default());
                this.current.consume(some);
                return Poll::Ready(Ok(()));
            }
            match this.messages.poll_recv(context) {
                Poll::Ready(Some(message)) => this.current = io::Cursor::new(message),
                Poll::Ready(None) => {
                    // Behind everything that arrived before.
                    this.inbox.put(Event::Closed);
                    return Poll::Ready(Ok(()));
                }
                Poll::Pending => return Poll::Pending,
            }
        }
    }
}
