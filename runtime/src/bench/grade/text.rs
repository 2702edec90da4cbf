//! Values as text. Data sets of this format were written against an implementation in Python, and their expected
//! answers are in the words of its `str`.

use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// A value as text: strings as they are, `None`, `True`, `False`, numbers; lists and objects as compact JSON.
pub(super) fn form(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => "None".to_owned(),
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        other => other.to_string(),
    }
}

/// Keeps `null` apart from nothing.
pub(super) fn some<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}
