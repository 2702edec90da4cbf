//! One connection to a browser: matches answers to calls, hands out events, knows which sessions live.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use tokio::sync::{mpsc, oneshot, watch};

use crate::error::{CallError, Closed, Gone};
use crate::event;
use crate::message::{self, Incoming, Outgoing, Refusal};
use crate::session::{Answer, Session, SessionId};
use crate::state::{Call, State, Subscriber};
use crate::transport::{MessageReader, MessageWriter, Transport};

/// How long answers are read when nothing can be sent any more.
const READ_AFTER_BROKEN_WRITE: Duration = Duration::from_millis(500);

/// An event, its payload still JSON.
#[derive(Debug, Clone)]
pub struct Event {
    /// `Domain.event`
    pub method: Arc<str>,
    /// The session that it belongs to; `None` is the browser.
    pub session: Option<SessionId>,
    /// Its parameters.
    pub params: Arc<RawValue>,
}

impl Event {
    /// The parameters as a type of the caller's choice; `None` when they do not fit it.
    pub fn parse<T: DeserializeOwned>(&self) -> Option<T> {
        serde_json::from_str(self.params.get()).ok()
    }
}

/// Chosen events, queued in wire order for one consumer.
///
/// The queue has no bound: a consumer that stops reading must drop it.
#[derive(Debug)]
pub struct Events(mpsc::UnboundedReceiver<Event>);

impl Events {
    /// The next event; `None` when the connection has ended.
    pub async fn next(&mut self) -> Option<Event> {
        self.0.recv().await
    }
}

/// A connection to a browser. Cheap to clone; it ends when [`Connection::close`] is called or the browser ends it.
#[derive(Clone)]
pub struct Connection(Arc<Shared>);

struct Shared {
    transport: &'static str,
    outgoing: mpsc::UnboundedSender<Vec<u8>>,
    state: Mutex<State>,
    observers: Mutex<Vec<Observer>>,
    closed: watch::Sender<Option<Closed>>,
}

type Observer = Box<dyn FnMut(&Event) + Send>;

impl Connection {
    /// Starts to speak over a transport, on the tokio runtime that is current.
    pub fn open<T: Transport>(transport: T) -> Self {
        let name = transport.name();
        let (reader, writer) = transport.split();
        let (outgoing, queue) = mpsc::unbounded_channel();
        let shared = Arc::new(Shared {
            transport: name,
            outgoing,
            state: Mutex::default(),
            observers: Mutex::default(),
            closed: watch::Sender::new(None),
        });
        tokio::spawn(write_all(Arc::clone(&shared), writer, queue));
        tokio::spawn(read_all(Arc::clone(&shared), reader));
        Self(shared)
    }

