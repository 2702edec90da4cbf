//! The language cases of `fixtures/language/cases.json` through `aite parse -`.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
struct Case {
    name: String,
    input: String,
    expect: Expect,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Expect {
    /// Exactly this tree.
    Script(Value),
    /// Contained in the tree.
    Part(Value),
    /// Exactly these, in this order.
    Errors(Vec<(String, u32, Option<String>)>),
    /// At least these.
    HasErrors(Vec<(String, u32, Option<String>)>),
}

#[test]
fn every_case_of_the_language() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/language/cases.json");
    let cases: Vec<Case> = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    assert!(cases.len() >= 70, "only {} cases", cases.len());
    let mut wrong = BTreeMap::new();
    for case in cases {
        let (exit, answer) = parse(&case.input);
        if let Err(why) = judge(&case.expect, exit, &answer) {
            wrong.insert(case.name, format!("{why}\n  {answer}"));
        }
    }
    assert!(wrong.is_empty(), "{} cases differ: {wrong:#?}", wrong.len());
}

fn parse(input: &str) -> (Option<i32>, Value) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_aite"))
        .args(["parse", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    (
        output.status.code(),
        serde_json::from_slice(&output.stdout).unwrap(),
    )
}

fn judge(expect: &Expect, exit: Option<i32>, answer: &Value) -> Result<(), String> {
    let ok = matches!(expect, Expect::Script(_) | Expect::Part(_));
    if answer["ok"] != ok || exit != Some(i32::from(!ok)) {
        return Err(format!("ok should be {ok}, the exit code was {exit:?}"));
    }
    let found = answer["errors"].as_array().map_or(&[][..], Vec::as_slice);
    let holds = match expect {
        Expect::Script(tree) => answer["script"] == *tree,
        Expect::Part(part) => contains(&answer["script"], part),
        Expect::Errors(errors) => {
            errors.len() == found.len() && errors.iter().zip(found).all(|(error, found)| is(found, error))
        }
        Expect::HasErrors(errors) => errors
            .iter()
            .all(|error| found.iter().any(|found| is(found, error))),
    };
    holds.then_some(()).ok_or_else(|| "another answer".to_owned())
}

fn is(found: &Value, (code, line, message): &(String, u32, Option<String>)) -> bool {
    found["code"] == *code
        && found["line"] == *line
        && message
            .as_ref()
            .is_none_or(|message| found["message"] == *message)
}

/// Objects: subset; arrays: by position, `{}` matches anything.
fn contains(whole: &Value, part: &Value) -> bool {
    match (whole, part) {
        (_, Value::Object(fields)) if fields.is_empty() => true,
        (Value::Object(whole), Value::Object(part)) => part
            .iter()
            .all(|(name, part)| whole.get(name).is_some_and(|whole| contains(whole, part))),
        (Value::Array(whole), Value::Array(part)) => {
            part.len() <= whole.len() && whole.iter().zip(part).all(|(whole, part)| contains(whole, part))
        }
        _ => whole == part,
    }
}
