//! What the session says unasked: notifications, and requests whose answers come back as events.

use std::collections::HashMap;

use serde::Serialize;
use serde_json::Value;
use tokio::sync::mpsc;
use tower_lsp::jsonrpc::{Id, Request, Response};
use tower_lsp::ls_types::notification::{LogMessage, Notification, ShowMessage};
use tower_lsp::ls_types::{LogMessageParams, MessageType, ShowMessageParams};

/// What a request was for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Asked {
    /// Nothing follows from the answer.
    Nothing,
    /// Something to ask again; another one can be sent now.
    Refresh(&'static str),
    /// A token for the progress of the run with this number.
    Progress(u64),
}

pub(super) struct Outbox {
    outgoing: mpsc::UnboundedSender<Request>,
    asked: HashMap<i64, Asked>,
    last: i64,
}

impl Outbox {
    pub(super) fn new(outgoing: mpsc::UnboundedSender<Request>) -> Self {
        Self {
            outgoing,
            asked: HashMap::new(),
            last: 0,
        }
    }

    /// Whether nobody reads any more.
    pub(super) fn is_closed(&self) -> bool {
        self.outgoing.is_closed()
    }

    pub(super) fn notify<N: Notification>(&self, params: N::Params)
    where
        N::Params: Serialize,
    {
        let message = Request::build(N::METHOD).params(value(params)).finish();
        // Nobody reads any more: the session learns it from `is_closed`.
        drop(self.outgoing.send(message));
    }

    /// Sends a request and goes on.
    pub(super) fn ask(&mut self, method: &'static str, params: Option<Value>, asked: Asked) {
        self.last += 1;
        self.asked.insert(self.last, asked);
        let message = Request::build(method).id(self.last);
        let message = match params {
            Some(params) => message.params(params),
            None => message,
        };
        drop(self.outgoing.send(message.finish()));
    }

    /// Asks for something to be asked again, unless that is on its way.
    pub(super) fn refresh(&mut self, method: &'static str) {
        if !self.asked.values().any(|asked| *asked == Asked::Refresh(method)) {
            self.ask(method, None, Asked::Refresh(method));
        }
    }

    /// What an answer belongs to, and whether it is a good one.
    pub(super) fn answered(&mut self, response: Response) -> Option<(Asked, bool)> {
        let (id, result) = response.into_parts();
        let Id::Number(id) = id else { return None };
        Some((self.asked.remove(&id)?, result.is_ok()))
    }

    /// A line in the client's log.
    pub(super) fn log(&self, typ: MessageType, message: impl Into<String>) {
        let message = message.into();
        self.notify::<LogMessage>(LogMessageParams { typ, message });
    }

    /// A sentence that the person sees.
    pub(super) fn show(&self, typ: MessageType, message: impl Into<String>) {
        let message = message.into();
        self.notify::<ShowMessage>(ShowMessageParams { typ, message });
    }
}

/// The protocol's types have string keys alone, so they always are values.
pub(crate) fn value(of: impl Serialize) -> Value {
    serde_json::to_value(of).unwrap_or_default()
}
