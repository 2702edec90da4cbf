//! One message a frame over a websocket: engines that are reached by an address.

use std::io;

use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use super::{MessageReader, MessageWriter, Transport};

const BUFFER: usize = 16 * 1024;

/// An open websocket.
#[derive(Debug)]
pub struct WebSocket(WebSocketStream<TcpStream>);

impl WebSocket {
    /// Connects to `ws://HOST:PORT/PATH`. Encrypted addresses are not supported: engines listen on loopback.
    ///
    /// # Errors
    /// When the address is not such a one, nobody listens, or the handshake is refused.
    pub async fn connect(address: &str) -> io::Result<Self> {
        let authority = address
            .strip_prefix("ws://")
            .map(|rest| rest.split(['/', '?', '#']).next().unwrap_or(rest))
            .ok_or_else(|| {
                io::Error::new(
                    io::ErrorKind::InvalidInput,
                    "an engine's address begins with ws://",
                )
            })?;
        let has_port = authority
            .rsplit_once(':')
            .is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        let host = if has_port {
            authority.to_owned()
        } else {
            format!("{authority}:80")
        };
        let stream = TcpStream::connect(host).await?;
        stream.set_nodelay(true)?;
        // Screenshots and documents of any size are one message. A buffer is cleared for every read, and most messages
        // are small.
        let config = WebSocketConfig::default()
            .max_message_size(None)
            .max_frame_size(None)
            .read_buffer_size(BUFFER);
        let (socket, _) = client_async_with_config(address, stream, Some(config))
            .await
            .map_err(io::Error::other)?;
        Ok(Self(socket))
    }
}

impl Transport for WebSocket {
    type Reader = WebSocketReader;
    type Writer = WebSocketWriter;

    fn name(&self) -> &'static str {
        "websocket"
    }

    fn split(self) -> (Self::Reader, Self::Writer) {
        let (writer, reader) = self.0.split();
        (WebSocketReader(reader), WebSocketWriter(writer))
    }
}

/// The reading half.
#[derive(Debug)]
pub struct WebSocketReader(SplitStream<WebSocketStream<TcpStream>>);

impl MessageReader for WebSocketReader {
    async fn read(&mut self) -> io::Result<Option<Vec<u8>>> {
        loop {
            return match self.0.next().await {
                Some(Ok(Message::Text(text))) => Ok(Some(text.as_str().as_bytes().to_vec())),
                Some(Ok(Message::Binary(bytes))) => Ok(Some(bytes.to_vec())),
                Some(Ok(Message::Close(_)) | Err(Error::ConnectionClosed)) | None => Ok(None),
                Some(Ok(_)) => continue,
                Some(Err(error)) => Err(io::Error::other(error)),
            };
        }
    }
}

/// The writing half.
#[derive(Debug)]
pub struct WebSocketWriter(SplitSink<WebSocketStream<TcpStream>, Message>);

impl WebSocketWriter {
    /// Sends a close frame.
    ///
    /// # Errors
    /// When the other side cannot be written to.
    pub async fn close(&mut self) -> io::Result<()> {
        self.0.send(Message::Close(None)).await.map_err(io::Error::other)
    }
}

impl MessageWriter for WebSocketWriter {
    async fn write(&mut self, message: Vec<u8>) -> io::Result<()> {
        let text = String::from_utf8(message).map_err(io::Error::other)?;
        self.0.send(Message::text(text)).await.map_err(io::Error::other)
    }
}
