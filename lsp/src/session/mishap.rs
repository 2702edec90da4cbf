//! A mistake of aite while the session does something: it costs what was being done, and not the session.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use tower_lsp::jsonrpc::{Error, Id};
use tower_lsp::ls_types::MessageType;

use super::{Event, Session, document_of};

/// What is to be put right when something goes wrong.
pub(super) struct Concern {
    /// What was being done.
    what: String,
    /// Who waits for an answer.
    request: Option<Id>,
    /// What may have been changed in part.
    document: Option<String>,
}

impl Concern {
    /// What an event is about.
    pub(super) fn of(event: &Event) -> Self {
        match event {
            Event::Request { id, method, .. } => Self {
                request: Some(id.clone()),
                ..Self::about(method)
            },
            Event::Notification { method, params } => Self {
                document: document_of(params).map(str::to_owned),
                ..Self::about(method)
            },
            Event::Response(_) => Self::about("an answer of the client"),
            Event::Closed => Self::about("the end of the input"),
            Event::Answered { .. } => Self::about("an answer"),
            Event::Looked { .. } | Event::Diagnosed(_) => Self::about("diagnostics"),
            Event::Runs(..) => Self::about("the last runs"),
            Event::Disk => Self::about("files that changed"),
            Event::Child(_) => Self::about("a command that runs"),
        }
    }

    /// Something that nobody asked for.
    pub(super) fn about(what: &str) -> Self {
        Self {
            what: what.to_owned(),
            request: None,
            document: None,
        }
    }
}

impl Session {
    /// Does something; `None` when a mistake of aite ended it, which is then put right and logged.
    pub(super) fn survive<T>(&mut self, concern: Concern, act: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let done = catch_unwind(AssertUnwindSafe(|| act(self)));
        let panic = match done {
            Ok(outcome) => return Some(outcome),
            Err(panic) => panic,
        };
        // What was left in a bad state may do it again.
        let put_right = catch_unwind(AssertUnwindSafe(|| self.put_right(concern, &reason(&*panic))));
        drop(put_right);
        None
    }

    /// Answers who waits, and forgets the text of a document that may have been changed in part: it is unknown until its
    /// full text arrives.
    fn put_right(&mut self, concern: Concern, why: &str) {
        let Concern {
            what,
            request,
            document,
        } = concern;
        let mut message = format!("a mistake of aite, at {what}: {why}");
        if let Some(request) = request {
            self.pending.finish(&request, Err(Error::internal_error()));
        }
        if let Some(uri) = document
            && self.world.lose(&uri)
        {
            message.push_str(&format!("; waiting for the full text of {uri}"));
            self.pending.edited(&uri);
            self.diagnoser.edited(&uri);
        }
        self.outbox.log(MessageType::ERROR, message);
    }
}

/// What a panic says.
fn reason(panic: &(dyn Any + Send)) -> String {
    let fixed = panic.downcast_ref::<&str>().map(|words| (*words).to_owned());
    let words = fixed.or_else(|| panic.downcast_ref::<String>().cloned());
    words.unwrap_or_else(|| "nothing is known about it".to_owned())
}