    /// `pipe` or `websocket`.
    pub fn transport(&self) -> &'static str {
        self.0.transport
    }

    /// The browser itself.
    pub fn browser(&self) -> Session {
        Session::new(self.clone(), None)
    }

    /// A session that the browser has told of.
    pub fn session(&self, id: SessionId) -> Session {
        Session::new(self.clone(), Some(id))
    }

    /// Sees every event synchronously, in wire order: an answer that the browser sent later is delivered later. Must
    /// not block and not add observers; may send commands. It is dropped when the connection ends.
    pub fn observe(&self, observer: impl FnMut(&Event) + Send + 'static) {
        if self.closed().is_none() {
            lock(&self.0.observers).push(Box::new(observer));
        }
    }

    /// Queues the events with these methods, whatever their session.
    pub fn subscribe(&self, methods: &[&'static str]) -> Events {
        let (queue, events) = mpsc::unbounded_channel();
        if self.closed().is_none() {
            lock(&self.0.state).subscribers.push(Subscriber {
                methods: methods.to_vec(),
                queue,
            });
        }
        Events(events)
    }

    /// Why the connection ended, if it has.
    pub fn closed(&self) -> Option<Closed> {
        self.0.closed.borrow().clone()
    }

    /// Resolves when the connection has ended.
    pub async fn until_closed(&self) -> Closed {
        let mut closed = self.0.closed.subscribe();
        let reason = closed.wait_for(Option::is_some).await;
        reason
            .ok()
            .and_then(|reason| reason.clone())
            .unwrap_or(Closed::ByUs)
    }

    /// Ends the connection; every call that waits fails.
    pub fn close(&self) {
        self.0.end(Closed::ByUs);
    }

    pub(crate) fn send<P: Serialize>(
        &self,
        session: Option<&SessionId>,
        method: &str,
        params: &P,
    ) -> Result<oneshot::Receiver<Answer>, CallError> {
        let (answer, receiver) = oneshot::channel();
        // Numbered and queued under one lock, so that ids leave in order. Whoever ends a session or the connection
        // says so before taking the lock to fail the calls, so no call slips in behind them.
        let mut state = lock(&self.0.state);
        if let Some(gone) = self.closed().map(Gone::Closed).or_else(|| state.gone(session?)) {
            return Err(CallError::Gone(gone));
        }
        state.last_id += 1;
        let id = state.last_id;
        let session_id = session.map(SessionId::as_str);
        let text = serde_json::to_vec(&Outgoing {
            id,
            method,
            params: Some(params),
            session_id,
        })
        .map_err(|error| CallError::BadCall {
            method: method.to_owned(),
            detail: error.to_string(),
        })?;
        state.calls.insert(
            id,
            Call {
                method: method.to_owned(),
                session: session.cloned(),
                answer,
            },
        );
        if self.0.outgoing.send(text).is_err() {
            state.calls.remove(&id);
        }
        Ok(receiver)
    }

    pub(crate) fn gone(&self, session: Option<&SessionId>) -> Option<Gone> {
        if let Some(closed) = self.closed() {
            return Some(Gone::Closed(closed));
        }
        lock(&self.0.state).gone(session?)
    }

    pub(crate) async fn until_gone(&self, session: Option<&SessionId>) -> Gone {
        let Some(session) = session else {
            return Gone::Closed(self.until_closed().await);
        };
        let mut gone = lock(&self.0.state)
            .sessions
            .entry(session.clone())
            .or_default()
            .gone
            .subscribe();
        tokio::select! {
            reason = gone.wait_for(Option::is_some) =>
                reason.ok().and_then(|reason| reason.clone()).unwrap_or(Gone::Detached),
            closed = self.until_closed() => Gone::Closed(closed),
        }
    }
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connection")
            .field("transport", &self.0.transport)
            .finish_non_exhaustive()
    }
}

impl Shared {
    fn receive(&self, mut message: Vec<u8>) -> Result<(), Closed> {
        message::mend_surrogates(&mut message);
        let incoming: Incoming<'_> = serde_json::from_slice(&message)
            .map_err(|error| Closed::Broken(format!("a message that is not understood: {error}")))?;
        match (incoming.id, &incoming.method) {
            (Some(id), _) => self.answer(id, &incoming),
            (None, Some(method)) => self.tell(method, &incoming),
            (None, None) => {}
        }
        Ok(())
    }

    fn answer(&self, id: u64, incoming: &Incoming<'_>) {
        let Some(call) = lock(&self.state).calls.remove(&id) else {
            return;
        };
        let answer = match (incoming.error, incoming.result) {
            (Some(error), _) => Err(refused(&call.method, error)),
            (None, Some(result)) => Ok(result.to_owned()),
            (None, None) => Err(CallError::BadAnswer {
                method: call.method,
                detail: "no result".into(),
            }),
        };
        // The caller may have stopped waiting.
        let _ = call.answer.send(answer);
    }

    fn tell(&self, method: &str, incoming: &Incoming<'_>) {
        let params = incoming
            .params
            .map_or_else(|| RawValue::NULL.to_owned(), ToOwned::to_owned);
        let session = incoming.session_id.as_deref().map(SessionId::new);
        self.follow(method, session.as_ref(), &params);
        let event = Event {
            method: method.into(),
            session,
            params: params.into(),
        };
        for observer in lock(&self.observers).iter_mut() {
            observer(&event);
        }
        lock(&self.state).subscribers.retain(|subscriber| {
            !subscriber.methods.contains(&method) || subscriber.queue.send(event.clone()).is_ok()
        });
    }

