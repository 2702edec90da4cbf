//! Requests that are not answered yet: to be cancelled, outdated, or answered once.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::Value;
use tokio::sync::oneshot;
use tower_lsp::jsonrpc::{Error, ErrorCode, Id, Response};

/// What an edit does to a request that waits for its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outdated {
    /// The answer is as good as it was: something to read.
    Never,
    /// The answer has places of its document, which an edit of that document moves.
    ByItsDocument,
    /// The answer has places of several documents.
    ByAny,
    /// Like `ByItsDocument`, and the client is told to ask again.
    AskAgain,
}

/// A worker's view of a request.
#[derive(Debug, Clone, Default)]
pub(crate) struct Ticket(Arc<AtomicBool>);

impl Ticket {
    /// Whether nobody waits for the answer any more.
    pub(super) fn is_void(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

struct Waiting {
    answer: oneshot::Sender<Response>,
    ticket: Ticket,
    document: Option<String>,
    outdated: Outdated,
}

#[derive(Default)]
pub(super) struct Pending {
    waiting: HashMap<Id, Waiting>,
}

impl Pending {
    /// Whether an id is in use, so that a second request cannot have it.
    pub(super) fn has(&self, id: &Id) -> bool {
        self.waiting.contains_key(id)
    }

    pub(super) fn begin(
        &mut self,
        id: Id,
        answer: oneshot::Sender<Response>,
        document: Option<String>,
        outdated: Outdated,
    ) -> Ticket {
        let ticket = Ticket::default();
        let waiting = Waiting {
            answer,
            ticket: ticket.clone(),
            document,
            outdated,
        };
        self.waiting.insert(id, waiting);
        ticket
    }

    /// Answers, if nobody did before.
    pub(super) fn finish(&mut self, id: &Id, result: Result<Value, Error>) {
        if let Some(waiting) = self.waiting.remove(id) {
            waiting.ticket.0.store(true, Ordering::Relaxed);
            // A transport that ended needs no answer.
            drop(waiting.answer.send(Response::from_parts(id.clone(), result)));
        }
    }

    pub(super) fn cancel(&mut self, id: &Id) {
        self.finish(id, Err(Error::request_cancelled()));
    }

    /// A document was edited.
    pub(super) fn edited(&mut self, document: &str) {
        let is_outdated = |waiting: &Waiting| match waiting.outdated {
            Outdated::Never => false,
            Outdated::ByAny => true,
            Outdated::ByItsDocument | Outdated::AskAgain => waiting.document.as_deref() == Some(document),
        };
        let outdated: Vec<(Id, Outdated)> = self
            .waiting
            .iter()
            .filter(|(_, waiting)| is_outdated(waiting))
            .map(|(id, waiting)| (id.clone(), waiting.outdated))
            .collect();
        for (id, how) in outdated {
            self.finish(&id, Err(outdated_error(how)));
        }
    }
}

/// What to answer when a document changed under a request.
fn outdated_error(how: Outdated) -> Error {
    match how {
        Outdated::AskAgain => Error {
            code: ErrorCode::ServerError(-32802),
            message: "the document was edited".into(),
            data: Some(serde_json::json!({"retriggerRequest": true})),
        },
        _ => Error::content_modified(),
    }
}
