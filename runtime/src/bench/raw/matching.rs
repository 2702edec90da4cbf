//! When values are equal, when one is a part of another, and when one counts as true: the rules that tasks are written
//! against, in which `true` equals 1 and 1 equals 1.0.

use serde_json::Value;

/// Whether two values are equal.
pub(super) fn equal(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| equal(left, right))
        }
        (Value::Object(left), Value::Object(right)) => {
            let has = |(key, value)| right.get(key).is_some_and(|other| equal(value, other));
            left.len() == right.len() && left.iter().all(has)
        }
        _ => match (number(left), number(right)) {
            (Some(left), Some(right)) => left == right,
            (None, None) => left == right,
            _ => false,
        },
    }
}

#[derive(PartialEq)]
enum Number {
    Whole(i128),
    Fraction(f64),
}

fn number(value: &Value) -> Option<Number> {
    match value {
        Value::Bool(yes) => Some(Number::Whole(i128::from(*yes))),
        Value::Number(number) => {
            let whole = number
                .as_i64()
                .map(i128::from)
                .or(number.as_u64().map(i128::from));
            whole.map(Number::Whole).or_else(|| number.as_f64().map(of_float))
        }
        _ => None,
    }
}

/// A float without a fraction is a whole number; those that are larger than exact floats stay floats.
fn of_float(float: f64) -> Number {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match float.fract() == 0.0 && float.abs() <= EXACT {
        #[expect(clippy::cast_possible_truncation, reason = "whole and small enough")]
        true => Number::Whole(float as i128),
        false => Number::Fraction(float),
    }
}

/// Whether `value` has everything that `pattern` says. No pattern fits everything; `{"$one_of": […]}` is a choice; an
/// object may have more members; an array must have the same length.
pub(super) fn fits(pattern: &Value, value: &Value) -> bool {
    match pattern {
        Value::Null => true,
        Value::Object(members) => match alternatives(pattern) {
            Some(alternatives) => alternatives.iter().any(|alternative| fits(alternative, value)),
            None => {
                let object = value.as_object();
                let has = |(key, pattern)| {
                    object
                        .and_then(|it| it.get(key))
                        .is_some_and(|it| fits(pattern, it))
                };
                object.is_some() && members.iter().all(has)
            }
        },
        Value::Array(patterns) => value.as_array().is_some_and(|values| {
            let pairs = || patterns.iter().zip(values);
            patterns.len() == values.len() && pairs().all(|(pattern, value)| fits(pattern, value))
        }),
        plain => equal(plain, value),
    }
}

fn alternatives(pattern: &Value) -> Option<&Vec<Value>> {
    let members = pattern.as_object().filter(|members| members.len() == 1)?;
    members.get("$one_of")?.as_array()
}

/// Whether a value is something.
pub(super) fn truthy(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(yes) => *yes,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(members) => !members.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn equality_is_loose_about_numbers_only() {
        for (left, right, expected) in [
            (json!(1), json!(1.0), true),
            (json!(true), json!(1), true),
            (json!(false), json!(0.0), true),
            (json!(0.5), json!(0.5), true),
            (
                json!(9_007_199_254_740_993_u64),
                json!(9_007_199_254_740_992_u64),
                false,
            ),
            (json!(1), json!("1"), false),
            (json!(0), json!(null), false),
            (json!([1, {"a": true}]), json!([1.0, {"a": 1}]), true),
            (json!({"a": 1}), json!({"a": 1, "b": 2}), false),
            (json!([1]), json!([1, 2]), false),
        ] {
            assert_eq!(equal(&left, &right), expected, "{left} {right}");
            assert_eq!(equal(&right, &left), expected, "{right} {left}");
        }
    }

    #[test]
    fn a_pattern_is_a_part() {
        for (pattern, value, expected) in [
            (json!(null), json!({"a": 1}), true),
            (json!({}), json!({"a": 1}), true),
            (json!({}), json!([]), false),
            (
                json!({"a": {"b": 1}}),
                json!({"a": {"b": 1, "c": 2}, "d": 3}),
                true,
            ),
            (json!({"a": 1}), json!({"b": 1}), false),
            (json!({"a": null}), json!({}), false),
            (json!({"a": null}), json!({"a": 7}), true),
            (json!([{"a": 1}]), json!([{"a": 1, "b": 2}]), true),
            (json!([1]), json!([1, 2]), false),
            (json!({"$one_of": [1, "x"]}), json!("x"), true),
            (json!({"$one_of": [1, "x"]}), json!(2), false),
            (json!({"$one_of": [1], "more": 2}), json!(1), false),
            (
                json!({"t": {"$one_of": [{"k": 1}, {"k": 2}]}}),
                json!({"t": {"k": 2}}),
                true,
            ),
        ] {
            assert_eq!(fits(&pattern, &value), expected, "{pattern} {value}");
        }
    }

    #[test]
    fn emptiness_is_false() {
        for nothing in [
            json!(null),
            json!(false),
            json!(0),
            json!(0.0),
            json!(""),
            json!([]),
            json!({}),
        ] {
            assert!(!truthy(&nothing), "{nothing}");
        }
        for something in [
            json!(true),
            json!(-1),
            json!("0"),
            json!([null]),
            json!({"a": null}),
        ] {
            assert!(truthy(&something), "{something}");
        }
    }
}
