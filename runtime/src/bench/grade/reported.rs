//! Rows that a driver program reports about what it saw itself.

use serde_json::Value;

use crate::bench::outcome::{CheckRow, Class, Failure, Grade};

/// The judgement of a driver that checks for itself: it reports rows, and all of them pass.
pub fn reported(observations: &Value) -> Grade {
    let rows = rows(observations);
    let detail = match rows.is_empty() {
        true => "script reported no checks",
        false => "script-reported checks failed",
    };
    Grade::of(rows, || Failure::new(class(observations), detail))
}

/// The server's judgement and, behind it, what the driver saw: both must be as they should.
pub fn with_reported(judged: Grade, observations: &Value) -> Grade {
    let rows = rows(observations);
    let holds = rows.iter().all(CheckRow::holds);
    let mut checks = judged.checks;
    checks.extend(rows);
    let driver_failed = || Failure::new(class(observations), "driver-side required-step checks failed");
    Grade {
        ok: judged.ok && holds,
        checks,
        failure: judged.failure.or_else(|| (!holds).then(driver_failed)),
    }
}

/// What is no row with a status is a row that does not pass.
fn rows(observations: &Value) -> Vec<CheckRow> {
    let reported = observations.get("checks").and_then(Value::as_array);
    let rows = reported.into_iter().flatten().map(|row| {
        let name = row.get("name").and_then(Value::as_str).unwrap_or("unnamed");
        let holds = row.get("status").is_some_and(|status| status == "pass");
        let evidence = row.get("evidence").cloned().unwrap_or_default();
        CheckRow::new(name, holds, evidence)
    });
    rows.collect()
}

fn class(observations: &Value) -> Class {
    let named = observations.get("failure_class").and_then(Value::as_str);
    named.map_or(Class::CdpSemantic, Class::named)
}
