//! Requests in flight, for `wait network-idle`.

use std::collections::HashMap;

use aite_cdp::SessionId;
use tokio::time::Instant;

use super::events::RequestSent;

/// The requests of one tab since they are followed.
#[derive(Debug)]
pub(crate) struct Requests {
    running: HashMap<String, Request>,
    /// When the last one began or ended.
    last_change: Instant,
}

#[derive(Debug)]
struct Request {
    url: String,
    session: SessionId,
    frame: Option<String>,
    loader: String,
}

/// Open on purpose, so nobody waits for them (specification, "What the runner does today").
const OPEN_ON_PURPOSE: [&str; 3] = ["EventSource", "Ping", "WebSocket"];

impl Requests {
    pub(super) fn new() -> Self {
        Self {
            running: HashMap::new(),
            last_change: Instant::now(),
        }
    }

    pub(super) fn begin(&mut self, session: &SessionId, sent: RequestSent) {
        let open_on_purpose = sent
            .r#type
            .as_deref()
            .is_some_and(|kind| OPEN_ON_PURPOSE.contains(&kind));
        if open_on_purpose || sent.request.url.starts_with("data:") {
            return;
        }
        self.last_change = Instant::now();
        let request = Request {
            url: sent.request.url,
            session: session.clone(),
            frame: sent.frame_id,
            loader: sent.loader_id,
        };
        self.running.insert(sent.request_id, request);
    }

    pub(super) fn end(&mut self, id: &str) {
        if self.running.remove(id).is_some() {
            self.last_change = Instant::now();
        }
    }

    /// A document replaced another in a frame: the requests of the old one go with it.
    pub(super) fn replace_document(&mut self, frame: &str, loader: &str) {
        self.running
            .retain(|_, request| request.frame.as_deref() != Some(frame) || request.loader == loader);
    }

    /// A worker, or a process, is gone with its requests.
    pub(super) fn drop_session(&mut self, session: &SessionId) {
        self.running.retain(|_, request| &request.session != session);
    }

    /// A frame is gone with its requests.
    pub(super) fn drop_frame(&mut self, frame: &str) {
        self.running
            .retain(|_, request| request.frame.as_deref() != Some(frame));
    }

    /// Since when nothing is in flight; `None` while something is.
    pub(crate) fn idle_since(&self) -> Option<Instant> {
        self.running.is_empty().then_some(self.last_change)
    }

    /// The addresses in flight, in a stable order.
    pub(crate) fn in_flight(&self) -> Vec<String> {
        let mut urls: Vec<String> = self.running.values().map(|request| request.url.clone()).collect();
        urls.sort();
        urls
    }
}
