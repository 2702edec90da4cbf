//! What a task says once: its grader, driver, page, times, tags, and which of its steps may fail.

use std::collections::HashMap;

use serde_json::Value;

use super::claim::source;
use super::{Side, say};
use crate::guard::{At, Finding, Rule, Sight, duration};
use crate::ir::{Grader, Millis, Op, OpKind, Outcome, PageOp, Setup};

/// Everything that the new task says less strictly.
pub(super) fn weakened(old: Side<'_>, new: Side<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    found.extend(grader(old, new));
    found.extend(declared(old, new));
    found.extend(diagnostic(old, new));
    found.extend(changed(
        Rule::KindChanged,
        At::Whole,
        format!("driver {}", old.task.driver.kind.name()),
        format!("driver {}", new.task.driver.kind.name()),
    ));
    found.extend(changed(
        Rule::TargetChanged,
        At::Whole,
        say::scene(old.task),
        say::scene(new.task),
    ));
    found.extend(more_time("task_ms", old.task.task_time, new.task.task_time));
    found.extend(more_time("hard_kill_ms", old.task.hard_kill, new.task.hard_kill));
    probe(&old.task.driver.setup, &new.task.driver.setup, &mut found);
    found.extend(steps(old, new));
    found.extend(untyped(old, new));
    found
}

fn finding(rule: Rule, at: At, was: String, now: Option<String>) -> Finding {
    let sight = |text| Sight { at, text };
    Finding {
        rule,
        was: sight(was),
        now: now.map(sight),
    }
}

fn changed(rule: Rule, at: At, was: String, now: String) -> Option<Finding> {
    (was != now).then(|| finding(rule, at, was, Some(now)))
}

fn grader(old: Side<'_>, new: Side<'_>) -> Option<Finding> {
    let say = |side: Side<'_>| match &side.task.grader {
        Grader::Inline { .. } => "grader inline_assertions".to_owned(),
        Grader::Server { endpoint, .. } => format!("grader server_side {}", endpoint.0),
    };
    changed(Rule::GraderChanged, At::Grader, say(old), say(new))
}

/// Checks that somebody else makes, by their names.
fn declared(old: Side<'_>, new: Side<'_>) -> Vec<Finding> {
    let mut left: Vec<&String> = new.task.declared.iter().collect();
    let is_gone = |name: &&String| match left.iter().position(|other| other == name) {
        Some(at) => {
            left.remove(at);
            false
        }
        None => true,
    };
    let gone: Vec<&String> = old.task.declared.iter().filter(is_gone).collect();
    let say = |name: &String| finding(Rule::Removed, At::Grader, format!("check {name}"), None);
    gone.into_iter().map(say).collect()
}

fn diagnostic(old: Side<'_>, new: Side<'_>) -> Option<Finding> {
    let is_new = !old.task.is_diagnostic() && new.task.is_diagnostic();
    is_new.then(|| {
        let now = "tag purpose.diagnostic: no engine is scored by this task".to_owned();
        finding(
            Rule::DiagnosticTag,
            At::Tags,
            "a task that is scored".to_owned(),
            Some(now),
        )
    })
}

fn more_time(what: &str, old: Millis, new: Millis) -> Option<Finding> {
    (new > old).then(|| {
        let said = |time| format!("{what} {}", duration(time));
        finding(Rule::MoreTime, At::Time, said(old), Some(said(new)))
    })
}

/// A probe's script and variables decide what is read. Times may go down.
fn probe(old: &Setup, new: &Setup, found: &mut Vec<Finding>) {
    let (
        Setup::Probe { script, env },
        Setup::Probe {
            script: new_script,
            env: new_env,
        },
    ) = (old, new)
    else {
        return;
    };
    let named = |script: &String| format!("script {script}");
    found.extend(changed(
        Rule::CaptureChanged,
        At::Whole,
        named(script),
        named(new_script),
    ));
    for (name, was) in env {
        let now = new_env
            .iter()
            .find(|(other, _)| other == name)
            .map(|(_, value)| value);
        variable(name, was, now, found);
    }
    for (name, now) in new_env
        .iter()
        .filter(|(name, _)| !env.iter().any(|(other, _)| other == name))
    {
        let now = say::shortened(&format!("{name} {now}"));
        found.push(finding(
            Rule::CaptureChanged,
            At::Whole,
            format!("no {name}"),
            Some(now),
        ));
    }
}

