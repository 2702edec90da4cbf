//! Steps of raw protocol tasks: a command, an awaited event, or a pause.

use super::reader::{Fields, Reader};
use super::task::shown;
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::{Await, Command, Millis, Op, OpKind, Outcome, ProtocolOp, Save, SaveFrom, SessionRef};
use crate::json::{Json, Value};
use crate::source::Span;

/// How long an event is awaited when the step says nothing, and at most.
const EVENT_TIME: u64 = 5_000;
const MOST_EVENT_TIME: u64 = 30_000;
/// The longest pause.
const MOST_SLEEP: u64 = 5_000;

/// Methods that no task may use: pictures and paper are not compared.
pub const OUT_OF_SCOPE_METHODS: [&str; 2] = ["Page.captureScreenshot", "Page.printToPDF"];
/// Alternatives inside a `match`.
const ONE_OF: &str = "$one_of";

const COMMAND: [&str; 8] = [
    "method",
    "params",
    "session",
    "expect_unsupported",
    "optional",
    "save_as",
    "save_result_as",
    "save_session_as",
];
const EVENT: [&str; 7] = [
    "wait_for_event",
    "match",
    "timeout_ms",
    "session",
    "optional",
    "save_result_as",
    "save_session_as",
];
const SLEEP: [&str; 1] = ["sleep_ms"];

/// The sessions that steps have saved so far.
#[derive(Debug, Default)]
pub(super) struct Sessions(Vec<String>);

/// One step, and what it is called.
pub(super) fn step(reader: &mut Reader, json: &Json<'_>, sessions: &mut Sessions) -> Option<(Op, String)> {
    let step = reader.as_object("a step", json)?;
    let forms = ["method", "wait_for_event", "sleep_ms"];
    let said: Vec<_> = forms.into_iter().filter(|form| step.has(form)).collect();
    match said.as_slice() {
        ["method"] => command(reader, step, sessions),
        ["wait_for_event"] => event(reader, step, sessions),
        ["sleep_ms"] => sleep(reader, step),
        said => {
            let found = match said {
                [] => "none of them".to_owned(),
                said => said.join(" and "),
            };
            let message = format!("a step says one of method, wait_for_event and sleep_ms, found {found}");
            reader.error(Code::T017, step.opening, message);
            None
        }
    }
}

fn command(reader: &mut Reader, step: Fields<'_, '_>, sessions: &mut Sessions) -> Option<(Op, String)> {
    reader.known(step, "a command", &COMMAND);
    let method = name(reader, step, "method")?;
    let session = session(reader, step, sessions);
    let expects_unsupported = reader
        .optional_bool(step, "expect_unsupported")
        .unwrap_or_default();
    let optional = reader.optional_bool(step, "optional").unwrap_or_default();
    let params = step.get("params");
    if let Some(params) = params {
        reader.as_object("params", params);
    }
    let command = Command {
        method: method.clone(),
        params: params.map(Json::plain),
        session,
        save: saves(reader, step, sessions),
    };
    let outcome = match (expects_unsupported, optional) {
        (true, _) => Outcome::ExpectUnsupported,
        (false, true) => Outcome::Optional,
        (false, false) => Outcome::Required,
    };
    let op = Op {
        outcome,
        ..Op::new(OpKind::Protocol(ProtocolOp::Command(command)))
    };
    Some((op, method))
}

