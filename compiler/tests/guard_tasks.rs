//! How good the guard is on benchmark tasks, as a figure: every task of this repository, changed in every way that we
//! know, alone and together with a harmless edit. docs/guard.md holds the table; `make guard-mutations` writes it.

#![expect(clippy::disallowed_methods, reason = "the tests read the tasks")]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use aite_compiler::guard::{DEFAULT_TIMEOUT, Now, Version, compare};
use aite_compiler::import::{self, Around};
use aite_compiler::lower::Compiled;
use serde_json::{Value, json};

/// Pairs of edits are tried on one task of so many: all would take minutes and are of the same few shapes.
const PAIRED: usize = 6;

/// One way to change a task; `false` when it does not fit.
type Change = fn(&mut Value) -> bool;

const WEAKENINGS: &[(&str, Change)] = &[
    ("a check removed", |task| {
        list(task, &CHECKS).is_some_and(|list| list.pop().is_some())
    }),
    ("every check removed but one that always passes", |task| {
        let Some(checks) = task.pointer_mut("/grader/checks").and_then(Value::as_array_mut) else {
            return false;
        };
        let had = checks.iter().any(|check| check["kind"] == "value_equals");
        *checks = vec![json!({"kind": "no_error"})];
        had
    }),
    ("another expectation", |task| {
        check_with(task, "expected", |check| {
            check["expected"] = json!("something else")
        })
    }),
    ("a check of another kind", |task| {
        check_with(task, "expected", |check| {
            check["kind"] = match check["kind"].as_str() {
                Some("value_equals") => "value_truthy".into(),
                _ => "saved_contains".into(),
            };
        })
    }),
    ("a check of another value", |task| {
        let other = json!({"op": "title", "save_as": "other"});
        match task.pointer_mut("/driver/steps").and_then(Value::as_array_mut) {
            Some(steps) if steps.iter().any(|step| step["op"].is_string()) => steps.push(other),
            _ => return false,
        }
        check_with(task, "expected", |check| check["name"] = "other".into())
    }),
    ("what a check reads made to fit", made_to_fit),
    ("a required step made optional", |task| {
        step_with(task, |step| {
            // What is expected to be refused may fail in any case.
            let may_fail = step["optional"] == true || step["expect_unsupported"] == true;
            if !may_fail && !step["sleep_ms"].is_number() {
                step["optional"] = true.into();
            }
        })
    }),
    ("a command expected to be unsupported", |task| {
        step_with(task, |step| {
            if step["method"].is_string() {
                step["expect_unsupported"] = true.into();
            }
        })
    }),
    ("an operation expected to fail", |task| {
        step_with(task, |step| {
            if step["op"].is_string() {
                step["expect_fail"] = true.into();
            }
        })
    }),
    ("a required command removed", |task| {
        let steps = task.pointer_mut("/driver/steps").and_then(Value::as_array_mut);
        steps.is_some_and(|steps| {
            let before = steps.len();
            steps.retain(|step| step["method"] != "Runtime.enable");
            steps.len() < before
        })
    }),
    ("another grader", |task| {
        let (from, to) = match task["grader"]["kind"] == "server_side" {
            true => (
                task["driver"]["checks"].clone(),
                json!({"kind": "inline_assertions"}),
            ),
            false => (
                task["grader"]["checks"].clone(),
                json!({"kind": "server_side", "endpoint": "/__grade__/x"}),
            ),
        };
        task["grader"] = to;
        if from.is_array() {
            task["grader"]["checks"] = from;
        } else {
            task["grader"]["checks"] = json!(["script_reported"]);
        }
        true
    }),
    ("another endpoint", |task| {
        let is_server = task["grader"]["endpoint"].is_string();
        task["grader"]["endpoint"] = "/__grade__/always".into();
        is_server
    }),
    ("a named check removed", |task| {
        let names = task.pointer_mut("/grader/checks").and_then(Value::as_array_mut);
        names.is_some_and(|names| {
            let before = names.len();
            names.retain(|name| !name.is_string());
            names.len() < before
        })
    }),
    ("the tag purpose.diagnostic added", |task| {
        let tags = task["tags"].as_array_mut().unwrap();
        let is_new = !tags.contains(&json!("purpose.diagnostic"));
        tags.push("purpose.diagnostic".into());
        is_new
    }),
    ("more time", |task| {
        let time = task["timeouts"]["task_ms"].as_u64().unwrap();
        task["timeouts"]["task_ms"] = json!(time + 1);
        true
    }),
    ("killed later", |task| {
        let time = task["timeouts"]["hard_kill_ms"].as_u64();
        task["timeouts"]["hard_kill_ms"] = json!(time.unwrap_or(45_000) + 1);
        true
    }),
    ("another page", |task| {
        let has_page = task["scene"]["url"].is_string();
        task["scene"]["url"] = "/easier".into();
        has_page
    }),
    ("another script", |task| {
        let has_script = task["driver"]["script"].is_string();
        task["driver"]["script"] = "probes/easier.js".into();
        has_script
    }),
    ("a probe of another element", |task| {
        probe(task, |spec| spec["selector"] = "#other".into())
    }),
    ("a probe that waits longer", |task| {
        probe(task, |spec| spec["settle_timeout_ms"] = 60_000.into())
    }),
    ("a task that is no task any more", |task| {
        task.as_object_mut().unwrap().remove("scene");
        true
    }),
];

