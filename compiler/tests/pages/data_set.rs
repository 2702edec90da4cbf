//! Examples of data sets: a page shows the fields that matter, the rest is as it should be.

use std::sync::Arc;

use aite_compiler::diagnostic::Diagnostic;
use aite_compiler::import::{
    self, Answers, Around, DataSet, Layer, Member, SCENARIO_END, Scenario, Subset, Suite, wire,
};
use aite_compiler::ir::{DriverKind, Kind};
use aite_compiler::lower::Compiled;
use serde_json::{Value, json};

/// A task that is as it should be.
fn whole_task() -> Value {
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

/// A scenario that all drivers but Selenium perform.
fn whole_scenario() -> Value {
    let drivers = DriverKind::ALL
        .into_iter()
        .filter(|kind| *kind != DriverKind::Selenium);
    let drivers: Vec<&str> = drivers.filter_map(DriverKind::key).collect();
    json!({
        "scenario_id": "cart_total",
        "family": "cart",
        "title": "The cart adds up",
        "description": "Adds two items and reads the total",
        "scene": { "kind": "self_hosted_fixture", "url": "/shop" },
        "steps": [{ "op": "goto", "url": "{fixture_url}" }],
        "checks": [{ "kind": "step_ok", "step": 0 }],
        "expected_answer": { "mode": "equals", "expected": "12" },
        "drivers": drivers,
        "driver_skips": { "selenium": "a reason" }
    })
}

/// The whole file that an example of this kind stands for, and what is said about it.
pub(crate) fn read(what: &str, example: &str) -> Option<(String, Vec<Diagnostic>)> {
    Some(match what {
        "task" => {
            let text = completed(example, whole_task()).unwrap_or_else(|| example.to_owned());
            let found = diagnostics(task(&text));
            (text, found)
        }
        "manifest" => (example.to_owned(), import::manifest(example).1),
        "answers" => (example.to_owned(), import::answers(example).1),
        "capabilities" => (example.to_owned(), import::capabilities(example).1),
        "scenario" => {
            let text = completed(example, whole_scenario())?;
            let (scenario, mut found) = import::scenario(&format!("cart_total{SCENARIO_END}"), &text);
            found.extend(beside_all_drivers(&[scenario?]));
            (text, found)
        }
        "generated" => generated(example)?,
        "second" => second(example)?,
        _ => return None,
    })
}

fn diagnostics(compiled: Compiled) -> Vec<Diagnostic> {
    compiled
        .diagnostics
        .into_iter()
        .map(|found| found.diagnostic)
        .collect()
}

fn subset(driver: DriverKind) -> Subset {
    Subset {
        id: "l1.raw_cdp".into(),
        layer: "L1".into(),
        driver: Some(driver),
        ..Subset::default()
    }
}

fn task(text: &str) -> Compiled {
    let written: Option<Value> = serde_json::from_str(text).ok();
    let kind = written.and_then(|task| DriverKind::of_name(task.pointer("/driver/kind")?.as_str()?));
    let subset = subset(kind.unwrap_or(DriverKind::RawCdp));
    let around = Around {
        subset: Some(&subset),
        has_file: Some(&|path| path == "probes/total.js"),
    };
    import::task("page.json", Arc::from(text), &around)
}

/// The example with the fields that it does not show; `None` when it is whole or is no JSON.
fn completed(example: &str, mut whole: Value) -> Option<String> {
    let shown: Value = serde_json::from_str(example).ok()?;
    let is_twice = import::manifest(example)
        .1
        .iter()
        .any(|found| found.message.contains("twice"));
    if is_twice || shown.get("task_id").is_some() {
        return None;
    }
    for (key, value) in shown.as_object()? {
        whole[key] = value.clone();
    }
    serde_json::to_string_pretty(&whole).ok()
}

/// A generated task of the scenario, with what the example changes.
fn generated(example: &str) -> Option<(String, Vec<Diagnostic>)> {
    let path = format!("cart_total{SCENARIO_END}");
    let mut scenario = import::scenario(&path, &whole_scenario().to_string()).0?;
    scenario.drivers = vec![DriverKind::Playwright];
    let program = scenario.expand(DriverKind::Playwright, "l1.raw_cdp");
    let Kind::Task(task) = &program.kind else {
        return None;
    };
    let mut written = whole_task();
    let changed: Value = serde_json::from_str(example).ok()?;
    for (key, value) in [
        ("task_id", json!(program.name)),
        ("title", json!(task.title)),
        ("description", json!(task.description)),
        ("features", json!(task.features)),
        ("tags", json!(task.tags)),
        ("chrome_gate", json!("required")),
        (
            "driver",
            json!({
                "kind": "framework_playwright",
                "steps": wire::steps(&program, wire::AS_WRITTEN),
                "checks": wire::checks(&program, wire::AS_WRITTEN),
            }),
        ),
        (
            "grader",
            json!({ "kind": "server_side", "endpoint": import::EXPECTED_ANSWER, "checks": task.declared }),
        ),
        ("timeouts", changed["timeouts"].clone()),
    ] {
        written[key] = value;
    }
    let text = serde_json::to_string_pretty(&written).ok()?;
    let mut answers = Answers::default();
    answers.add(&program.name, scenario.expected.clone()?);
    let found = between(&Suite::default(), &[self::task(&text)], &answers, &[scenario]);
    Some((text, found))
}

/// The task of the example beside the one that all pages begin with.
fn second(example: &str) -> Option<(String, Vec<Diagnostic>)> {
    let shown: Value = serde_json::from_str(example).ok()?;
    let mut second = whole_task();
    second["task_id"] = shown["task_id"].clone();
    let text = serde_json::to_string_pretty(&second).ok()?;
    let tasks = [task(&whole_task().to_string()), task(&text)];
    let found = between(&Suite::default(), &tasks, &Answers::default(), &[]);
    Some((text, found))
}

/// What is wrong with scenarios in a data set that has a subset for every driver.
fn beside_all_drivers(scenarios: &[Scenario]) -> Vec<Diagnostic> {
    let subsets = DriverKind::ALL.map(|driver| Subset {
        allow_empty: true,
        ..subset(driver)
    });
    let layer = Layer {
        id: "L1".into(),
        subsets: subsets.into(),
        ..Layer::default()
    };
    let suite = Suite {
        layers: vec![layer],
        ..Suite::default()
    };
    between(&suite, &[], &Answers::default(), scenarios)
}

fn between(suite: &Suite, tasks: &[Compiled], answers: &Answers, scenarios: &[Scenario]) -> Vec<Diagnostic> {
    let subset = subset(DriverKind::RawCdp);
    let members = tasks.iter().map(|compiled| Member {
        subset: &subset,
        path: "page.json",
        program: &compiled.program,
        origins: &compiled.origins,
        is_expanded: false,
    });
    let members: Vec<Member<'_>> = members.collect();
    let set = DataSet {
        suite: ("manifest.json", suite),
        members: &members,
        answers,
        capabilities: None,
        scenarios,
    };
    let problems = set.problems().into_iter();
    problems.map(|problem| problem.diagnostic).collect()
}
