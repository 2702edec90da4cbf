//! Calls into the page program in one document.

use std::future::Future;

use aite_cdp::{CallError, Connection, Gone};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::agent::Ask;
use super::frames::World;
use super::trouble::Trouble;

/// Why there is no answer.
#[derive(Debug)]
pub(crate) enum AskError {
    /// The document, or the process it lived in, is gone: ask in the one that follows.
    Moved,
    /// The session is gone for good.
    Gone(Gone),
    /// The program threw: a bug of ours.
    Threw(String),
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Call<'a> {
    function_declaration: &'a str,
    execution_context_id: i64,
    arguments: &'a [Argument<'a>],
    return_by_value: bool,
    await_promise: bool,
}

/// A value for the page program.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Argument<'a> {
    /// Given as JSON.
    Value { value: &'a Value },
    /// An object that lives in the page.
    #[serde(rename_all = "camelCase")]
    Object { object_id: &'a str },
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
    result: Held,
    exception_details: Option<Exception>,
}

#[derive(Deserialize)]
struct Held {
    #[serde(default)]
    value: Value,
}

#[derive(Deserialize)]
struct Exception {
    #[serde(default)]
    text: String,
    exception: Option<Thrown>,
}

#[derive(Deserialize)]
struct Thrown {
    description: Option<String>,
}

/// Puts a question to the program in a document. It leaves at once; the answer is awaited by the future.
pub(crate) fn ask<A: DeserializeOwned>(
    connection: &Connection,
    world: &World,
    question: &Ask<A>,
) -> impl Future<Output = Result<A, AskError>> + Send + use<A> {
    let arguments: Vec<Argument<'_>> = question
        .arguments()
        .iter()
        .map(|value| Argument::Value { value })
        .collect();
    call(connection, world, &question.declaration(), &arguments)
}

/// Calls a function in a document.
pub(crate) fn call<A: DeserializeOwned>(
    connection: &Connection,
    world: &World,
    function: &str,
    arguments: &[Argument<'_>],
) -> impl Future<Output = Result<A, AskError>> + Send + use<A> {
    let session = connection.session(world.session.clone());
    let call = Call {
        function_declaration: function,
        execution_context_id: world.context,
        arguments,
        return_by_value: true,
        await_promise: true,
    };
    let answer = session.call_as::<_, Answer>("Runtime.callFunctionOn", &call);
    async move { read(answer.await.map_err(refused)?) }
}

fn read<A: DeserializeOwned>(answer: Answer) -> Result<A, AskError> {
    if let Some(exception) = answer.exception_details {
        let detail = exception
            .exception
            .and_then(|thrown| thrown.description)
            .unwrap_or(exception.text);
        return Err(AskError::Threw(detail));
    }
    serde_json::from_value(answer.result.value)
        .map_err(|error| AskError::Threw(format!("an answer that does not fit: {error}")))
}

/// The browser's words for a document that is not there any more.
pub(super) const MOVED: [&str; 4] = ["context", "navigated", "frame", "Promise was collected"];

impl AskError {
    /// A call about a document failed.
    pub(crate) fn of_call(error: CallError) -> Self {
        refused(error)
    }
}

fn refused(error: CallError) -> AskError {
    match error {
        CallError::Gone(gone) => AskError::Gone(gone),
        CallError::Refused { message, .. } if MOVED.iter().any(|word| message.contains(word)) => {
            AskError::Moved
        }
        error => AskError::Threw(error.to_string()),
    }
}

impl AskError {
    /// What it means for a frame of a tab. A frame in a process of its own may go without the tab.
    pub(crate) fn in_frame(self, main: bool) -> Trouble {
        match self {
            Self::Moved => Trouble::NotFound,
            Self::Gone(Gone::Detached) if !main => Trouble::NotFound,
            Self::Gone(gone) => gone.into(),
            Self::Threw(detail) => Trouble::Internal { detail },
        }
    }
}
