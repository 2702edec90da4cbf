//! `workspace/diagnostic`: held until there is something to say that the client does not know.
//!
//! Clients ask it again as soon as it is answered, so that the protocol asks servers to keep the request meanwhile. Each
//! change costs one look at the workspace, and the time between changes costs nothing.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Id};

use super::pending::Ticket;
use super::pool::Urgency;
use super::{Event, Session};
use crate::query::diagnostics;

/// The requests that wait for a change.
#[derive(Default)]
pub(super) struct Held {
    requests: Vec<Request>,
}

struct Request {
    id: Id,
    params: Value,
    ticket: Ticket,
    look: Look,
}

/// How far a request is; numbers are those of the last change that was seen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    Due,
    OnItsWay(u64),
    Done(u64),
}

impl Session {
    /// Takes a request; when nothing else is left to take, it is looked at.
    pub(super) fn hold(&mut self, id: Id, params: Value, ticket: Ticket) {
        self.held.requests.push(Request {
            id,
            params,
            ticket,
            look: Look::Due,
        });
    }

    /// Looks at the workspace for every request that has not seen the last change.
    pub(super) fn look_for_held(&mut self) {
        self.held.requests.retain(|request| !request.ticket.is_void());
        let changes = self.diagnoser.changes();
        let mut due = Vec::new();
        for request in &mut self.held.requests {
            let is_due = match request.look {
                Look::Due => true,
                Look::OnItsWay(_) => false,
                Look::Done(seen) => seen != changes,
            };
            if is_due {
                request.look = Look::OnItsWay(changes);
                due.push((request.id.clone(), request.params.clone(), request.ticket.clone()));
            }
        }
        for (id, params, ticket) in due {
            self.look_for(id, params, ticket);
        }
    }

    fn look_for(&self, id: Id, params: Value, ticket: Ticket) {
        let (ask, inbox) = (self.ask(), self.inbox.clone());
        let job = move || {
            if ticket.is_void() {
                return;
            }
            let answer = catch_unwind(AssertUnwindSafe(|| diagnostics::news(&ask, params)));
            // The moment must not outlive its answer: what is shared with it is copied when it changes.
            drop(ask);
            let news = answer
                .unwrap_or_else(|_| Err(Error::internal_error()))
                .transpose();
            inbox.put(Event::Looked { id, ticket, news });
        };
        self.pool.put(Urgency::Later, Box::new(job));
    }

    /// A look ended: with an answer, or with nothing that the client does not know.
    pub(super) fn looked(&mut self, id: &Id, ticket: &Ticket, news: Option<Result<Value, Error>>) {
        // The id of a request that was cancelled can be another's by now.
        if ticket.is_void() {
            return;
        }
        if let Some(answer) = news {
            return self.pending.finish(id, answer);
        }
        for request in &mut self.held.requests {
            if let (true, Look::OnItsWay(seen)) = (request.id == *id, request.look) {
                request.look = Look::Done(seen);
            }
        }
    }

    /// Answers what is held: nothing will change any more.
    pub(super) fn let_go(&mut self) {
        for request in std::mem::take(&mut self.held.requests) {
            // A request that is void has been answered, and its id can be another's.
            if !request.ticket.is_void() {
                self.pending.cancel(&request.id);
            }
        }
    }
}
