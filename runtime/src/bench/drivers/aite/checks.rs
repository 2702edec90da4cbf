//! What the steps left, judged by the task's checks.

use std::fs;

use aite_compiler::ir::{Check, Comparison};
use serde_json::{Value, json};

use super::saved::{Record, text};
use crate::bench::outcome::CheckRow;

/// So much of a value is shown.
const QUOTED: usize = 300;

/// Fills what stands for the page and the attempt's folder in a text.
pub(super) type Fill<'a> = &'a dyn Fn(&str) -> String;

/// A row for every check.
pub(super) fn judge(checks: &[Check], record: &Record, fill: Fill<'_>) -> Vec<CheckRow> {
    let row = |(index, check)| {
        let (holds, evidence) = look(check, record, fill);
        CheckRow::new(name(index, check), holds, json!(evidence))
    };
    checks.iter().enumerate().map(row).collect()
}

/// What a check's row is called.
pub(super) fn name(index: usize, check: &Check) -> String {
    let label = check.label.as_deref().filter(|label| !label.is_empty());
    match (label, check.kind.as_str()) {
        (Some(label), _) => label.to_owned(),
        (None, "") => format!("check{index}"),
        (None, kind) => kind.to_owned(),
    }
}

fn look(check: &Check, record: &Record, fill: Fill<'_>) -> (bool, String) {
    let subject = check.subject.as_deref().unwrap_or_default();
    let value = record.saved.get(subject).map(String::as_str);
    let expected = || match &check.comparison {
        Comparison::Expected(expected) => text(expected),
        _ => "undefined".to_owned(),
    };
    match check.kind.as_str() {
        "saved_equals" => {
            let expected = expected();
            let holds = value == Some(expected.as_str());
            (
                holds,
                format!("{subject} is {}, expected {expected:?}", shown(value)),
            )
        }
        "saved_contains" => {
            let expected = fill(&expected());
            let holds = value.is_some_and(|value| value.contains(&expected));
            (
                holds,
                format!("{subject} is {}, expected to contain {expected:?}", shown(value)),
            )
        }
        "saved_not_contains" => {
            let expected = fill(&expected());
            let holds = value.is_some_and(|value| !value.contains(&expected));
            (
                holds,
                format!(
                    "{subject} is {}, expected not to contain {expected:?}",
                    shown(value)
                ),
            )
        }
        "saved_truthy" => (is_something(value), format!("{subject} is {}", shown(value))),
        "step_ok" => step(check, record, true),
        "step_fails" => step(check, record, false),
        "file_nonempty" => {
            let path = fill(check.path.as_deref().unwrap_or_default());
            let size = fs::metadata(&path).map_or(0, |file| file.len());
            (size > 0, format!("{path} has {size} bytes"))
        }
        "any_of" => any_of(check, record, fill),
        unknown => (false, format!("unknown check kind {unknown:?}")),
    }
}

fn any_of(check: &Check, record: &Record, fill: Fill<'_>) -> (bool, String) {
    let Comparison::AnyOf(checks) = &check.comparison else {
        return (false, "there is nothing to choose from".into());
    };
    let tried: Vec<_> = checks.iter().map(|one| look(one, record, fill)).collect();
    let word = |holds: bool| if holds { "holds" } else { "does not hold" };
    let evidence: Vec<_> = tried
        .iter()
        .map(|(holds, evidence)| format!("{}: {evidence}", word(*holds)))
        .collect();
    (tried.iter().any(|(holds, _)| *holds), evidence.join(" | "))
}

fn step(check: &Check, record: &Record, should_succeed: bool) -> (bool, String) {
    let Some(number) = check.step else {
        return (false, "the check names no step".into());
    };
    let outcome = usize::try_from(number)
        .ok()
        .and_then(|at| record.outcomes.get(at));
    let told = match outcome {
        None => "did not run".to_owned(),
        Some(Ok(())) => "succeeded".to_owned(),
        Some(Err(error)) => format!("failed: {error}"),
    };
    let holds = outcome.is_some_and(|outcome| outcome.is_ok() == should_succeed);
    (holds, format!("step {number} {told}"))
}

fn is_something(value: Option<&str>) -> bool {
    const NOTHING: [&str; 4] = ["", "undefined", "null", "false"];
    value.is_some_and(|value| !NOTHING.contains(&value) && !value.starts_with("ERROR:"))
}

fn shown(value: Option<&str>) -> Value {
    json!(value.map(|value| value.chars().take(QUOTED).collect::<String>()))
}
