//! The protocol one message at a time, for those who must see every message, as it came and in the order in which it
//! came: there are no sessions here, no matching of answers, no opinion about what is gone.

use std::io;

use serde::Serialize;
use serde_json::value::RawValue;

use crate::message::{self, Incoming, Outgoing};
use crate::transport::{
    MessageReader, MessageWriter, Transport, WebSocket, WebSocketReader, WebSocketWriter,
};

/// A websocket that speaks the protocol.
#[derive(Debug)]
pub struct Exchange {
    reader: WebSocketReader,
    writer: WebSocketWriter,
    last_id: u64,
}

/// A message that came in. An answer has an `id`, an event a `method`.
#[derive(Debug, Clone)]
pub struct Frame {
    /// The command that it answers.
    pub id: Option<u64>,
    /// The event's name.
    pub method: Option<String>,
    /// The session that it is about; `None` is the browser.
    pub session: Option<String>,
    /// What an event says.
    pub params: Option<Box<RawValue>>,
    /// The answer.
    pub result: Option<Box<RawValue>>,
    /// The refusal.
    pub error: Option<Box<RawValue>>,
}

impl Exchange {
    /// Connects to a `ws://` address.
    ///
    /// # Errors
    /// As [`WebSocket::connect`].
    pub async fn connect(address: &str) -> io::Result<Self> {
        let (reader, writer) = WebSocket::connect(address).await?.split();
        Ok(Self {
            reader,
            writer,
            last_id: 0,
        })
    }

    /// Sends a command and returns its number, which counts from 1. Without `params` it has none.
    ///
    /// # Errors
    /// When the connection is gone, or the parameters are no JSON.
    pub async fn send<P: Serialize>(
        &mut self,
        method: &str,
        params: Option<&P>,
        session_id: Option<&str>,
    ) -> io::Result<u64> {
        self.last_id += 1;
        let id = self.last_id;
        let outgoing = Outgoing {
            id,
            method,
            params,
            session_id,
        };
        self.writer.write(serde_json::to_vec(&outgoing)?).await?;
        Ok(id)
    }

    /// The next message; `None` when the other side has ended the conversation. Dropping the future loses nothing.
    ///
    /// # Errors
    /// When reading fails ([`io::ErrorKind::InvalidData`]: what came is no JSON object).
    pub async fn next(&mut self) -> io::Result<Option<Frame>> {
        let Some(mut message) = self.reader.read().await? else {
            return Ok(None);
        };
        message::mend_surrogates(&mut message);
        let incoming: Incoming<'_> = serde_json::from_slice(&message)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        Ok(Some(Frame {
            id: incoming.id,
            method: incoming.method.map(Into::into),
            session: incoming.session_id.map(Into::into),
            params: incoming.params.map(ToOwned::to_owned),
            result: incoming.result.map(ToOwned::to_owned),
            error: incoming.error.map(ToOwned::to_owned),
        }))
    }

    /// Says good-bye and is gone, without waiting for the other side to say it too.
    pub async fn close(mut self) {
        // Whoever does not listen any more needs no good-bye.
        let _ = self.writer.close().await;
    }
}
