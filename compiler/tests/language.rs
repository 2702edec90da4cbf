//! The language's cases: each input gives exactly the tree or the errors beside it.

use serde_json::Value;

const CASES: &str = include_str!("../../fixtures/language/cases.json");
const MORE: &str = include_str!("../../fixtures/language/more.json");

#[test]
fn every_case_gives_what_it_expects() {
    let files = [CASES, MORE].map(|file| serde_json::from_str::<Vec<Value>>(file).unwrap());
    let cases: Vec<Value> = files.into_iter().flatten().collect();
    let failures: Vec<String> = cases.iter().filter_map(|case| failure(case).err()).collect();
    assert!(
        failures.is_empty(),
        "{} of {}:\n{}",
        failures.len(),
        cases.len(),
        failures.join("\n")
    );
}

fn failure(case: &Value) -> Result<(), String> {
    let input = case["input"].as_str().unwrap();
    let answer: Value = serde_json::from_str(&aite_compiler::parse_json(input)).unwrap();
    let errors = answer["errors"].as_array();
    let (kind, expected) = case["expect"].as_object().unwrap().iter().next().unwrap();
    let fits = match kind.as_str() {
        "script" => answer["script"] == *expected,
        "part" => contains(&answer["script"], expected),
        "errors" => errors.is_some_and(|found| same_errors(found, expected.as_array().unwrap())),
        "has_errors" => errors.is_some_and(|found| has_errors(found, expected.as_array().unwrap())),
        other => panic!("unknown expectation {other}"),
    };
    match fits {
        true => Ok(()),
        false => Err(format!(
            "{}\n  expected {kind} {expected}\n  found    {answer}",
            case["name"]
        )),
    }
}

fn same_errors(found: &[Value], expected: &[Value]) -> bool {
    found.len() == expected.len()
        && found
            .iter()
            .zip(expected)
            .all(|(found, expected)| fits(found, expected))
}

fn has_errors(found: &[Value], expected: &[Value]) -> bool {
    expected
        .iter()
        .all(|expected| found.iter().any(|found| fits(found, expected)))
}

/// `[code, line, message]`, where no message is any message.
fn fits(found: &Value, expected: &Value) -> bool {
    found["code"] == expected[0]
        && found["line"] == expected[1]
        && (expected[2].is_null() || found["message"] == expected[2])
}

/// Objects: at least these keys; arrays: element by element.
fn contains(found: &Value, expected: &Value) -> bool {
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => expected
            .iter()
            .all(|(key, value)| found.get(key).is_some_and(|found| contains(found, value))),
        (Value::Array(found), Value::Array(expected)) => {
            found.len() == expected.len()
                && found
                    .iter()
                    .zip(expected)
                    .all(|(found, value)| contains(found, value))
        }
        _ => found == expected,
    }
}
