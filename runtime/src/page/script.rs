//! Script that runs among the page's own, where its variables are. Only tasks have it.

use aite_cdp::CallError;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::ask::{AskError, call};
use super::frames::World;
use super::tab::Tab;
use super::trouble::Trouble;
use crate::deadline::Deadline;

/// How an evaluation ended.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Evaluated {
    /// With a value.
    Value(Value),
    /// With a value that JSON has no word for, as script writes it: `NaN`, `-0`, `10n`, `undefined`.
    Other(String),
    /// It threw this.
    Threw(String),
    /// The document went away meanwhile.
    Moved,
}

/// Evaluates an expression in the main frame, or in the first whose address contains `frame`, and awaits what it gives.
///
/// # Errors
/// [`Trouble::NotFound`] without such a frame, what becomes of the tab, or the deadline.
pub(crate) async fn evaluate(
    tab: &Tab,
    frame: Option<&str>,
    expression: &str,
    deadline: &Deadline,
) -> Result<Evaluated, Trouble> {
    let world = world(tab, frame, deadline).await?;
    let session = tab.picture().connection().session(world.session);
    let params = json!({
        "expression": expression,
        "contextId": world.context,
        "returnByValue": true,
        "awaitPromise": true,
        "userGesture": true,
    });
    match deadline
        .within(session.call_as::<_, Answer>("Runtime.evaluate", &params))
        .await?
    {
        Ok(answer) => Ok(answer.into()),
        Err(CallError::Refused { message, .. }) if !is_about_the_document(&message) => {
            Ok(Evaluated::Threw(message))
        }
        Err(error) => match AskError::of_call(error) {
            AskError::Moved => Ok(Evaluated::Moved),
            error => Err(error.in_frame(true)),
        },
    }
}

/// Asks the main frame's document something, where the page's scripts can have changed nothing.
///
/// # Errors
/// What becomes of the tab, or the deadline.
pub(crate) async fn ask_document<A: DeserializeOwned>(
    tab: &Tab,
    function: &str,
    deadline: &Deadline,
) -> Result<A, Trouble> {
    let world = tab
        .until(deadline, |tab| tab.frames.main()?.world.clone())
        .await?;
    let asked = call::<A>(tab.picture().connection(), &world, function, &[]);
    let answer = deadline.within(asked).await?;
    answer.map_err(|error| error.in_frame(true))
}

fn is_about_the_document(message: &str) -> bool {
    super::ask::MOVED.iter().any(|word| message.contains(word))
}

/// Where the page's scripts run; between two documents it is waited for.
async fn world(tab: &Tab, frame: Option<&str>, deadline: &Deadline) -> Result<World, Trouble> {
    let found = tab.until(deadline, |tab| match frame {
        None => tab.frames.main()?.own_world.clone(),
        Some(part) => {
            let mut fitting = tab
                .frames
                .in_order()
                .into_iter()
                .filter(|it| it.url.contains(part));
            fitting.find_map(|frame| frame.own_world.clone())
        }
    });
    match (found.await, frame) {
        (Err(Trouble::OutOfTime), Some(_)) => Err(Trouble::NotFound),
        (found, _) => found,
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
    result: Remote,
    exception_details: Option<Exception>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Remote {
    #[serde(default)]
    r#type: String,
    subtype: Option<String>,
    value: Option<Value>,
    unserializable_value: Option<String>,
    description: Option<String>,
}

#[derive(Deserialize)]
struct Exception {
    #[serde(default)]
    text: String,
    exception: Option<Remote>,
}

impl From<Answer> for Evaluated {
    fn from(answer: Answer) -> Self {
        if let Some(Exception { text, exception }) = answer.exception_details {
            let thrown =
                exception.and_then(|it| it.description.or_else(|| it.value.map(|it| it.to_string())));
            return Self::Threw(thrown.unwrap_or(text));
        }
        let Remote {
            r#type,
            subtype,
            value,
            unserializable_value,
            ..
        } = answer.result;
        match (value, unserializable_value) {
            (Some(value), _) => Self::Value(value),
            (None, Some(written)) => Self::Other(written),
            (None, None) if subtype.as_deref() == Some("null") => Self::Value(Value::Null),
            (None, None) => Self::Other(r#type),
        }
    }
}
