//! What pages say and ask for while steps are done, written down in the order in which the engine tells it, and requests
//! answered here instead of by a server.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use aite_cdp::{Connection, Event};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};

use super::pattern;

/// More of a page's console or requests is not kept.
const MOST: usize = 10_000;

/// Shared with the connection, which writes in it.
#[derive(Debug, Default)]
pub(super) struct Journal(Mutex<Noted>);

#[derive(Debug, Default)]
struct Noted {
    console: Vec<Value>,
    requests: Vec<Value>,
    is_recording: bool,
    /// The status of the last document of a frame.
    statuses: HashMap<String, u64>,
    routes: Vec<Route>,
}

/// Requests that no server gets.
#[derive(Debug, Clone)]
pub(super) struct Route {
    pub(super) pattern: String,
    pub(super) answer: Answer,
}

/// What happens to them.
#[derive(Debug, Clone)]
pub(super) enum Answer {
    /// They fail.
    Abort,
    /// They are answered so.
    Fulfill {
        status: u16,
        content_type: String,
        body: String,
    },
}

impl Journal {
    /// Begins to write down what a connection tells.
    pub(super) fn follow(connection: &Connection) -> Arc<Self> {
        let journal = Arc::new(Self::default());
        let (writing, answering) = (Arc::clone(&journal), connection.clone());
        connection.observe(move |event| writing.see(&answering, event));
        journal
    }

    /// Everything that the console said, as `{type, text}`.
    pub(super) fn console(&self) -> Value {
        json!(self.lock().console)
    }

    /// Requests are written down from now on.
    pub(super) fn record(&self) {
        self.lock().is_recording = true;
    }

    /// The requests that were written down, as `{url, method}`.
    pub(super) fn requests(&self) -> Value {
        json!(self.lock().requests)
    }

    /// Forgets what a frame's document was answered with.
    pub(super) fn forget_status(&self, frame: &str) {
        self.lock().statuses.remove(frame);
    }

    /// What a frame's document was answered with.
    pub(super) fn status(&self, frame: &str) -> Option<u64> {
        self.lock().statuses.get(frame).copied()
    }

    /// A newer route comes before the older ones.
    pub(super) fn route(&self, route: Route) {
        self.lock().routes.push(route);
    }

    fn see(&self, connection: &Connection, event: &Event) {
        match &*event.method {
            "Runtime.consoleAPICalled" => self.said(event.parse()),
            "Network.requestWillBeSent" => self.asked(event.parse()),
            "Network.responseReceived" => self.answered(event.parse()),
            "Fetch.requestPaused" => self.paused(connection, event),
            _ => {}
        }
    }

    fn said(&self, said: Option<ConsoleCalled>) {
        let Some(said) = said else { return };
        let text: Vec<String> = said.args.iter().map(RemoteText::text).collect();
        let mut noted = self.lock();
        if noted.console.len() < MOST {
            noted
                .console
                .push(json!({"type": said.r#type, "text": text.join(" ")}));
        }
    }

    fn asked(&self, sent: Option<Sent>) {
        let mut noted = self.lock();
        if let Some(Sent { request }) = sent
            && noted.is_recording
            && noted.requests.len() < MOST
        {
            noted
                .requests
                .push(json!({"url": request.url, "method": request.method}));
        }
    }

    fn answered(&self, received: Option<Received>) {
        if let Some(Received {
            frame_id: Some(frame),
            r#type: Some(kind),
            response,
        }) = received
            && kind == "Document"
        {
            self.lock().statuses.insert(frame, response.status);
        }
    }

    /// Answered at once and in order: the page waits.
    fn paused(&self, connection: &Connection, event: &Event) {
        let (Some(session), Some(Paused { request_id, request })) = (event.session.clone(), event.parse())
        else {
            return;
        };
        let route = {
            let noted = self.lock();
            let fits = |route: &&Route| pattern::matches(&request.url, &route.pattern);
            noted
                .routes
                .iter()
                .rev()
                .find(fits)
                .map(|route| route.answer.clone())
        };
        let (method, params) = match route {
            None => ("Fetch.continueRequest", json!({"requestId": request_id})),
            Some(Answer::Abort) => (
                "Fetch.failRequest",
                json!({"requestId": request_id, "errorReason": "Failed"}),
            ),
            Some(Answer::Fulfill {
                status,
                content_type,
                body,
            }) => (
                "Fetch.fulfillRequest",
                json!({
                    "requestId": request_id,
                    "responseCode": status,
                    "responseHeaders": [
                        {"name": "content-type", "value": content_type},
                        {"name": "content-length", "value": body.len().to_string()},
                    ],
                    "body": STANDARD.encode(body),
                }),
            ),
        };
        drop(
            connection
                .session(session)
                .call_as::<_, IgnoredAny>(method, &params),
        );
    }

    fn lock(&self) -> MutexGuard<'_, Noted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Deserialize)]
struct ConsoleCalled {
    r#type: String,
    #[serde(default)]
    args: Vec<RemoteText>,
}

/// A value that was written to the console.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RemoteText {
    value: Option<Value>,
    unserializable_value: Option<String>,
    description: Option<String>,
    #[serde(default)]
    r#type: String,
}

impl RemoteText {
    fn text(&self) -> String {
        let value = self.value.as_ref().map(super::saved::text);
        value
            .or_else(|| self.unserializable_value.clone())
            .or_else(|| self.description.clone())
            .unwrap_or_else(|| self.r#type.clone())
    }
}

#[derive(Deserialize)]
struct Sent {
    request: Request,
}

#[derive(Deserialize)]
struct Request {
    url: String,
    #[serde(default)]
    method: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Received {
    frame_id: Option<String>,
    r#type: Option<String>,
    response: Response,
}

#[derive(Deserialize)]
struct Response {
    status: u64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Paused {
    request_id: String,
    request: Request,
}
