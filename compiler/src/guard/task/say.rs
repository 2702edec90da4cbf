//! Parts of tasks in a few words.

use serde_json::Value;

use crate::guard::duration;
use crate::import::wire;
use crate::ir::{Await, Check, Op, OpKind, Outcome, ProtocolOp, Scene, Task};

/// More of a value than this is not shown.
const LONGEST: usize = 160;

/// `1 check`, `3 checks`.
pub(super) fn count(checks: usize) -> String {
    match checks {
        1 => "1 check".to_owned(),
        _ => format!("{checks} checks"),
    }
}

pub(super) fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or(text)),
        None => text.to_owned(),
    }
}

/// A check as its fields, the kind first.
pub(super) fn check(check: &Check) -> String {
    let mut said = format!("check {}", check.kind);
    if let Value::Object(fields) = wire::check(check) {
        for (key, value) in fields {
            if !matches!(key.as_str(), "kind" | "label") {
                said.push_str(&format!(" {key}:{value}"));
            }
        }
    }
    said
}

pub(super) fn event(awaited: &Await) -> String {
    match &awaited.matching {
        Some(matching) => format!("wait_for_event {} match {matching}", awaited.event),
        None => format!("wait_for_event {}", awaited.event),
    }
}

/// A step by what it does.
pub(super) fn source(source: &Value) -> String {
    shortened(&source["with"].to_string())
}

pub(super) fn scene(task: &Task) -> String {
    match &task.scene {
        Scene::AboutBlank => "page about:blank".to_owned(),
        Scene::Fixture { url, .. } => format!("page {}", wire::text(url, wire::AS_WRITTEN)),
    }
}

/// A step with how its outcome counts.
pub(super) fn step(op: &Op) -> String {
    let what = match &op.kind {
        OpKind::Protocol(ProtocolOp::Command(command)) => command.method.clone(),
        OpKind::Protocol(ProtocolOp::Await(awaited)) => event(awaited),
        kind => source(&serde_json::to_value(kind).unwrap_or_default()),
    };
    let outcome = match op.outcome {
        Outcome::Required | Outcome::Recorded => "",
        Outcome::Optional => " optional",
        Outcome::ExpectFailure => " expect_fail",
        Outcome::ExpectUnsupported => " expect_unsupported",
    };
    let time = op
        .timeout
        .map_or_else(String::new, |time| format!(" timeout {}", duration(time)));
    format!("{what}{outcome}{time}")
}