const HARMLESS: &[(&str, Change)] = &[
    ("another title", |task| {
        task["title"] = "Another title".into();
        true
    }),
    ("another description", |task| {
        task["description"] = "Says it better.".into();
        true
    }),
    ("a new version", |task| {
        task["task_version"] = 7.into();
        true
    }),
    ("a tag added", |task| {
        task["tags"].as_array_mut().unwrap().push("family.more".into());
        true
    }),
    ("tags in another order", |task| {
        task["tags"].as_array_mut().unwrap().reverse();
        true
    }),
    ("a feature added", |task| {
        task["features"].as_array_mut().unwrap().push("cdp.more".into());
        true
    }),
    ("checks in another order", |task| {
        let is_several = |list: &&mut Vec<Value>| list.len() > 1;
        list(task, &CHECKS)
            .filter(is_several)
            .map(|list| list.reverse())
            .is_some()
    }),
    ("a label changed", |task| {
        check_with(task, "kind", |check| check["label"] = "another_label".into())
    }),
    ("a check added", |task| {
        let check = json!({"kind": "saved_truthy", "name": "answer"});
        list(task, &["/driver/checks"])
            .map(|list| list.push(check))
            .is_some()
    }),
    ("a step added in front", |task| {
        let Some(steps) = task.pointer_mut("/driver/steps").and_then(Value::as_array_mut) else {
            return false;
        };
        let is_protocol = steps.iter().any(|step| step["method"].is_string());
        let step = if is_protocol {
            json!({"method": "Page.enable"})
        } else {
            json!({"op": "wait_ms", "ms": 10})
        };
        steps.insert(0, step);
        for check in task
            .pointer_mut("/driver/checks")
            .and_then(Value::as_array_mut)
            .into_iter()
            .flatten()
        {
            if let Some(step) = check["step"].as_u64() {
                check["step"] = json!(step + 1);
            }
        }
        true
    }),
    ("a step that no check reads changed", |task| {
        step_with(task, |step| {
            if step["op"] == "click" {
                step["selector"] = "#add-item".into();
            }
        })
    }),
    ("a saved value renamed", renamed),
    ("less time", |task| {
        let time = task["timeouts"]["task_ms"].as_u64().unwrap();
        task["timeouts"]["task_ms"] = json!(time - 1);
        true
    }),
    ("an optional step made required", |task| {
        step_with(task, |step| {
            if step["optional"] == true {
                step.as_object_mut().unwrap().remove("optional");
            }
        })
    }),
    ("an optional step removed", |task| {
        let steps = task.pointer_mut("/driver/steps").and_then(Value::as_array_mut);
        steps.is_some_and(|steps| {
            let before = steps.len();
            steps.retain(|step| step["optional"] != true);
            steps.len() < before
        })
    }),
    ("a note added", |task| {
        task["_note"] = "for people".into();
        true
    }),
    ("the tag purpose.diagnostic removed", |task| {
        let tags = task["tags"].as_array_mut().unwrap();
        let before = tags.len();
        tags.retain(|tag| tag != "purpose.diagnostic");
        tags.len() < before
    }),
    ("a probe that waits shorter", |task| {
        probe(task, |spec| spec["settle_timeout_ms"] = 10.into())
    }),
];

