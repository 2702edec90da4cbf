//! The session: one loop on one thread that owns everything that changes.
//!
//! Messages, finished answers and the news of running commands arrive as [`Event`]s and are taken one by one. A question
//! is answered on a snapshot by the [`pool`]; when nothing is left to take, what became due meanwhile is done
//! ([`Session::settle`]), so that a burst of edits costs one round of diagnostics and none that is out of date is sent.

mod child;
mod commands;
mod diagnose;
mod held;
mod lifecycle;
mod mishap;
mod news;
mod outbox;
mod pending;
mod pool;
mod questions;
mod sync;
#[cfg(test)]
mod tests;

pub(crate) use outbox::value;
pub(crate) use pending::Outdated;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};

use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::sync::{mpsc as outgoing, oneshot};
use tower_lsp::jsonrpc::{Error, Id, Request, Response};
use tower_lsp::ls_types::MessageType;

use crate::client::Client;
use crate::query;
use crate::workspace::{Runs, Watch, World};
use crate::{End, Settings};
use child::ChildEvent;
use commands::Commands;
use diagnose::{Diagnosed, Diagnoser};
use held::Held;
use lifecycle::Stage;
use mishap::Concern;
use outbox::{Asked, Outbox};
use pending::{Pending, Ticket};
use pool::{Pool, Urgency};

/// Something that happened.
pub(crate) enum Event {
    /// The client asks.
    Request {
        id: Id,
        method: std::borrow::Cow<'static, str>,
        params: Value,
        answer: oneshot::Sender<Response>,
    },
    /// The client tells.
    Notification {
        method: std::borrow::Cow<'static, str>,
        params: Value,
    },
    /// The client answers.
    Response(Response),
    /// The input ended, or the client's process did.
    Closed,
    /// A thread finished with a request.
    Answered { id: Id, result: Result<Value, Error> },
    /// A thread looked at the workspace for a request that is held; `None` says that nothing is new.
    Looked {
        id: Id,
        ticket: Ticket,
        news: Option<Result<Value, Error>>,
    },
    /// A thread finished with diagnostics.
    Diagnosed(Diagnosed),
    /// The runs of a project were read.
    Runs(aite_compiler::ide::ProjectId, Runs),
    /// Something changed on disk.
    Disk,
    /// A command that runs has news.
    Child(ChildEvent),
}

/// The way into the session's queue.
#[derive(Clone)]
pub(crate) struct Inbox(Sender<Event>);

impl Inbox {
    pub(crate) fn new() -> (Self, Receiver<Event>) {
        let (sender, events) = mpsc::channel();
        (Self(sender), events)
    }

    /// A session that ended takes nothing any more.
    pub(crate) fn put(&self, event: Event) {
        drop(self.0.send(event));
    }
}

/// Everything that belongs to one client.
pub(crate) struct Session {
    settings: Settings,
    stage: Stage,
    client: std::sync::Arc<Client>,
    /// The colours that the client was told.
    told: std::sync::Arc<query::Told>,
    world: World,
    inbox: Inbox,
    outbox: Outbox,
    pending: Pending,
    diagnoser: Diagnoser,
    held: Held,
    commands: Commands,
    /// The results of projects may have changed.
    runs_due: bool,
    /// Files may have changed of which the client does not tell.
    disk_news: bool,
    watch: Option<Watch>,
    pool: Pool,
}

impl Session {
    pub(crate) fn new(
        settings: Settings,
        inbox: Inbox,
        outgoing: outgoing::UnboundedSender<Request>,
    ) -> Self {
        let client = Client::default();
        Self {
            world: World::new(client.encoding, Vec::new(), settings.read_checks),
            stage: Stage::New,
            client: client.into(),
            told: std::sync::Arc::default(),
            outbox: Outbox::new(outgoing),
            pending: Pending::default(),
            diagnoser: Diagnoser::default(),
            held: Held::default(),
            commands: Commands::new(inbox.clone(), settings.program.clone()),
            runs_due: false,
            disk_news: false,
            watch: None,
            pool: Pool::start(),
            inbox,
            settings,
        }
    }

    /// Takes events until the end.
    pub(crate) fn run(mut self, events: &Receiver<Event>) -> End {
        loop {
            let event = match events.try_recv() {
                Ok(event) => event,
                // Nobody reads any more. What the client said before it left was heard.
                Err(TryRecvError::Empty) if self.outbox.is_closed() => return self.stage.end(),
                Err(TryRecvError::Empty) => {
                    self.survive(Concern::about("what became due"), Self::settle);
                    // Never an error: the session holds a way in itself.
                    events.recv().unwrap_or(Event::Closed)
                }
                Err(TryRecvError::Disconnected) => Event::Closed,
            };
            if let Some(Some(end)) = self.survive(Concern::of(&event), |session| session.take(event)) {
                return end;
            }
        }
    }