fn variable(name: &str, was: &Value, now: Option<&Value>, found: &mut Vec<Finding>) {
    let (Some(fields), Some(new_fields)) = (was.as_object(), now.and_then(Value::as_object)) else {
        if now != Some(was) {
            let say = |value: &Value| say::shortened(&format!("{name} {value}"));
            found.push(finding(Rule::CaptureChanged, At::Whole, say(was), now.map(say)));
        }
        return;
    };
    let all = fields
        .keys()
        .chain(new_fields.keys().filter(|key| !fields.contains_key(*key)));
    for key in all {
        let (was, now) = (fields.get(key), new_fields.get(key));
        let rule = match key.as_str() {
            key if key.ends_with("_ms") => match (was.and_then(Value::as_u64), now.and_then(Value::as_u64)) {
                (Some(was), Some(now)) if now > was => Rule::MoreTime,
                _ => continue,
            },
            _ if was == now => continue,
            "selector" => Rule::TargetChanged,
            "read" => Rule::KindChanged,
            _ => Rule::CaptureChanged,
        };
        let say = |value: Option<&Value>| {
            let value = value.map_or_else(|| "absent".to_owned(), Value::to_string);
            say::shortened(&format!("{name} {key} {value}"))
        };
        found.push(finding(rule, At::Whole, say(was), Some(say(now))));
    }
}

/// Steps that had to succeed and may fail now, and steps that may take longer.
fn steps(old: Side<'_>, new: Side<'_>) -> Vec<Finding> {
    let mut same: HashMap<String, Vec<(usize, &Op)>> = HashMap::new();
    for (at, op) in new.program.ops().enumerate() {
        same.entry(source(op).to_string()).or_default().push((at, op));
    }
    let mut found = Vec::new();
    for (at, op) in old.program.ops().enumerate() {
        let Some(candidates) = same
            .get_mut(&source(op).to_string())
            .filter(|list| !list.is_empty())
        else {
            continue;
        };
        // The counterpart that demands most is the one that counts.
        let best = candidates
            .iter()
            .position(|(_, new)| !is_weaker(op, new))
            .unwrap_or_default();
        let (new_at, new) = candidates.remove(best);
        if let Some(rule) = weaker(op, new) {
            found.push(Finding {
                rule,
                was: Sight {
                    at: At::Op(at),
                    text: say::step(op),
                },
                now: Some(Sight {
                    at: At::Op(new_at),
                    text: say::step(new),
                }),
            });
        }
    }
    found
}

/// New steps that drivers read for themselves and that say that they may fail: which step each was before cannot be
/// told, since what its fields mean cannot.
fn untyped(old: Side<'_>, new: Side<'_>) -> Vec<Finding> {
    let may_fail = |op: &&Op| match &op.kind {
        OpKind::Page(PageOp::Other { fields, .. }) => ["optional", "expect_fail"]
            .into_iter()
            .any(|key| !matches!(fields.get(key), None | Some(Value::Null | Value::Bool(false)))),
        _ => false,
    };
    let is_new = |op: &&Op| !old.program.ops().any(|before| before.kind == op.kind);
    let said = |op: &Op| {
        let was = "no step that drivers read for themselves and that may fail".to_owned();
        finding(Rule::StepOptional, At::Whole, was, Some(say::step(op)))
    };
    let found = new.program.ops().filter(may_fail).filter(is_new);
    found.map(said).collect()
}

fn is_weaker(old: &Op, new: &Op) -> bool {
    weaker(old, new).is_some()
}

fn weaker(old: &Op, new: &Op) -> Option<Rule> {
    if demands(new.outcome) < demands(old.outcome) {
        return Some(Rule::StepOptional);
    }
    let longer = match (old.timeout, new.timeout) {
        (Some(old), Some(new)) => new > old,
        _ => false,
    };
    longer.then_some(Rule::MoreTime)
}

/// How much an outcome demands: an optional step may end in any way, one that is there to fail may not.
fn demands(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Optional => 0,
        Outcome::ExpectFailure | Outcome::ExpectUnsupported => 1,
        Outcome::Required | Outcome::Recorded => 2,
    }
}
