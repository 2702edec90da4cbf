//! A session: the browser itself, or one target attached to.

use std::fmt;
use std::future::Future;
use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use chromiumoxide_types::Command;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use tokio::sync::oneshot;

use crate::connection::Connection;
use crate::error::{CallError, Gone};

/// The browser's name for a session.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SessionId(Arc<str>);

impl SessionId {
    /// As the browser wrote it.
    pub fn new(id: impl Into<Arc<str>>) -> Self {
        Self(id.into())
    }

    /// As the browser wrote it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Where commands go. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Session {
    connection: Connection,
    id: Option<SessionId>,
}

impl Session {
    pub(crate) fn new(connection: Connection, id: Option<SessionId>) -> Self {
        Self { connection, id }
    }

    /// The session's id; `None` is the browser itself.
    pub fn id(&self) -> Option<&SessionId> {
        self.id.as_ref()
    }

    /// The connection that it belongs to.
    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Sends a command at once; the answer can be awaited later. Commands of one connection leave in the order of
    /// these calls, so several may be sent before the first is awaited.
    pub fn call<C: Command>(&self, command: C) -> Pending<C::Response> {
        let method = command.identifier();
        self.call_as(&method, &command)
    }

    /// Sends a command whose types the caller names, for methods and members that the typed protocol lacks.
    pub fn call_as<P: Serialize + ?Sized, R: DeserializeOwned>(
        &self,
        method: &str,
        params: &P,
    ) -> Pending<R> {
        let answer = self.connection.send(self.id.as_ref(), method, &params);
        Pending {
            method: method.to_owned(),
            answer,
            kind: PhantomData,
        }
    }

    /// Sends a command that nobody waits for; a refusal is dropped.
    pub fn post<C: Command>(&self, command: C) {
        drop(self.call(command));
    }

    /// Why the session is of no use any more, if so.
    pub fn gone(&self) -> Option<Gone> {
        self.connection.gone(self.id.as_ref())
    }

    /// Resolves when the session is of no use any more.
    pub async fn until_gone(&self) -> Gone {
        self.connection.until_gone(self.id.as_ref()).await
    }
}

/// An answer on its way. Dropping it drops the answer; the command stays sent.
#[derive(Debug)]
#[must_use = "an answer that nobody awaits is a `post`"]
pub struct Pending<R> {
    method: String,
    answer: Result<oneshot::Receiver<Answer>, CallError>,
    kind: PhantomData<fn() -> R>,
}

pub(crate) type Answer = Result<Box<RawValue>, CallError>;

impl<R: DeserializeOwned> Future for Pending<R> {
    type Output = Result<R, CallError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let answer = match &mut self.answer {
            Err(error) => return Poll::Ready(Err(error.clone())),
            Ok(receiver) => match Pin::new(receiver).poll(context) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(Ok(answer)) => answer,
                Poll::Ready(Err(_)) => Err(CallError::Gone(Gone::Detached)),
            },
        };
        Poll::Ready(answer.and_then(|raw| decode(&self.method, &raw)))
    }
}

fn decode<R: DeserializeOwned>(method: &str, raw: &RawValue) -> Result<R, CallError> {
    serde_json::from_str(raw.get()).map_err(|error| CallError::BadAnswer {
        method: method.to_owned(),
        detail: error.to_string(),
    })
}
