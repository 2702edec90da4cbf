//! Where messages enter the session's queue: at once, in the order in which they came.

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use futures_util::sink::{self, Sink};
use futures_util::stream::{self, Stream};
use tokio::sync::{mpsc, oneshot};
use tower_lsp::Loopback;
use tower_lsp::jsonrpc::{Error, Id, Request, Response};
use tower_service::Service;

use super::input::UNREADABLE;
use crate::session::{Event, Inbox};

/// The service that the transport calls with each message.
pub(crate) struct Door {
    inbox: Inbox,
}

impl Door {
    pub(crate) fn new(inbox: Inbox) -> Self {
        Self { inbox }
    }

    fn enter(&self, message: Request) -> Option<oneshot::Receiver<Response>> {
        let (method, id, params) = message.into_parts();
        let params = params.unwrap_or_default();
        let Some(id) = id else {
            self.inbox.put(Event::Notification { method, params });
            return None;
        };
        let (answer, answered) = oneshot::channel();
        if method == UNREADABLE && id == Id::Null {
            let error = serde_json::from_value(params).unwrap_or_else(|_| Error::parse_error());
            // The transport is waiting for it.
            drop(answer.send(Response::from_error(Id::Null, error)));
        } else {
            self.inbox.put(Event::Request {
                id,
                method,
                params,
                answer,
            });
        }
        Some(answered)
    }
}

impl Service<Request> for Door {
    type Response = Option<Response>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Option<Response>, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, message: Request) -> Self::Future {
        match self.enter(message) {
            // A session that ends answers nothing any more.
            Some(answered) => Box::pin(async move { Ok(answered.await.ok()) }),
            None => Box::pin(std::future::ready(Ok(None))),
        }
    }
}

/// The way to the client: what the session says unasked, and the client's answers to it.
pub(crate) struct Loop {
    inbox: Inbox,
    outgoing: mpsc::UnboundedReceiver<Request>,
}

impl Loop {
    pub(crate) fn new(inbox: Inbox, outgoing: mpsc::UnboundedReceiver<Request>) -> Self {
        Self { inbox, outgoing }
    }
}

impl Loopback for Loop {
    type RequestStream = Pin<Box<dyn Stream<Item = Request> + Send>>;
    type ResponseSink = Pin<Box<dyn Sink<Response, Error = Infallible> + Send>>;

    fn split(self) -> (Self::RequestStream, Self::ResponseSink) {
        let Self { inbox, mut outgoing } = self;
        let requests = stream::poll_fn(move |context| outgoing.poll_recv(context));
        let responses = sink::unfold(inbox, |inbox, response: Response| {
            inbox.put(Event::Response(response));
            std::future::ready(Ok(inbox))
        });
        (Box::pin(requests), Box::pin(responses))
    }
}
