//! A peer that does what a test says: it answers, refuses, tells events, stays silent, cuts a message, dies.
//!
//! Two ways to use it. Step by step, where the order matters:
//! ```ignore
//! let (pipe, mut peer) = Peer::pipe();
//! let connection = Connection::open(pipe);
//! let answer = connection.browser().call(GetVersionParams::default());
//! let request = peer.receive().await.unwrap();
//! peer.perform(&request, &[event("Target.targetCreated", json!({})), answer(json!({}))]).await;
//! ```
//! By a table, where it only has to be there: `Script::new().on("Browser.getVersion", [answer(json!({…}))])`, then
//! [`Peer::play`]. Over a websocket: [`Peer::listen`].

use std::collections::HashMap;
use std::io;

use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use crate::transport::Pipe;

/// What the in-memory pipe holds before a writer waits, as the system's does.
const PIPE_BYTES: usize = 64 * 1024;

/// A command that came in.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Request {
    /// Its number.
    pub id: u64,
    /// `Domain.command`
    pub method: String,
    /// Its parameters.
    #[serde(default)]
    pub params: Value,
    /// The session that it goes to; `None` is the browser.
    #[serde(default)]
    pub session_id: Option<String>,
}

/// Something that a peer does.
#[derive(Debug, Clone, PartialEq)]
pub enum Act {
    /// Answers the command.
    Answer(Value),
    /// Refuses the command, with this number and sentence.
    Refuse(i64, String),
    /// Tells an event of a session; `None` is the browser.
    Tell(Option<String>, String, Value),
    /// Sends these bytes as one message, whatever they are.
    Say(Vec<u8>),
    /// Sends the beginning of a message and is gone.
    Cut(Vec<u8>),
    /// Is gone.
    Die,
}

/// Answers the command.
pub fn answer(result: Value) -> Act {
    Act::Answer(result)
}

/// Refuses the command.
pub fn refuse(code: i64, message: &str) -> Act {
    Act::Refuse(code, message.into())
}

/// Tells an event of the browser.
pub fn event(method: &str, params: Value) -> Act {
    Act::Tell(None, method.into(), params)
}

/// Tells an event of a session.
pub fn event_in(session: &str, method: &str, params: Value) -> Act {
    Act::Tell(Some(session.into()), method.into(), params)
}

/// What to do when a command comes, by its method. A command without an entry gets no answer.
#[derive(Debug, Clone, Default)]
pub struct Script(HashMap<String, Vec<Act>>);

impl Script {
    /// Silent.
    pub fn new() -> Self {
        Self::default()
    }

    /// Does this whenever the command comes.
    #[must_use]
    pub fn on(mut self, method: &str, acts: impl Into<Vec<Act>>) -> Self {
        self.0.insert(method.into(), acts.into());
        self
    }
}

/// The browser's side of a connection.
#[derive(Debug)]
pub struct Peer(Wire);

#[derive(Debug)]
enum Wire {
    Pipe(BufReader<DuplexStream>, DuplexStream),
    Socket(Box<WebSocketStream<TcpStream>>),
    Gone,
}

/// A peer that waits to be connected to.
#[derive(Debug)]
pub struct Listening {
    listener: TcpListener,
    /// The `ws://` address.
    pub address: String,
}

impl Listening {
    /// Waits for the connection.
    ///
    /// # Errors
    /// When what connects does not speak websocket.
    pub async fn accept(&self) -> io::Result<Peer> {
        let (stream, _) = self.listener.accept().await?;
        Peer::over(stream).await
    }
}

impl Peer {
    /// A pair of pipes in memory.
    pub fn pipe() -> (Pipe<DuplexStream, DuplexStream>, Self) {
        let (to_browser, reads) = tokio::io::duplex(PIPE_BYTES);
        let (writes, from_browser) = tokio::io::duplex(PIPE_BYTES);
        let pipe = Pipe {
            from_browser,
            to_browser,
        };
        (pipe, Self(Wire::Pipe(BufReader::new(reads), writes)))
    }