fn event(reader: &mut Reader, step: Fields<'_, '_>, sessions: &mut Sessions) -> Option<(Op, String)> {
    reader.known(step, "an event wait", &EVENT);
    let event = name(reader, step, "wait_for_event")?;
    let time = reader.optional_count(step, "timeout_ms").unwrap_or(EVENT_TIME);
    let matching = step
        .get("match")
        .filter(|json| !matches!(json.value, Value::Null));
    if let Some(matching) = matching {
        reader.as_object("match", matching);
        alternatives(reader, matching);
    }
    let session = session(reader, step, sessions);
    let optional = reader.optional_bool(step, "optional").unwrap_or_default();
    let awaited = Await {
        event: event.clone(),
        matching: matching.map(Json::plain),
        // Events of the browser itself are matched from anywhere, as those without a session are.
        session: session.filter(|session| *session != SessionRef::Browser),
        timeout: Millis(time.min(MOST_EVENT_TIME)),
        save: saves(reader, step, sessions),
    };
    let op = Op {
        outcome: if optional {
            Outcome::Optional
        } else {
            Outcome::Required
        },
        ..Op::new(OpKind::Protocol(ProtocolOp::Await(awaited)))
    };
    Some((op, event))
}

fn sleep(reader: &mut Reader, step: Fields<'_, '_>) -> Option<(Op, String)> {
    reader.known(step, "a pause", &SLEEP);
    let time = Millis(reader.optional_count(step, "sleep_ms")?.min(MOST_SLEEP));
    Some((Op::new(OpKind::Sleep { time }), "sleep_ms".to_owned()))
}

/// `Domain.name`
fn name(reader: &mut Reader, step: Fields<'_, '_>, key: &str) -> Option<String> {
    let json = step.get(key)?;
    let name = json.text().unwrap_or_default();
    let parts = name.split_once('.');
    if !parts.is_some_and(|(domain, name)| !domain.is_empty() && !name.is_empty()) {
        let message = format!("{key} needs a name such as Page.navigate, found {}", shown(json));
        reader.error(Code::T017, json.span, message);
        return None;
    }
    if OUT_OF_SCOPE_METHODS.contains(&name) {
        let message = format!("{name} is out of scope: pictures and paper are not compared");
        reader.error(Code::T018, json.span, message);
    }
    Some(name.to_owned())
}

fn session(reader: &mut Reader, step: Fields<'_, '_>, sessions: &Sessions) -> Option<SessionRef> {
    let json = step.get("session")?;
    match json.text() {
        Some("page") => return Some(SessionRef::Page),
        Some("browser") => return Some(SessionRef::Browser),
        Some(name) if sessions.0.iter().any(|known| known == name) => {
            return Some(SessionRef::Saved(name.to_owned()));
        }
        _ => {}
    }
    let message = format!("session {} is not saved by any earlier step", shown(json));
    let help = "a session is page, browser, or a name that an earlier step gave with save_session_as";
    reader.push(Diagnostic::error(Code::T017, json.span, message).with_help(help));
    None
}

fn saves(reader: &mut Reader, step: Fields<'_, '_>, sessions: &mut Sessions) -> Vec<Save> {
    let kinds = [
        ("save_result_as", SaveFrom::Result),
        ("save_session_as", SaveFrom::Session),
        ("save_as", SaveFrom::Value),
    ];
    let mut saves = Vec::new();
    for (key, from) in kinds {
        let Some(name) = reader.optional_text(step, key) else {
            continue;
        };
        if from == SaveFrom::Session {
            sessions.0.push(name.clone());
        }
        saves.push(Save { name, from });
    }
    saves
}

/// `{"$one_of": […]}` stands alone in its object and has an alternative.
fn alternatives(reader: &mut Reader, json: &Json<'_>) {
    match &json.value {
        Value::Array(items) => items.iter().for_each(|item| alternatives(reader, item)),
        Value::Object(members) => {
            for member in members {
                if member.key == ONE_OF {
                    one_of(reader, members.len(), member.key_span, &member.value);
                }
                alternatives(reader, &member.value);
            }
        }
        _ => {}
    }
}

fn one_of(reader: &mut Reader, members: usize, key: Span, value: &Json<'_>) {
    if members > 1 {
        reader.error(Code::T017, key, "$one_of stands alone in its object");
    }
    let has_some = matches!(&value.value, Value::Array(items) if !items.is_empty());
    if !has_some {
        reader.error(
            Code::T017,
            value.span,
            "$one_of needs a list that has an alternative",
        );
    }
}