    /// Takes one event; `Some` is the end.
    fn take(&mut self, event: Event) -> Option<End> {
        match event {
            Event::Request {
                id,
                method,
                params,
                answer,
            } => self.request(id, &method, params, answer),
            Event::Notification { method, params } if method == "exit" => {
                drop(params);
                return Some(self.stage.end());
            }
            Event::Notification { method, params } => self.notification(&method, params),
            Event::Response(response) => self.response(response),
            Event::Closed => return Some(self.stage.end()),
            Event::Answered { id, result } => self.pending.finish(&id, result),
            Event::Looked { id, ticket, news } => self.looked(&id, &ticket, news),
            Event::Diagnosed(diagnosed) => self.diagnoser.finished(diagnosed),
            Event::Runs(project, runs) => {
                self.world.set_runs(project, runs);
                self.refresh_lenses();
            }
            Event::Disk => self.disk_news = true,
            Event::Child(event) => self.child(event),
        }
        None
    }

    fn request(&mut self, id: Id, method: &str, params: Value, answer: oneshot::Sender<Response>) {
        if self.pending.has(&id) {
            let error = Error::invalid_request();
            drop(answer.send(Response::from_error(id, error)));
            return;
        }
        let document = document_of(&params).map(str::to_owned);
        let question = query::of(method);
        let outdated = question
            .as_ref()
            .map_or(Outdated::Never, |question| question.outdated);
        let ticket = self.pending.begin(id.clone(), answer, document, outdated);
        let result = match (self.stage.refuses(method), question) {
            (Some(error), _) => Err(error),
            (None, Some(question)) => return self.question(&id, question, params, ticket),
            (None, None) => match method {
                "initialize" => self.initialize(params),
                "shutdown" => Ok(self.shut_down()),
                "workspace/diagnostic" => return self.hold(id, params, ticket),
                "workspace/executeCommand" => match self.execute(&id, params) {
                    Ok(()) => return,
                    Err(error) => Err(error),
                },
                _ => Err(unknown(method)),
            },
        };
        self.pending.finish(&id, result);
    }

    fn notification(&mut self, method: &str, params: Value) {
        if self.stage != Stage::Running {
            return;
        }
        match method {
            "initialized" => self.initialized(),
            "$/cancelRequest" => self.cancel(&params),
            "window/workDoneProgress/cancel" => self.commands.cancel_token(params.get("token")),
            "textDocument/didOpen" => self.hear(params, Self::opened),
            "textDocument/didChange" => self.changed(params),
            "textDocument/didClose" => self.hear(params, Self::closed),
            "textDocument/didSave" => self.saved(),
            "workspace/didChangeWatchedFiles" => self.hear(params, Self::files_changed),
            "workspace/didChangeWorkspaceFolders" => self.hear(params, Self::folders_changed),
            #[cfg(test)]
            "test/panic" => panic!("as the test wants"),
            // Nothing follows from `$/setTrace`, `workspace/didChangeConfiguration` and what is yet to be invented.
            _ => {}
        }
    }

    /// Does something with the parameters of a notification, which cannot be answered when they make no sense.
    fn hear<P: DeserializeOwned>(&mut self, params: Value, then: fn(&mut Self, P)) {
        match serde_json::from_value(params) {
            Ok(params) => then(self, params),
            Err(error) => self.outbox.log(
                MessageType::WARNING,
                format!("a notification was ignored: {error}"),
            ),
        }
    }

    fn response(&mut self, response: Response) {
        if let Some((Asked::Progress(run), accepted)) = self.outbox.answered(response) {
            self.token_answered(run, accepted);
        }
    }

    fn cancel(&mut self, params: &Value) {
        let id = match params.get("id") {
            Some(Value::Number(number)) => number.as_i64().map(Id::Number),
            Some(Value::String(text)) => Some(Id::String(text.clone())),
            _ => None,
        };
        if let Some(id) = id {
            self.commands.cancel_request(&id);
            self.pending.cancel(&id);
        }
    }

    /// Nothing is left to take: does what became due.
    fn settle(&mut self) {
        if self.stage != Stage::Running {
            return;
        }
        if std::mem::take(&mut self.disk_news) {
            self.world.look_again();
            self.disk_changed();
        }
        self.read_runs();
        self.diagnose();
        self.look_for_held();
    }

    /// Reads the last runs of all projects, beside everything else.
    fn read_runs(&mut self) {
        if !std::mem::take(&mut self.runs_due) {
            return;
        }
        for (project, results) in self.world.results() {
            let inbox = self.inbox.clone();
            let job = move || {
                let runs = || crate::workspace::read_runs(&results);
                if let Ok(runs) = catch_unwind(AssertUnwindSafe(runs)) {
                    inbox.put(Event::Runs(project, runs));
                }
            };
            self.pool.put(Urgency::Later, Box::new(job));
        }
    }
}

fn unknown(method: &str) -> Error {
    Error {
        data: Some(Value::from(method)),
        ..Error::method_not_found()
    }
}

/// The document that a request is about, by the client's name for it.
fn document_of(params: &Value) -> Option<&str> {
    params.pointer("/textDocument/uri")?.as_str()
}
