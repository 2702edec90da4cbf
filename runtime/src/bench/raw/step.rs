//! One step of a task.

use std::time::Duration;

use aite_compiler::ir::{Await, Command, Millis, Outcome, ProtocolOp, Save, SaveFrom, SessionRef};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::time::Instant;

use super::super::judge::Trouble;
use super::Record;
use super::matching::{fits, truthy};
use super::open::Opened;
use super::saved::Places;
use super::waited::For;

const LONGEST_SLEEP: Millis = Millis(5_000);
const LONGEST_WAIT: Millis = Millis(30_000);

/// Methods that belong to the browser when a step does not say where they go.
const OF_THE_BROWSER: [&str; 5] = ["Browser.", "Target.", "Schema.", "SystemInfo.", "Security."];

/// A pause that the task asks for.
pub(super) async fn sleep(time: Millis, opened: &mut Opened) {
    let began = Instant::now();
    tokio::time::sleep(Duration::from_millis(time.min(LONGEST_SLEEP).0)).await;
    opened.talk.waited.add(For::Pause, began.elapsed());
}

/// A command or an awaited event.
pub(super) async fn protocol(
    op: &ProtocolOp,
    outcome: Outcome,
    opened: &mut Opened,
    places: &Places,
    record: &mut Record,
) -> Result<(), Trouble> {
    let result = match op {
        ProtocolOp::Command(it) => command(it, opened, places, record).await,
        ProtocolOp::Await(it) => wait(it, opened, places, record).await,
    };
    match (result, outcome) {
        (Err(Trouble::Refused { method, message }), Outcome::ExpectUnsupported) => {
            record.unsupported.insert(method, message);
        }
        (Err(Trouble::Refused { method, message }), Outcome::Optional) => match op {
            ProtocolOp::Await(_) => record.missed.push(method),
            ProtocolOp::Command(_) => record.refused.push(json!({"method": method, "message": message})),
        },
        (Ok(()), Outcome::ExpectUnsupported) => {
            if let ProtocolOp::Command(command) = op {
                record.supported.push(command.method.clone());
            }
        }
        (result, _) => return result,
    }
    Ok(())
}

async fn command(
    command: &Command,
    opened: &mut Opened,
    places: &Places,
    record: &mut Record,
) -> Result<(), Trouble> {
    let params = command
        .params
        .as_ref()
        .map(|params| places.fill(params, &record.saved));
    let session = match &command.session {
        Some(named) => opened.session(named)?,
        None if is_of_the_browser(&command.method) => None,
        None => opened.page.clone(),
    };
    opened
        .downloads
        .attempted(&command.method, params.as_ref(), session.as_deref());
    let talk = &mut opened.talk;
    let result = talk
        .call(&command.method, params.as_ref(), session.as_deref())
        .await?;
    if has_exception(&result) {
        record.exceptions += 1;
    }
    for save in &command.save {
        keep(save, &result, None, opened, record);
    }
    Ok(())
}

fn is_of_the_browser(method: &str) -> bool {
    OF_THE_BROWSER.iter().any(|domain| method.starts_with(domain))
}

async fn wait(
    awaited: &Await,
    opened: &mut Opened,
    places: &Places,
    record: &mut Record,
) -> Result<(), Trouble> {
    let time = Duration::from_millis(awaited.timeout.min(LONGEST_WAIT).0);
    let pattern = awaited
        .matching
        .as_ref()
        .map(|pattern| places.fill(pattern, &record.saved));
    // The browser's own session hears everything.
    let only_from = match &awaited.session {
        None | Some(SessionRef::Browser) => None,
        Some(named) => Some(opened.session(named)?),
    };
    let found = opened.talk.find(For::Event, time, |event| {
        event.method == awaited.event
            && only_from.as_ref().is_none_or(|session| *session == event.session)
            && pattern
                .as_ref()
                .is_none_or(|pattern| fits(pattern, &event.value()))
    });
    let Some(at) = found.await? else {
        let (event, seconds) = (&awaited.event, time.as_secs_f64());
        return Err(Trouble::Refused {
            method: event.clone(),
            message: format!("wait_for_event timeout: {event} not observed within {seconds:?}s"),
        });
    };
    let event = opened.talk.events.remove(at);
    record.observed.push(event.method.clone());
    for save in &awaited.save {
        keep(save, &event.params, event.session.as_deref(), opened, record);
    }
    let names_a_session = event.session.is_some() || event.value().get("sessionId").is_some();
    opened.talk.used.push(event);
    let wants_one = awaited.save.iter().any(|save| save.from == SaveFrom::Session);
    match wants_one && !names_a_session {
        true => Err(Trouble::Other(format!(
            "{} names no session to save",
            awaited.event
        ))),
        false => Ok(()),
    }
}

/// Keeps a part of an answer or of an event. `from` is the session that an event came from.
fn keep(save: &Save, raw: &RawValue, from: Option<&str>, opened: &mut Opened, record: &mut Record) {
    let value: Value = serde_json::from_str(raw.get()).unwrap_or_default();
    match save.from {
        SaveFrom::Result => record.saved.keep(&save.name, value),
        SaveFrom::Value => record.answer = record.saved.keep_value(&save.name, value),
        SaveFrom::Session => {
            let said = value.get("sessionId").and_then(Value::as_str).or(from);
            opened.sessions.insert(save.name.clone(), said.map(Into::into));
        }
    }
}

fn has_exception(result: &RawValue) -> bool {
    #[derive(Deserialize)]
    struct Evaluated<'a> {
        #[serde(borrow, rename = "exceptionDetails")]
        exception: Option<&'a RawValue>,
    }
    // Most answers have no such member: they are not read for it.
    if !result.get().contains("exceptionDetails") {
        return false;
    }
    let evaluated = serde_json::from_str::<Evaluated<'_>>(result.get()).ok();
    let details = evaluated.and_then(|it| it.exception);
    details.is_some_and(|raw| truthy(&serde_json::from_str(raw.get()).unwrap_or_default()))
}