    /// Keeps the tree of sessions.
    fn follow(&self, method: &str, session: Option<&SessionId>, params: &RawValue) {
        let told = || event::session_of(params).map(SessionId::new);
        match method {
            event::ATTACHED => {
                if let Some(attached) = told() {
                    lock(&self.state).begin(attached, session.cloned());
                }
            }
            event::DETACHED => {
                if let Some(session) = told() {
                    self.lose(&session, &Gone::Detached);
                }
            }
            event::CRASHED => {
                if let Some(session) = session {
                    self.lose(session, &Gone::Crashed);
                }
            }
            _ => {}
        }
    }

    /// Ends a session and those inside it, of which the browser does not always tell.
    fn lose(&self, session: &SessionId, gone: &Gone) {
        let mut state = lock(&self.state);
        state.lose(session, gone);
        for inner in state.inside(session) {
            state.lose(&inner, &Gone::Detached);
        }
        let lost = state.take_lost_calls();
        drop(state);
        for (call, gone) in lost {
            let _ = call.answer.send(Err(CallError::Gone(gone)));
        }
    }

    fn end(&self, closed: Closed) {
        self.closed.send_if_modified(|now| {
            let first = now.is_none();
            now.get_or_insert_with(|| closed.clone());
            first
        });
        let mut state = lock(&self.state);
        let calls = std::mem::take(&mut state.calls);
        state.subscribers.clear();
        drop(state);
        for call in calls.into_values() {
            let _ = call
                .answer
                .send(Err(CallError::Gone(Gone::Closed(closed.clone()))));
        }
    }
}

/// The browser's error number for a session that it does not know (any more).
const NO_SUCH_SESSION: i64 = -32001;

fn refused(method: &str, error: &RawValue) -> CallError {
    let method = method.to_owned();
    match serde_json::from_str::<Refusal>(error.get()) {
        Ok(Refusal {
            code: NO_SUCH_SESSION,
            ..
        }) => CallError::Gone(Gone::Detached),
        Err(error) => CallError::BadAnswer {
            method,
            detail: error.to_string(),
        },
        Ok(Refusal { code, message, data }) => {
            let data = data.map(|data| data.as_str().map_or_else(|| data.to_string(), ToOwned::to_owned));
            CallError::Refused {
                method,
                code,
                message,
                data,
            }
        }
    }
}

async fn read_all<R: MessageReader>(shared: Arc<Shared>, mut reader: R) {
    let mut closed = shared.closed.subscribe();
    loop {
        let message = tokio::select! {
            message = reader.read() => message,
            _ = closed.wait_for(Option::is_some) => break,
        };
        let received = match message {
            Ok(Some(message)) => shared.receive(message),
            Ok(None) => Err(Closed::ByPeer),
            Err(error) => Err(Closed::Broken(error.to_string())),
        };
        if let Err(closed) = received {
            break shared.end(closed);
        }
    }
    // They may hold the connection, which holds them.
    lock(&shared.observers).clear();
}

async fn write_all<W: MessageWriter>(
    shared: Arc<Shared>,
    mut writer: W,
    mut queue: mpsc::UnboundedReceiver<Vec<u8>>,
) {
    let mut closed = shared.closed.subscribe();
    loop {
        let message = tokio::select! {
            message = queue.recv() => message,
            _ = closed.wait_for(Option::is_some) => return,
        };
        let Some(message) = message else { return };
        if let Err(error) = writer.write(message).await {
            // What the browser said before it went is still read; usually the reader finds the end itself.
            let read_to_end = closed.wait_for(Option::is_some);
            if tokio::time::timeout(READ_AFTER_BROKEN_WRITE, read_to_end)
                .await
                .is_err()
            {
                shared.end(Closed::Broken(error.to_string()));
            }
            return;
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