    /// A websocket on a loopback port that the system chooses.
    ///
    /// # Errors
    /// When there is no port to be had.
    pub async fn listen() -> io::Result<Listening> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = format!("ws://{}/devtools/browser", listener.local_addr()?);
        Ok(Listening { listener, address })
    }

    /// The peer at the other end of a connection that somebody made to us.
    ///
    /// # Errors
    /// When it does not speak websocket.
    pub async fn over(stream: TcpStream) -> io::Result<Self> {
        let socket = tokio_tungstenite::accept_async(stream)
            .await
            .map_err(io::Error::other)?;
        Ok(Self(Wire::Socket(Box::new(socket))))
    }

    /// The next command; `None` when there will be no more.
    pub async fn receive(&mut self) -> Option<Request> {
        let message = match &mut self.0 {
            Wire::Gone => None,
            Wire::Pipe(reader, _) => {
                let mut message = Vec::new();
                reader.read_until(0, &mut message).await.ok()?;
                message.pop_if(|last| *last == 0).map(|_| message)
            }
            Wire::Socket(socket) => loop {
                match socket.next().await?.ok()? {
                    Message::Text(text) => break Some(text.as_bytes().to_vec()),
                    Message::Close(_) => break None,
                    _ => {}
                }
            },
        };
        serde_json::from_slice(&message?).ok()
    }

    /// Does what is said, about this command.
    pub async fn perform(&mut self, request: &Request, acts: &[Act]) {
        for act in acts {
            match act {
                Act::Answer(result) => self.say(&envelope(request, "result", result.clone())).await,
                Act::Refuse(code, message) => {
                    let error = json!({"code": code, "message": message});
                    self.say(&envelope(request, "error", error)).await;
                }
                other => self.act(other).await,
            }
        }
    }

    /// Does something that is about no command.
    ///
    /// # Panics
    /// When it is an answer.
    pub async fn act(&mut self, act: &Act) {
        match act {
            Act::Answer(_) | Act::Refuse(..) => panic!("{act:?} needs a command: use Peer::perform"),
            Act::Tell(session, method, params) => {
                let mut message = json!({"method": method, "params": params});
                if let Some(session) = session {
                    message["sessionId"] = json!(session);
                }
                self.say(&message).await;
            }
            Act::Say(bytes) => self.send(bytes).await,
            Act::Cut(bytes) => {
                self.begin(bytes).await;
                self.0 = Wire::Gone;
            }
            Act::Die => self.0 = Wire::Gone,
        }
    }

    /// Follows the script until the other side is gone, and returns the commands that came.
    pub async fn play(mut self, script: Script) -> Vec<Request> {
        let mut seen = Vec::new();
        while let Some(request) = self.receive().await {
            if let Some(acts) = script.0.get(&request.method) {
                self.perform(&request, acts).await;
            }
            seen.push(request);
        }
        seen
    }

    async fn say(&mut self, message: &Value) {
        self.send(message.to_string().as_bytes()).await;
    }

    /// Sends one whole message. That nobody listens any more is no concern of a peer.
    async fn send(&mut self, message: &[u8]) {
        let _ = match &mut self.0 {
            Wire::Gone => Ok(()),
            Wire::Pipe(_, writer) => writer.write_all(&[message, &[0]].concat()).await,
            Wire::Socket(socket) => {
                let text = String::from_utf8_lossy(message).into_owned();
                socket.send(Message::text(text)).await.map_err(io::Error::other)
            }
        };
    }

    /// Sends the beginning of a message.
    async fn begin(&mut self, part: &[u8]) {
        // A text frame that claims 100 bytes and holds fewer.
        const FRAME: [u8; 2] = [0x81, 100];
        let _ = match &mut self.0 {
            Wire::Gone => Ok(()),
            Wire::Pipe(_, writer) => writer.write_all(part).await,
            Wire::Socket(socket) => socket.get_mut().write_all(&[&FRAME, part].concat()).await,
        };
    }
}

fn envelope(request: &Request, kind: &str, content: Value) -> Value {
    let mut message = json!({"id": request.id, kind: content});
    if let Some(session) = &request.session_id {
        message["sessionId"] = json!(session);
    }
    message
}
