//! What a connection keeps in mind: calls without an answer, the tree of sessions, who wants which events.

use std::collections::HashMap;

use tokio::sync::{mpsc, oneshot, watch};

use crate::connection::Event;
use crate::error::Gone;
use crate::session::{Answer, SessionId};

#[derive(Default)]
pub(crate) struct State {
    pub(crate) last_id: u64,
    pub(crate) calls: HashMap<u64, Call>,
    pub(crate) sessions: HashMap<SessionId, Life>,
    pub(crate) subscribers: Vec<Subscriber>,
}

#[derive(Default)]
pub(crate) struct Life {
    /// The session that told of it; `None` is the browser.
    pub(crate) parent: Option<SessionId>,
    pub(crate) gone: watch::Sender<Option<Gone>>,
}

pub(crate) struct Call {
    pub(crate) method: String,
    pub(crate) session: Option<SessionId>,
    pub(crate) answer: oneshot::Sender<Answer>,
}

pub(crate) struct Subscriber {
    pub(crate) methods: Vec<&'static str>,
    pub(crate) queue: mpsc::UnboundedSender<Event>,
}

impl State {
    pub(crate) fn gone(&self, session: &SessionId) -> Option<Gone> {
        self.sessions.get(session)?.gone.borrow().clone()
    }

    pub(crate) fn begin(&mut self, session: SessionId, parent: Option<SessionId>) {
        let life = self.sessions.entry(session).or_default();
        life.parent = parent;
        // Some engines give a name again.
        life.gone.send_if_modified(|gone| gone.take().is_some());
    }

    /// A crash is told before the detach that follows it; the first reason stays.
    pub(crate) fn lose(&mut self, session: &SessionId, reason: &Gone) {
        let life = self.sessions.entry(session.clone()).or_default();
        life.gone.send_if_modified(|gone| {
            let first = gone.is_none();
            gone.get_or_insert_with(|| reason.clone());
            first
        });
    }

    /// All sessions below this one.
    pub(crate) fn inside(&self, session: &SessionId) -> Vec<SessionId> {
        let mut found = vec![session.clone()];
        let mut next = 0;
        while let Some(parent) = found.get(next).cloned() {
            let children = self
                .sessions
                .iter()
                .filter(|(_, life)| life.parent.as_ref() == Some(&parent));
            let children: Vec<_> = children
                .map(|(id, _)| id.clone())
                .filter(|id| !found.contains(id))
                .collect();
            found.extend(children);
            next += 1;
        }
        found.split_off(1)
    }

    pub(crate) fn take_lost_calls(&mut self) -> Vec<(Call, Gone)> {
        let Self { calls, sessions, .. } = self;
        let reason = |call: &Call| sessions.get(call.session.as_ref()?)?.gone.borrow().clone();
        let lost = calls.extract_if(|_, call| reason(call).is_some());
        lost.filter_map(|(_, call)| reason(&call).map(|gone| (call, gone)))
            .collect()
    }
}
