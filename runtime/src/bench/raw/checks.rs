//! The checks of a raw protocol task, over what its steps saved.

use aite_compiler::ir::{Check, Comparison};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

use super::super::outcome::CheckRow;
use super::Record;
use super::matching::{equal, fits, truthy};
use super::saved::Entry;

/// The name of the saved value that checks look at when they do not say one.
const USUAL_NAME: &str = "value";

/// A row for each check, in order.
pub(super) fn rows(checks: &[Check], record: &Record) -> Vec<CheckRow> {
    let row = |check| {
        let asked = Asked { check, record };
        let label = check.label.as_ref().unwrap_or(&check.kind);
        CheckRow::new(label.clone(), asked.holds(), asked.evidence())
    };
    checks.iter().map(row).collect()
}

/// A check and what it is asked of.
struct Asked<'a> {
    check: &'a Check,
    record: &'a Record,
}

impl Asked<'_> {
    fn holds(&self) -> bool {
        match self.check.kind.as_str() {
            // Whoever comes here has done every required step.
            "no_error" => true,
            "value_equals" => equal(&self.value(), &self.expected()),
            "value_type" => self.kind() == self.expected().as_str() && self.kind().is_some(),
            "value_truthy" => truthy(&self.value()),
            "value_contains" => contains_text(&self.value(), &self.expected()),
            "value_equals_3" => equal(&self.value(), &json!(3)),
            "result_type_number" => self.kind() == Some("number"),
            "eval_no_exception" => self.record.exceptions == 0,
            "eval_has_exception" => self.record.exceptions > 0,
            "event_observed" => match &self.check.method {
                Some(method) => self.record.observed.contains(method),
                None => !self.value().is_null(),
            },
            "unsupported_observed" => {
                let method = self.check.method.as_ref();
                method.is_some_and(|method| self.record.unsupported.contains_key(method))
            }
            "saved_path_equals" => equal(&self.at_path(), &self.expected()),
            "saved_path_truthy" => truthy(&self.at_path()),
            "saved_path_contains" => contains_text(&self.at_path(), &self.expected()),
            "saved_path_one_of" => holds_item(&self.expected(), &self.at_path()),
            "array_length" => length(&self.at_path()).is_some_and(|length| self.allows(length)),
            "array_contains" => contains_item(&self.at_path(), &self.expected()),
            "array_match_contains" => self.match_contains(),
            "saved_body_text_equals" => {
                let body = body_text(&self.body());
                body.is_some() && body.as_deref() == self.expected().as_str()
            }
            _ => false,
        }
    }

    fn evidence(&self) -> Value {
        match self.check.kind.as_str() {
            "no_error" => Value::Null,
            "eval_no_exception" | "eval_has_exception" => json!({"exceptions": self.record.exceptions}),
            "unsupported_observed" => {
                json!({"unsupported": self.record.unsupported.keys().collect::<Vec<_>>()})
            }
            "event_observed" => json!({"observed": self.record.observed}),
            "value_type" | "result_type_number" => json!({"type": self.kind(), "expected": self.expected()}),
            kind if kind.starts_with("value_") => json!({"value": self.value(), "expected": self.expected()}),
            _ => json!({"value": self.at_path(), "expected": self.expected()}),
        }
    }

    fn name(&self) -> &str {
        self.check.subject.as_deref().unwrap_or(USUAL_NAME)
    }

    fn entry(&self) -> Option<&Entry> {
        self.record.saved.get(self.name())
    }

    fn value(&self) -> Value {
        self.entry().map(|entry| entry.value.clone()).unwrap_or_default()
    }

    fn kind(&self) -> Option<&str> {
        self.entry()?.kind.as_deref()
    }

    /// The raw form of the saved value, or what the path leads to in it.
    fn at_path(&self) -> Value {
        let name = self.name();
        let path = self.check.path.as_deref().filter(|path| !path.is_empty());
        let path = path.map_or_else(|| name.to_owned(), |path| format!("{name}.{path}"));
        self.record.saved.at(&path)
    }

    fn body(&self) -> Value {
        match self.check.path {
            Some(_) => self.at_path(),
            None => self.value(),
        }
    }

    fn expected(&self) -> Value {
        match &self.check.comparison {
            Comparison::Expected(value) | Comparison::Member { expected: value, .. } => value.clone(),
            Comparison::Fields(fields) => fields.get("expected").cloned().unwrap_or_default(),
            Comparison::None | Comparison::Range { .. } | Comparison::AnyOf(_) => Value::Null,
        }
    }

    fn allows(&self, length: u64) -> bool {
        match &self.check.comparison {
            Comparison::Range { min, max } => {
                min.is_none_or(|min| length >= min) && max.is_none_or(|max| length <= max)
            }
            Comparison::None => true,
            _ => equal(&json!(length), &self.expected()),
        }
    }

    /// Exactly one element is meant, and the list in it has what is expected: nothing depends on positions.
    fn match_contains(&self) -> bool {
        let Comparison::Member {
            matching,
            path,
            expected,
        } = &self.check.comparison
        else {
            return false;
        };
        let value = self.at_path();
        let items = value.as_array().map(Vec::as_slice).unwrap_or_default();
        let mut meant = items.iter().filter(|item| fits(matching, item));
        let (Some(item), None) = (meant.next(), meant.next()) else {
            return false;
        };
        let mut keys = path.split('.').filter(|key| !key.is_empty());
        let list = keys.try_fold(item, |at, key| at.as_object()?.get(key));
        list.is_some_and(|list| contains_item(list, expected))
    }
}

/// Whether a string contains the text of a value.
fn contains_text(value: &Value, part: &Value) -> bool {
    let part = match part {
        Value::String(text) => text.clone(),
        Value::Null => "None".into(),
        Value::Bool(true) => "True".into(),
        Value::Bool(false) => "False".into(),
        other => other.to_string(),
    };
    value.as_str().is_some_and(|text| text.contains(&part))
}

/// Whether a list has an element that fits, if an object is expected, or is equal.
fn contains_item(list: &Value, expected: &Value) -> bool {
    match expected.is_object() {
        true => list
            .as_array()
            .is_some_and(|items| items.iter().any(|item| fits(expected, item))),
        false => holds_item(list, expected),
    }
}

fn holds_item(list: &Value, wanted: &Value) -> bool {
    list.as_array()
        .is_some_and(|items| items.iter().any(|item| equal(item, wanted)))
}

fn length(value: &Value) -> Option<u64> {
    let length = match value {
        Value::Array(items) => items.len(),
        Value::String(text) => text.chars().count(),
        _ => return None,
    };
    u64::try_from(length).ok()
}

/// The text of `{body, base64Encoded}`.
fn body_text(envelope: &Value) -> Option<String> {
    let body = envelope.get("body")?.as_str()?;
    match envelope.get("base64Encoded").is_some_and(truthy) {
        false => Some(body.to_owned()),
        true => String::from_utf8(BASE64_STANDARD.decode(body).ok()?).ok(),
    }
}

#[cfg(test)]
#[path = "checks/tests.rs"]
mod tests;
