//! Whether a run did what a case expects.

use aite_runtime::report::{CommandEnd, Event};
use aite_runtime::verdict::{Failure, Status, Warning};
use serde_json::{Value, json};

use super::Told;
use super::case::Case;

/// What is not as expected.
pub(crate) fn judge(case: &Case, told: &Told) -> Vec<String> {
    let mut wrong: Vec<String> = told
        .expect
        .iter()
        .filter_map(|line| expectation(case, told, line).err())
        .collect();
    if !wrong.is_empty() {
        wrong.push(format!("  what happened: {}", summary(told)));
    }
    wrong
}

fn expectation(case: &Case, told: &Told, line: &str) -> Result<(), String> {
    let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
    let hold = |holds: bool| {
        if holds {
            Ok(())
        } else {
            Err(format!("expected: {line}"))
        }
    };
    let failure = failure(told);
    let of_failure = |pick: &dyn Fn(&Failure) -> Option<String>| {
        hold(
            failure
                .as_ref()
                .and_then(pick)
                .is_some_and(|text| text.contains(rest)),
        )
    };
    match verb {
        "passes" => hold(matches!(status(told), Status::Passed | Status::PassedAfterRetry)),
        "status" => hold(json!(status(told)) == json!(rest)),
        "fails" => {
            let (reason, at) = rest.split_once(' ').unwrap_or((rest, "0"));
            let at: u32 = at.parse().expect("a line number");
            hold(failure.is_some_and(|failure| {
                json!(failure.reason) == json!(reason) && (at == 0 || failure.line == at + case.offset)
            }))
        }
        "says" => of_failure(&|failure| {
            serde_json::to_string(failure)
                .ok()
                .map(|text| text.replace("\\\"", "\""))
        }),
        "expected" => of_failure(&|failure| failure.expected.clone()),
        "found" => of_failure(&|failure| failure.found.clone()),
        "covered" => of_failure(&|failure| failure.covered_by.clone()),
        "candidate" => of_failure(&|failure| {
            let all = failure.candidates.iter();
            Some(
                all.map(|one| format!("{} {}\n", one.element, one.rewrite.as_deref().unwrap_or("")))
                    .collect(),
            )
        }),
        "logs" => of_failure(&|failure| Some(failure.log.join("\n"))),
        "picture" => hold(failure.is_some_and(|failure| failure.screenshot.is_some())),
        "warns" => hold(warnings(told).any(|warning| warning.message.contains(rest))),
        "no-warning" => hold(warnings(told).all(|warning| warning.message.contains("sandbox"))),
        "retries" => hold(commands(told).any(|end| end.retries > 0)),
        "resolved" => {
            let (key, text) = rest.split_once(' ').expect("resolved KEY TEXT");
            hold(commands(told).any(|end| {
                json!(end.resolved)[key]
                    .as_str()
                    .is_some_and(|value| value.contains(text))
            }))
        }
        "at-least" => hold(told.took_ms >= rest.parse().expect("milliseconds")),
        "at-most" => hold(told.took_ms <= rest.parse().expect("milliseconds")),
        other => panic!("{}: unknown expectation {other}", case.name),
    }
}

fn commands(told: &Told) -> impl Iterator<Item = &CommandEnd> {
    told.events.iter().filter_map(|event| match event {
        Event::CommandFinished(end) => Some(&**end),
        _ => None,
    })
}

fn failure(told: &Told) -> Option<Failure> {
    commands(told).find_map(|end| end.failure.clone())
}

fn warnings(told: &Told) -> impl Iterator<Item = &Warning> {
    told.events.iter().filter_map(|event| match event {
        Event::Warned(warning) => Some(warning),
        _ => None,
    })
}

fn status(told: &Told) -> Status {
    match told.events.last() {
        Some(Event::RunFinished(end)) => end.status,
        _ => Status::Error,
    }
}

fn summary(told: &Told) -> String {
    let warnings: Vec<&str> = warnings(told).map(|warning| warning.message.as_str()).collect();
    let end: Value = told.events.last().map(|event| json!(event)).unwrap_or_default();
    format!(
        "{}ms {end} failure {} warnings {warnings:?}",
        told.took_ms,
        json!(failure(told))
    )
}
