//! Examples of data sets: a page shows the fields that matter, the rest is as it should be.

use std::sync::Arc;

use aite_compiler::diagnostic::Diagnostic;
use aite_compiler::import::{self, Around, Subset};
use serde_json::{Value, json};

/// A task that is as it should be.
pub(crate) fn whole() -> Value {
    json!({
        "task_id": "cart_total_001",
        "task_version": 1,
        "layer": "L1",
        "subset_id": "l1.raw_cdp",
        "description": "Adds up the cart",
        "features": ["cdp.runtime.evaluate"],
        "tags": ["version.v0_1"],
        "scene": { "kind": "self_hosted_fixture", "url": "/shop" },
        "driver": { "kind": "raw_cdp", "steps": [{ "method": "Runtime.enable" }] },
        "grader": { "kind": "inline_assertions", "checks": [{ "kind": "no_error" }] },
        "timeouts": { "task_ms": 10000 },
        "artifact_profile": "l1_standard"
    })
}

/// The whole task of an example, and what is said about it.
pub(crate) fn task(example: &str) -> (String, Vec<Diagnostic>) {
    let text = completed(example).unwrap_or_else(|| example.to_owned());
    let driver = |text: &str| {
        let task: Value = serde_json::from_str(text).ok()?;
        import_kind(task.pointer("/driver/kind")?.as_str()?)
    };
    let subset = Subset {
        id: "l1.raw_cdp".into(),
        layer: "L1".into(),
        driver: driver(&text).or(import_kind("raw_cdp")),
        ..Subset::default()
    };
    let around = Around {
        subset: Some(&subset),
        has_file: Some(&|path| path == "probes/total.js"),
    };
    let compiled = import::task("page.json", Arc::from(text.as_str()), &around);
    let found = compiled.diagnostics.into_iter().map(|found| found.diagnostic);
    (text, found.collect())
}

fn import_kind(name: &str) -> Option<aite_compiler::ir::DriverKind> {
    aite_compiler::ir::DriverKind::of_name(name)
}

/// The example with the fields that it does not show; `None` when it is whole or is no JSON.
fn completed(example: &str) -> Option<String> {
    let shown: Value = serde_json::from_str(example).ok()?;
    let is_twice = import::manifest(example)
        .1
        .iter()
        .any(|found| found.message.contains("twice"));
    if is_twice || shown.get("task_id").is_some() {
        return None;
    }
    let mut task = whole();
    for (key, value) in shown.as_object()? {
        task[key] = value.clone();
    }
    serde_json::to_string_pretty(&task).ok()
}
