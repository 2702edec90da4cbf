//! Messages of the protocol, for tasks that speak it themselves.

use serde::Serialize;
use serde_json::Value;

use super::{Millis, Save};

/// A protocol step.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", tag = "protocol")]
pub enum ProtocolOp {
    /// A command is sent and its answer awaited.
    Command(Command),
    /// An event is awaited; one that came earlier and was not used counts.
    Await(Await),
}

/// A command.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Command {
    /// `Domain.method`
    pub method: String,
    /// Its parameters, with `{saved:…}` and other placeholders in strings; `None` sends none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub params: Option<Value>,
    /// Where it is sent; `None` is decided by the domain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<SessionRef>,
    /// What is kept of the answer.
    pub save: Vec<Save>,
}

/// An awaited event.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Await {
    /// `Domain.event`
    pub event: String,
    /// A subset of its parameters, `{"$one_of": […]}` for alternatives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matching: Option<Value>,
    /// Where it must come from; `None` is anywhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<SessionRef>,
    /// How long it is awaited.
    pub timeout: Millis,
    /// What is kept of it.
    pub save: Vec<Save>,
}

/// A protocol session.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum SessionRef {
    /// The page of the task.
    Page,
    /// The browser.
    Browser,
    /// A session that an earlier step saved.
    Saved(String),
}

/// Which part of an answer is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum SaveFrom {
    /// The whole result, or an event's parameters (`save_result_as`).
    Result,
    /// `result.value`, with its type; also the answer of the task (`save_as`).
    Value,
    /// The id of a session (`save_session_as`).
    Session,
}