const CHECKS: [&str; 2] = ["/driver/checks", "/grader/checks"];

/// The first of these lists that has objects.
fn list<'v>(task: &'v mut Value, pointers: &[&str]) -> Option<&'v mut Vec<Value>> {
    let has_objects = |pointer: &&&str| task.pointer(pointer).is_some_and(|list| list[0].is_object());
    let pointer = pointers.iter().find(has_objects)?;
    task.pointer_mut(pointer)?.as_array_mut()
}

/// The name of the saved value that a check reads.
fn subject(check: &Value) -> &str {
    match check["kind"].as_str() {
        Some("no_error" | "step_ok" | "event_observed" | "unsupported_observed") | None => "",
        Some(kind) if kind.starts_with("eval_") => "",
        _ => check["name"].as_str().unwrap_or("value"),
    }
}

fn made_to_fit(task: &mut Value) -> bool {
    let Some(checks) = list(task, &CHECKS) else {
        return false;
    };
    let read: Vec<String> = checks.iter().map(|check| subject(check).to_owned()).collect();
    let steps = task.pointer_mut("/driver/steps").and_then(Value::as_array_mut);
    let is_read = |step: &&mut Value| {
        let name = step["save_as"].as_str().unwrap_or("");
        !name.is_empty() && read.iter().any(|read| read == name)
    };
    let Some(step) = steps.into_iter().flatten().rev().find(is_read) else {
        return false;
    };
    match step["method"].is_string() {
        true => step["params"] = json!({"expression": "'as expected'"}),
        false => *step = json!({"op": "evaluate", "expression": "'1'", "save_as": step["save_as"]}),
    }
    true
}

/// Another name for the value, in every check and step that reads it.
fn renamed(task: &mut Value) -> bool {
    let text = task.to_string();
    let renamed = text.replace("\"save_as\":\"value\"", "\"save_as\":\"sum\"");
    if renamed == text {
        return false;
    }
    let renamed = renamed.replace("{saved:value", "{saved:sum");
    *task = serde_json::from_str(&renamed).unwrap();
    for check in list(task, &CHECKS).into_iter().flatten() {
        if subject(check) == "value" {
            check["name"] = "sum".into();
        }
    }
    true
}

fn check_with(task: &mut Value, field: &str, change: fn(&mut Value)) -> bool {
    let checks = list(task, &CHECKS);
    let check = checks.and_then(|list| list.iter_mut().find(|check| !check[field].is_null()));
    check.map(change).is_some()
}

/// Changes the last step that the change fits.
fn step_with(task: &mut Value, change: fn(&mut Value)) -> bool {
    let steps = task.pointer_mut("/driver/steps").and_then(Value::as_array_mut);
    steps.is_some_and(|steps| {
        steps.iter_mut().rev().any(|step| {
            let mut changed = step.clone();
            change(&mut changed);
            let is_changed = changed != *step;
            if is_changed {
                *step = changed;
            }
            is_changed
        })
    })
}

fn probe(task: &mut Value, change: fn(&mut Value)) -> bool {
    let spec = task.pointer_mut("/driver/env/PROBE_SPEC");
    spec.map(change).is_some()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn collect(folder: &Path, tasks: &mut Vec<(String, Value)>) {
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, tasks);
        } else if path.extension().is_some_and(|extension| extension == "json") {
            let text = fs::read_to_string(&path).unwrap();
            let is_good = import::is_task(&text) && !compile(&text).has_errors();
            if is_good && let Ok(task) = serde_json::from_str(&text) {
                tasks.push((path.display().to_string(), task));
            }
        }
    }
}

