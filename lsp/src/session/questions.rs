//! Questions: answered on a snapshot by another thread, at most once.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Id};

use super::pending::Ticket;
use super::pool::Urgency;
use super::{Event, Session};
use crate::query::{Ask, Question};

impl Session {
    /// Has a question answered.
    pub(super) fn question(&self, id: &Id, question: Question, params: Value, ticket: Ticket) {
        let ask = self.ask();
        let (id, inbox) = (id.clone(), self.inbox.clone());
        let job = move || {
            if ticket.is_void() {
                return;
            }
            let answer = catch_unwind(AssertUnwindSafe(|| (question.answer)(&ask, params)));
            // The moment must not outlive its answer: what is shared with it is copied when it changes.
            drop(ask);
            let result = answer.unwrap_or_else(|_| Err(Error::internal_error()));
            inbox.put(Event::Answered { id, result });
        };
        self.pool.put(Urgency::Now, Box::new(job));
    }

    /// Everything that an answer needs, as it is now.
    pub(super) fn ask(&self) -> Ask {
        Ask {
            view: self.world.view(),
            client: Arc::clone(&self.client),
            told: Arc::clone(&self.told),
        }
    }
}
