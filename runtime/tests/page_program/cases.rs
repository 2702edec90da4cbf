//! Tables of cases: a document, then calls and what of their answers must hold.
//!
//! `fixtures/pages/locate/*.json` are arrays of `{name, html, steps}`; a step is `{run}` (a script of the page) or
//! `{call, args, expect}` where `expect` maps JSON pointers into the answer to values. In `args`, `{"$": "#id"}` stands
//! for the number of the element that a selector finds.

use std::fs;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::frame::{Frame, pages};

#[derive(Deserialize)]
struct Case {
    name: String,
    html: String,
    steps: Vec<Step>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Step {
    Run {
        run: String,
    },
    Call {
        call: String,
        args: Vec<Value>,
        expect: Map<String, Value>,
    },
}

async fn number_of(frame: &Frame, selector: &Value) -> Value {
    let answer = frame.call("look", &[json!({"target": {"css": selector}})]).await;
    let found = answer
        .pointer("/matches/0/node")
        .or_else(|| answer.pointer("/hiddenMatches/0/node"));
    found
        .unwrap_or_else(|| panic!("{selector} finds nothing"))
        .clone()
}

async fn with_numbers(frame: &Frame, args: &[Value]) -> Vec<Value> {
    let mut out = Vec::new();
    for argument in args {
        match argument.get("$") {
            Some(selector) => out.push(number_of(frame, selector).await),
            None => out.push(argument.clone()),
        }
    }
    out
}

async fn differences(frame: &Frame, step: &Step) -> Vec<String> {
    match step {
        Step::Run { run } => {
            frame.run(run).await;
            Vec::new()
        }
        Step::Call { call, args, expect } => {
            let answer = frame.call(call, &with_numbers(frame, args).await).await;
            let wrong = expect
                .iter()
                .filter(|(pointer, wanted)| answer.pointer(pointer).unwrap_or(&Value::Null) != *wanted);
            wrong
                .map(|(pointer, wanted)| format!("{call} {pointer} is not {wanted} in {answer}"))
                .collect()
        }
    }
}

#[tokio::test]
async fn every_case_holds() {
    let mut frame = Frame::open().await;
    let mut wrong = Vec::new();
    let mut count = 0;
    let files = fs::read_dir(pages().join("locate")).expect("the cases").flatten();
    let mut files: Vec<_> = files.map(|file| file.path()).collect();
    files.sort();
    for file in files {
        let cases: Vec<Case> = serde_json::from_slice(&fs::read(&file).expect("readable")).expect("cases");
        for case in cases {
            count += 1;
            frame.show(&case.html).await;
            for step in &case.steps {
                wrong.extend(
                    differences(&frame, step)
                        .await
                        .into_iter()
                        .map(|it| format!("{}: {it}", case.name)),
                );
            }
        }
    }
    frame.close().await;
    assert!(count > 80, "only {count} cases");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
