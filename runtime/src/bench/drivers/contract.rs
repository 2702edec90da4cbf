//! What a driver program may say: exactly one JSON object, `{ok, answer, observations, metrics}` or `{ok: false, error}`.

use std::time::Duration;

use serde_json::{Map, Value};

use super::process::{End, Finished};
use crate::bench::judge::Trouble;
use crate::bench::outcome::{Counters, ProcessKind, ProcessState};

/// How much of a wrong output is quoted.
const QUOTED: usize = 200;

/// What a driver program found out.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Said {
    /// `None` when it gave none.
    pub(super) answer: Option<Value>,
    pub(super) observations: Value,
    pub(super) counters: Counters,
}

/// Reads what a program left, which had `limit`.
///
/// # Errors
/// When it did not end in time, not with 0, not with one object, or with an object that says so.
pub(super) fn read(finished: &Finished, limit: Duration) -> Result<Said, Trouble> {
    match finished.end {
        End::OutOfTime => {
            let seconds = limit.as_secs_f64();
            return Err(Trouble::DriverTimedOut { seconds });
        }
        End::Exited(status) if !status.success() => {
            let state = ProcessState::exited(ProcessKind::Driver, status);
            return Err(Trouble::DriverExited(state));
        }
        End::Exited(_) => {}
    }
    let object = object(&finished.stdout).map_err(|reason| Trouble::DriverSpokeWrongly {
        detail: format!("script stdout is not a single JSON object: {reason}"),
    })?;
    said(object)
}

fn object(stdout: &[u8]) -> Result<Map<String, Value>, String> {
    let text = std::str::from_utf8(stdout).map_err(|_| "it is not UTF-8".to_owned())?;
    let text = text.trim();
    if text.is_empty() {
        return Ok(Map::new());
    }
    let quoted = || text.chars().take(QUOTED).collect::<String>();
    match serde_json::from_str(text) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err(format!("it begins with {:?}", quoted())),
        Err(error) => Err(format!("{error}; it begins with {:?}", quoted())),
    }
}

fn said(mut object: Map<String, Value>) -> Result<Said, Trouble> {
    if object.get("ok") != Some(&Value::Bool(true)) {
        let error = object.remove("error").unwrap_or_default();
        let text = |name: &str| error.get(name).and_then(Value::as_str);
        return Err(Trouble::DriverReported {
            class: text("class").unwrap_or_default().to_owned(),
            message: text("message").unwrap_or("script reported failure").to_owned(),
        });
    }
    let metrics = object.remove("metrics").unwrap_or_default();
    let count = |name: &str| metrics.get(name).and_then(Value::as_u64).unwrap_or(0);
    Ok(Said {
        answer: object.remove("answer"),
        observations: object.remove("observations").unwrap_or_default(),
        counters: Counters {
            cdp_call_count: count("cdp_call_count"),
            cdp_error_count: count("cdp_error_count"),
            ws_disconnect_count: count("ws_disconnect_count"),
        },
    })
}