fn corpus() -> Vec<(String, Value)> {
    let mut tasks = Vec::new();
    for folder in ["fixtures/tasks/data-set", "scripts/tasks"] {
        collect(&root().join(folder), &mut tasks);
    }
    tasks.sort_by(|(a, _), (b, _)| a.cmp(b));
    tasks
}

fn compile(text: &str) -> Compiled {
    import::task("task.json", Arc::from(text), &Around::NOTHING)
}

fn reports(old: &Value, new: &Value) -> bool {
    let [old, new] = [old, new].map(|task| compile(&task.to_string()));
    let version = |compiled| Version {
        program: compiled,
        default_timeout: DEFAULT_TIMEOUT,
    };
    let now = match new.has_errors() {
        true => Now::Broken("an error"),
        false => Now::Version(version(&new.program)),
    };
    !compare(version(&old.program), now).is_empty()
}

#[test]
fn nothing_is_missed_and_nothing_is_a_false_alarm() {
    let corpus = corpus();
    let mut table = format!("{} tasks.\n", corpus.len());
    let mut wrong = Vec::new();
    for (what, fault, changes, expected) in [
        ("weakening of a task", "missed", WEAKENINGS, true),
        ("harmless edit of a task", "false alarms", HARMLESS, false),
    ] {
        let header = format!("| {what} | alone | with a harmless edit | {fault} |");
        writeln!(table, "\n{header}\n|---|--:|--:|--:|").unwrap();
        for (name, change) in changes {
            let (mut alone, mut pairs, before) = (0, 0, wrong.len());
            for (at, (file, old)) in corpus.iter().enumerate() {
                let mut new = old.clone();
                if !change(&mut new) {
                    continue;
                }
                alone += 1;
                if reports(old, &new) != expected {
                    wrong.push(format!("{file}: {name}"));
                }
                if at % PAIRED != 0 {
                    continue;
                }
                // A shorter time undoes a longer one, as a tag undoes a tag.
                let undoes = |edit: &str| {
                    let family = |name: &str| {
                        ["time", "wait", "diagnostic", "check", "value", "optional"]
                            .map(|word| name.contains(word))
                    };
                    family(name)
                        .iter()
                        .zip(family(edit))
                        .any(|(one, other)| *one && other)
                };
                for (edit, harmless) in HARMLESS.iter().filter(|(edit, _)| !undoes(edit)) {
                    let mut both = new.clone();
                    if !harmless(&mut both) {
                        continue;
                    }
                    pairs += 1;
                    if reports(old, &both) != expected {
                        wrong.push(format!("{file}: {name} + {edit}"));
                    }
                }
            }
            assert!(alone > 0, "{name} fits no task");
            writeln!(table, "| {name} | {alone} | {pairs} | {} |", wrong.len() - before).unwrap();
        }
    }
    let count = wrong.len();
    wrong.truncate(12);
    assert!(
        wrong.is_empty(),
        "{count} wrong, among them:\n{}",
        wrong.join("\n")
    );
    check_table(&table);
}

const BEGIN: &str = "<!-- task mutations: written by make guard-mutations -->\n";
const END: &str = "<!-- end of task mutations -->\n";

/// The table in docs/guard.md has the kinds of today; its numbers may be older, for tasks are added by others.
fn check_table(table: &str) {
    let path = root().join("docs/guard.md");
    let page = fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once(BEGIN).expect("the beginning of the table");
    let (written, after) = rest.split_once(END).expect("the end of the table");
    if std::env::var_os("UPDATE_GUARD_TABLE").is_some() {
        fs::write(path, format!("{before}{BEGIN}{table}{END}{after}")).unwrap();
        return;
    }
    let kinds = |table: &str| -> Vec<String> {
        let rows = table.lines().filter(|row| row.starts_with('|'));
        rows.map(|row| row.split('|').nth(1).unwrap_or_default().to_owned())
            .collect()
    };
    assert_eq!(kinds(written), kinds(table), "run make guard-mutations");
}
