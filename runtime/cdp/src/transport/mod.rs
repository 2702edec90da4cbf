//! Ways to carry whole messages to a browser and back.

mod pipe;
mod websocket;

use std::future::Future;
use std::io;

pub use pipe::Pipe;
pub use websocket::{WebSocket, WebSocketReader, WebSocketWriter};

/// A way to a browser.
pub trait Transport {
    /// The half that messages come from.
    type Reader: MessageReader;
    /// The half that messages go to.
    type Writer: MessageWriter;

    /// As reports name it.
    fn name(&self) -> &'static str;

    /// The two halves, each of which lives in a task of its own.
    fn split(self) -> (Self::Reader, Self::Writer);
}

/// Where messages come from.
pub trait MessageReader: Send + 'static {
    /// The next whole message; `None` when the other side is done.
    ///
    /// # Errors
    /// When reading fails, or when the other side ends in the middle of a message.
    fn read(&mut self) -> impl Future<Output = io::Result<Option<Vec<u8>>>> + Send;
}

/// Where messages go.
pub trait MessageWriter: Send + 'static {
    /// Sends one message whole.
    ///
    /// # Errors
    /// When the other side cannot be written to.
    fn write(&mut self, message: Vec<u8>) -> impl Future<Output = io::Result<()>> + Send;
}
