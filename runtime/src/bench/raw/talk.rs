//! One conversation: a command and its answer, and every event on the way kept for later.

use std::io;
use std::time::Duration;

use aite_cdp::{Exchange, Frame};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use tokio::time::{Instant, timeout};

use super::super::judge::Trouble;
use super::super::outcome::Counters;
use super::trace::Trace;
use super::waited::{For, Waited};

/// An event that came in.
#[derive(Debug, Clone)]
pub(super) struct Event {
    pub(super) method: String,
    pub(super) session: Option<String>,
    pub(super) params: Box<RawValue>,
}

impl Event {
    pub(super) fn value(&self) -> Value {
        serde_json::from_str(self.params.get()).unwrap_or_default()
    }
}

/// A websocket, what came in on it, and how long it may be silent.
pub(super) struct Talk {
    exchange: Exchange,
    trace: Trace,
    patience: Duration,
    /// Not used by any step yet, in the order in which they came.
    pub(super) events: Vec<Event>,
    /// Used by a step.
    pub(super) used: Vec<Event>,
    counters: Counters,
    /// How long was waited until now.
    pub(super) waited: Waited,
}

/// What may come while something is waited for.
enum Came {
    Event,
    Answer(Frame),
    /// Nothing, in the given time.
    Nothing,
}

#[derive(Deserialize)]
struct Refusal {
    message: Option<String>,
}

impl Talk {
    pub(super) async fn connect(
        address: &str,
        trace: Trace,
        patience: Duration,
    ) -> Result<Self, (Trouble, Trace)> {
        let failed = |detail: String| Trouble::Disconnected { detail };
        let mut waited = Waited::default();
        let asked = Instant::now();
        let connected = match timeout(patience, Exchange::connect(address)).await {
            Ok(connected) => connected.map_err(|error| failed(format!("{address}: {error}"))),
            Err(_) => Err(silent(patience, "the connection")),
        };
        waited.add(For::Answer, asked.elapsed());
        match connected {
            Err(trouble) => Err((trouble, trace)),
            Ok(exchange) => Ok(Self {
                exchange,
                trace,
                patience,
                events: Vec::new(),
                used: Vec::new(),
                counters: Counters::default(),
                waited,
            }),
        }
    }

    pub(super) fn counters(&self) -> Counters {
        self.counters
    }

    /// How long the engine may be silent from now on.
    pub(super) fn set_patience(&mut self, patience: Duration) {
        self.patience = patience;
    }

    /// Sends a command and waits for its answer.
    pub(super) async fn call(
        &mut self,
        method: &str,
        params: Option<&Value>,
        session: Option<&str>,
    ) -> Result<Box<RawValue>, Trouble> {
        let id = self.send(method, params, session).await?;
        loop {
            match self.receive(For::Answer, self.patience).await? {
                Came::Event => {}
                Came::Nothing => return Err(silent(self.patience, method)),
                Came::Answer(frame) if frame.id == Some(id) => return self.answer(method, frame),
                Came::Answer(frame) => self.trace.stray(&frame),
            }
        }
    }

    async fn send(
        &mut self,
        method: &str,
        params: Option<&Value>,
        session: Option<&str>,
    ) -> Result<u64, Trouble> {
        let sent = timeout(self.patience, self.exchange.send(method, params, session)).await;
        let sent = sent.map_err(|_| silent(self.patience, method))?;
        let id = sent.map_err(lost)?;
        self.trace.sent(id, method, params, session);
        self.counters.cdp_call_count += 1;
        Ok(id)
    }

    fn answer(&mut self, method: &str, frame: Frame) -> Result<Box<RawValue>, Trouble> {
        self.trace.answered(method, &frame);
        let Some(error) = frame.error else {
            return Ok(frame.result.unwrap_or_else(|| RawValue::NULL.to_owned()));
        };
        self.counters.cdp_error_count += 1;
        let refusal = serde_json::from_str::<Refusal>(error.get()).ok();
        let message = refusal.and_then(|refusal| refusal.message);
        Err(Trouble::Refused {
            method: method.into(),
            message: message.unwrap_or_else(|| error.get().to_owned()),
        })
    }

    /// The next message, or nothing within the time. Events are kept.
    async fn receive(&mut self, reason: For, within: Duration) -> Result<Came, Trouble> {
        let asked = Instant::now();
        let next = timeout(within, self.exchange.next()).await;
        self.waited.add(reason, asked.elapsed());
        let Ok(next) = next else {
            return Ok(Came::Nothing);
        };
        let frame = next.map_err(lost)?.ok_or_else(|| Trouble::Disconnected {
            detail: "the engine closed the connection".into(),
        })?;
        let Some(method) = frame.method else {
            return Ok(Came::Answer(frame));
        };
        let event = Event {
            method,
            session: frame.session,
            params: frame.params.unwrap_or_else(|| RawValue::NULL.to_owned()),
        };
        self.trace.told(&event);
        self.events.push(event);
        Ok(Came::Event)
    }

    /// The first event that fits, from those that are kept or come within the time. It stays among the kept ones; this
    /// is its place there.
    pub(super) async fn find(
        &mut self,
        reason: For,
        within: Duration,
        fits: impl Fn(&Event) -> bool,
    ) -> Result<Option<usize>, Trouble> {
        self.find_after(0, reason, within, fits).await
    }

    /// The same for events that are still to come, without which the page is at rest.
    pub(super) async fn find_later(
        &mut self,
        within: Duration,
        fits: impl Fn(&Event) -> bool,
    ) -> Result<Option<usize>, Trouble> {
        self.find_after(self.events.len(), For::Rest, within, fits).await
    }

    async fn find_after(
        &mut self,
        mut seen: usize,
        reason: For,
        within: Duration,
        fits: impl Fn(&Event) -> bool,
    ) -> Result<Option<usize>, Trouble> {
        let deadline = Instant::now() + within;
        loop {
            if let Some(at) = self.events[seen..].iter().position(&fits) {
                return Ok(Some(seen + at));
            }
            seen = self.events.len();
            let left = deadline
                .saturating_duration_since(Instant::now())
                .min(self.patience);
            match self.receive(reason, left).await? {
                Came::Event => {}
                Came::Nothing => return Ok(None),
                Came::Answer(frame) => self.trace.stray(&frame),
            }
        }
    }

    /// The next event that comes within the time; it is kept as every other.
    pub(super) async fn next_event(&mut self, within: Duration) -> Result<Option<&Event>, Trouble> {
        let at = self.find_later(within, |_| true).await?;
        Ok(at.and_then(|at| self.events.get(at)))
    }

    /// Ends the conversation; the trace is whole then.
    pub(super) async fn end(self) -> Result<(), Trouble> {
        self.exchange.close().await;
        self.trace.finish().map_err(Trouble::Io)
    }

    /// Ends the conversation so that another can go on with the trace.
    pub(super) async fn give_up(self) -> Trace {
        self.exchange.close().await;
        self.trace
    }
}

pub(super) fn silent(patience: Duration, waited_for: &str) -> Trouble {
    let seconds = patience.as_secs_f64();
    Trouble::Silent {
        detail: format!("task timed out: {waited_for} was not answered within {seconds:?}s"),
    }
}

fn lost(error: io::Error) -> Trouble {
    match error.kind() {
        io::ErrorKind::InvalidData => Trouble::Other(format!("the engine sent what is no message: {error}")),
        _ => Trouble::Disconnected {
            detail: format!("the connection to the engine broke: {error}"),
        },
    }
}
